package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.NotThere;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A file of JSON lines that a command writes, named by the option that gave it. */
final class AnswerFile implements AutoCloseable {

    /** The file of an option that is not given: nothing is written. */
    static final AnswerFile NONE = new AnswerFile("", null);

    private final String name;
    private final @Nullable PrintWriter lines;

    private AnswerFile(String name, @Nullable PrintWriter lines) {
        this.name = name;
        this.lines = lines;
    }

    /**
     * Opens a file and empties it.
     *
     * @throws NotThere if the folder of the file is not there
     */
    static AnswerFile open(String option, Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new NotThere("the folder of " + option + " '" + path + "' is not there; make it first");
        }
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(option + " '" + path + "' is a folder; name a file in it");
        }
        return new AnswerFile(option + " '" + path + "'", new PrintWriter(Files.newBufferedWriter(path)));
    }

    void write(Stream<String> answers) throws IOException {
        if (lines == null) {
            return;
        }
        answers.forEach(answer -> lines.print(answer + "\n"));
        lines.flush();
        if (lines.checkError()) {
            throw new IOException("cannot write all of " + name + "; is the disk full?");
        }
    }

    @Override
    public void close() {
        if (lines != null) {
            lines.close();
        }
    }
}
