package dev.daybook.sqlite;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.error.StoreException;
import dev.daybook.testkit.HashEmbedder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** The process that {@link PowerCutTest} records: writers that say each acknowledged step in a file beside the store. */
final class ScriptedWriter {

    static final String ACKNOWLEDGED = "acknowledged";
    static final String STORE = "store";

    private static final int DIMENSIONS = 32;

    /** Flushes between two that fail, at most. */
    private static final int FLUSHES = 60;

    private final Path folder;
    private final FileChannel acknowledged;

    private ScriptedWriter(Path folder, FileChannel acknowledged) {
        this.folder = folder;
        this.acknowledged = acknowledged;
    }

    /** @param arguments the folder, the seed, the writers, the steps of each, and "failing" if flushes fail */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        int writers = Integer.parseInt(arguments[2]);
        int steps = Integer.parseInt(arguments[3]);
        try (FileChannel acknowledged = FileChannel.open(
                folder.resolve(ACKNOWLEDGED), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ScriptedWriter writer = new ScriptedWriter(folder, acknowledged);
            if (arguments[4].equals("failing")) {
                writer.writeWithFailingFlushes(seed, new WriterScript(seed, 0, steps));
            } else {
                writer.write(seed, writers, steps);
            }
        }
        System.out.println("done");
    }

    static LocalDaybook open(Path store) {
        return Daybook.builder(store)
                .embedder(new HashEmbedder(DIMENSIONS))
                .background(false)
                .open();
    }

    /** Writes the first half, opens the store again, and writes the second half. */
    private void write(long seed, int writers, int steps) throws InterruptedException {
        for (int half = 0; half < 2; half++) {
            int from = half * steps / 2;
            int to = (half + 1) * steps / 2;
            CountDownLatch left = new CountDownLatch(writers);
            try (Daybook daybook = open(folder.resolve(STORE))) {
                for (int number = 0; number < writers; number++) {
                    int writer = number;
                    new Thread(() -> {
                                WriterScript script = new WriterScript(seed, writer, steps);
                                for (WriterScript.Step step : script.steps().subList(from, to)) {
                                    step.apply(daybook.user("user" + writer));
                                    acknowledge(writer, step);
                                }
                                left.countDown();
                            })
                            .start();
                }
                left.await();
            }
        }
    }

    /** Repeats a refused step after the store was opened again, as a program would after its disk has recovered. */
    private void writeWithFailingFlushes(long seed, WriterScript script) throws IOException {
        FileCalls calls = FileCalls.ofThisProcess();
        Random random = new Random(seed);
        Daybook daybook = open(folder.resolve(STORE));
        for (WriterScript.Step step : script.steps()) {
            if (calls.heal() > 0 || step.number() == 0) {
                calls.fail(FileCall.Kind.SYNC, FileCalls.EIO, random.nextInt(FLUSHES), 1);
            }
            boolean done = false;
            while (!done) {
                try {
                    step.apply(daybook.user("user0"));
                    done = true;
                } catch (StoreException refused) {
                    calls.heal();
                    daybook.close();
                    daybook = open(folder.resolve(STORE));
                }
            }
            acknowledge(0, step);
        }
        calls.heal();
        daybook.close();
    }

    private synchronized void acknowledge(int writer, WriterScript.Step step) {
        try {
            acknowledged.write(
                    ByteBuffer.wrap((writer + " " + step.number() + "\n").getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
