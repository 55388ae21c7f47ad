package dev.daybook.server.importing.chat;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.server.importing.history.ColumnMap;
import dev.daybook.server.importing.history.HistoryFormat;
import dev.daybook.server.importing.history.HistoryReader;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.UnreadableSourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A chat history: the conversations of its files, read one after the other. A file of lines ({@code .jsonl}) is read by
 * line, so that a torn line is only one; every other file by the objects of its array.
 */
public record HistorySource(HistoryFormat format, HistoryFiles files, ImportRequest request) implements ImportSource {

    /** Documents and files in which the format must be recognized. */
    private static final int LOOKED_AT = 50;

    public static HistorySource open(ImportRequest request, HistoryFormat format) {
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

    private void requireFormat() {
        List<Map<String, @Nullable Object>> first = first();
        ColumnMap columns = request.history().columns();
        if (columns != null) {
            Set<String> names = new LinkedHashSet<>();
            first.forEach(document -> names.addAll(document.keySet()));
            if (!names.isEmpty()) {
                columns.requireIn(names);
            }
            return;
        }
        if (first.isEmpty() || first.stream().anyMatch(format::matches)) {
            return;
        }
        HistoryFormat other = first.stream()
                .flatMap(document -> HistoryFormat.of(document).stream())
                .findFirst()
                .orElse(null);
        throw new IllegalArgumentException(
                other != null
                        ? request.from() + " is " + other.what() + "; use --from " + other.label()
                        : request.from() + " is not " + format.what() + ": none of its first " + first.size()
                                + (first.size() == 1 ? " objects has" : " objects have")
                                + " this form; name its format with --from, or its columns with --map");
    }

    /** Returns the first documents, up to the first one that has the format. */
    private List<Map<String, @Nullable Object>> first() {
        List<Map<String, @Nullable Object>> first = new ArrayList<>();
        for (HistoryFile file :
                files.all().subList(0, Math.min(LOOKED_AT, files.all().size()))) {
            try (InputStream in = file.unpacked()) {
                HistoryDocuments documents = HistoryDocuments.of(format, file, in);
                for (int i = 0; i < LOOKED_AT && documents.advance(); i++) {
                    first.add(documents.object());
                    if (format.matches(first.get(first.size() - 1))) {
                        return first;
                    }
                }
            } catch (IOException | UncheckedIOException e) {
                throw unreadable(file, e);
            }
        }
        return first;
    }

    @Override
    public void read(ImportSink sink) {
        EpisodeAssembler assembler = new EpisodeAssembler(
                format, request.scopeIn(request.spaceOrDefault()), request.history(), request.times(), sink);
        for (HistoryFile file : files.all()) {
            try (InputStream in = sink.counted(file.unpacked(), files.size())) {
                read(file, HistoryDocuments.of(format, file, in), assembler);
            } catch (IOException | UncheckedIOException e) {
                throw unreadable(file, e);
            } finally {
                assembler.end();
            }
        }
    }

    private void read(HistoryFile file, HistoryDocuments documents, EpisodeAssembler assembler) throws IOException {
        String list = file.name();
        HistoryReader reader = reader(list, assembler);
        while (documents.advance()) {
            if (!documents.list().equals(list)) {
                assembler.end();
                list = documents.list();
                reader = reader(list, assembler);
            }
            try {
                Object value = documents.value();
                if (value != null) {
                    read(documents, value, reader, assembler);
                }
            } catch (IllegalArgumentException e) {
                assembler.problem(documents.place(), String.valueOf(e.getMessage()));
            }
        }
    }

    /** Reads a document; a line may be a list of messages. */
    private void read(HistoryDocuments documents, Object document, HistoryReader reader, EpisodeAssembler assembler) {
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
        return format.reader(list, assembler, request.times(), request.history());
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
