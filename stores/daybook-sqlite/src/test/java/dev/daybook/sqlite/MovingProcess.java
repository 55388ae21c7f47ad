package dev.daybook.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The process that {@link MovingCutTest} records: it copies a store of an earlier build and moves its records. */
final class MovingProcess {

    /** Written once the copy is durable. */
    static final String READY = "ready";

    static final String STORE = "store";
    static final OldRecordPass.Bounds BOUNDS = new OldRecordPass.Bounds(20, 8_000, 20_000);

    private MovingProcess() {}

    /** @param arguments the folder, and that of the store */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Path store = Files.createDirectories(folder.resolve(STORE));
        List<Path> files;
        try (Stream<Path> found = Files.list(Path.of(arguments[1]))) {
            files = found.toList();
        }
        for (Path file : files) {
            write(store.resolve(file.getFileName()), Files.readAllBytes(file));
        }
        write(folder.resolve(READY), new byte[1]);
        try (SqliteStore moved = SqliteStore.open(store)) {
            finish(moved);
        }
        System.out.println("done");
    }

    static void finish(SqliteStore store) {
        store.moving().bounds(BOUNDS);
        while (store.moving().isNeeded()) {
            store.moving().step(store.writer());
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes));
            channel.force(true);
        }
    }
}
