package dev.daybook.server.importing;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.importing.history.HistoryFormat;
import dev.daybook.server.importing.history.HistoryReader;
import dev.daybook.server.json.JsonElements;
import dev.daybook.server.json.JsonLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A chat history: the conversations of its files, read one after the other. A file of lines ({@code .jsonl}) is read by
 * line, so that a torn line is only one; every other file by the objects of its array.
 */
final class HistorySource implements ImportSource {

    /** Documents and files in which the format must be recognized. */
    private static final int LOOKED_AT = 50;

    private final HistoryFormat format;
    private final HistoryFiles files;
    private final ImportRequest request;

    private HistorySource(HistoryFormat format, HistoryFiles files, ImportRequest request) {
        this.format = format;
        this.files = files;
        this.request = request;
    }

    static HistorySource open(ImportRequest request, HistoryFormat format) {
        HistoryFiles files = HistoryFiles.open(Path.of(request.from()), format);
        try {
            HistorySource source = new HistorySource(format, files, request);
            source.requireFormat();
            return source;
        } catch (RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /** A stream of documents, as texts. */
    private interface Documents {

        /** Goes to the next document; false at the end. */
        boolean advance();

        SourceLocation place();

        /** Returns the name of the reader: one more for each list of messages in the file. */
        String list();

        String text();
    }

    private static Documents documents(String file, InputStream in) {
        return file.endsWith(".jsonl") ? lines(file, new JsonLines(in)) : elements(file, new JsonElements(in));
    }

    private static Documents lines(String file, JsonLines lines) {
        return new Documents() {
            @Override
            public boolean advance() {
                return lines.advance();
            }

            @Override
            public SourceLocation place() {
                return new SourceLocation("line", lines.number());
            }

            @Override
            public String list() {
                return file;
            }

            @Override
            public String text() {
                return lines.text();
            }
        };
    }

    private static Documents elements(String file, JsonElements elements) {
        return new Documents() {
            @Override
            public boolean advance() {
                return elements.advance();
            }

            @Override
            public SourceLocation place() {
                return new SourceLocation("conversation", elements.number());
            }

            @Override
            public String list() {
                return elements.arrays() == 0 ? file : file + " " + (elements.arrays() + 1);
            }

            @Override
            public String text() {
                return elements.text();
            }
        };
    }

    private void requireFormat() {
        int read = 0;
        HistoryFormat other = null;
        for (HistoryFile file :
                files.all().subList(0, Math.min(LOOKED_AT, files.all().size()))) {
            try (InputStream in = opened(file)) {
                Documents documents = documents(file.name(), in);
                for (int i = 0; i < LOOKED_AT && documents.advance(); i++) {
                    Optional<Map<String, @Nullable Object>> document = object(documents);
                    if (document.filter(format::matches).isPresent()) {
                        return;
                    }
                    read++;
                    other = other == null ? document.flatMap(HistoryFormat::of).orElse(null) : other;
                }
            } catch (IOException | UncheckedIOException e) {
                throw unreadable(file, e);
            }
        }
        if (other != null) {
            throw new IllegalArgumentException(
                    request.from() + " is " + other.what() + "; use --from " + other.label());
        }
        if (read > 0) {
            throw new IllegalArgumentException(request.from() + " is not " + format.what()
                    + ": none of its first " + read + (read == 1 ? " objects has" : " objects have")
                    + " this form; name its format with --from, or map its columns with --map");
        }
    }

    private static Optional<Map<String, @Nullable Object>> object(Documents documents) {
        try {
            Object value = PlainJson.readLenient(documents.text());
            if (value instanceof List<?> list && !list.isEmpty()) {
                value = list.get(0);
            }
            return Optional.of(JsonFields.object("it", value));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public void read(ImportSink sink) {
        EpisodeAssembler assembler = new EpisodeAssembler(
                format, request.scopeIn(request.spaceOrDefault()), request.history(), request.times(), sink);
        for (HistoryFile file : files.all()) {
            try (InputStream in = sink.counted(opened(file), files.size())) {
                read(file, documents(file.name(), in), assembler);
            } catch (IOException | UncheckedIOException e) {
                throw unreadable(file, e);
            } finally {
                assembler.end();
            }
        }
    }

    private static InputStream opened(HistoryFile file) throws IOException {
        InputStream in = file.opening().open();
        return file.packed() == file.size() ? in : new InflationLimit(in, file.packed());
    }

    private void read(HistoryFile file, Documents documents, EpisodeAssembler assembler) {
        String list = file.name();
        HistoryReader reader = reader(list, assembler);
        while (documents.advance()) {
            if (!documents.list().equals(list)) {
                assembler.end();
                list = documents.list();
                reader = reader(list, assembler);
            }
            try {
                String text = documents.text();
                if (!text.isBlank()) {
                    read(documents, PlainJson.readLenient(text), reader, assembler);
                }
            } catch (IllegalArgumentException e) {
                assembler.problem(documents.place(), String.valueOf(e.getMessage()));
            }
        }
    }

    /** Reads a document; a line may be a list of messages. */
    private void read(
            Documents documents, @Nullable Object document, HistoryReader reader, EpisodeAssembler assembler) {
        if (document instanceof List<?> messages) {
            HistoryReader own =
                    reader(documents.list() + " " + documents.place().which(), assembler);
            messages.forEach(message -> own.read(new JsonFields(JsonFields.object("a message", message))));
            assembler.end();
        } else {
            reader.read(new JsonFields(JsonFields.object(documents.place().what(), document)));
        }
    }

    private HistoryReader reader(String list, EpisodeAssembler assembler) {
        return format.reader(list, assembler, request.times(), request.history().allBranches());
    }

    private UnreadableSourceException unreadable(HistoryFile file, Exception e) {
        return new UnreadableSourceException(
                "cannot read " + file.name() + " of " + request.from() + " to its end (" + e.getMessage()
                        + "); what was read is imported, and a later import goes on",
                e);
    }

    @Override
    public void close() {
        files.close();
    }
}
