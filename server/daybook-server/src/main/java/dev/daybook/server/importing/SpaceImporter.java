package dev.daybook.server.importing;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.error.AccessRefusedException;
import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.interchange.InterchangeReader;
import dev.daybook.internal.interchange.InterchangeWriter;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.SpaceSettings;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.SourceLocation;
import dev.daybook.server.json.JsonLines;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Imports interchange lines and memories of other programs into a space, in batches by scope. Existing entries are
 * unchanged, so an interrupted import can be repeated with the same result. Not thread-safe.
 */
public final class SpaceImporter implements ImportSink {

    /** One flush for five hundred lines; larger batches would only cost more to repeat. */
    private static final int BATCH_LINES = 500;

    /** Bounds the waiting entries of all scopes together, independent of the number of users and the size of their texts. */
    private static final long WAITING_CHARACTERS = 8L << 20;

    private static final int WAITING_LINES = 5_000;

    /** Its count in a report. */
    private static final String ENDED = "entries that have ended";

    private final MemorySpace space;
    private final MemorySpace ofSettings;
    private final ImportReport report;
    private final ImportListener listener;
    private final boolean isDry;
    private final Map<Scope, Map<EntryRef, PendingEntries>> waiting = new LinkedHashMap<>();
    private final EmbeddingBacklog pending = new EmbeddingBacklog();
    private long waitingCharacters;
    private int waitingLines;

    /** An episode, or an entry of another kind; the other component is null. */
    private record PendingEntries(
            SourceLocation place,
            @Nullable NewEpisode episode,
            @Nullable Entry entry) {}

    /**
     * Creates an import into a space.
     *
     * @param listener receives the progress
     */
    public SpaceImporter(MemorySpace space, ImportReport report, ImportListener listener) {
        this(space, space, report, listener, false);
    }

    /**
     * Creates an import into a space by a caller whose rights in the scope of the lines are not those in the space.
     *
     * @param ofSettings the handle of the same space by which settings are changed
     */
    public SpaceImporter(MemorySpace space, MemorySpace ofSettings, ImportReport report, ImportListener listener) {
        this(space, ofSettings, report, listener, false);
    }

    private SpaceImporter(
            MemorySpace space, MemorySpace ofSettings, ImportReport report, ImportListener listener, boolean isDry) {
        this.space = space;
        this.ofSettings = ofSettings;
        this.report = report;
        this.listener = listener;
        this.isDry = isDry;
    }

    /** Creates a dry run: it reads everything, reports what an import would do, and writes nothing. */
    public static SpaceImporter dry(MemorySpace space, ImportReport report, ImportListener listener) {
        return new SpaceImporter(space, space, report, listener, true);
    }

    /** Imports all lines. */
    public void read(JsonLines lines, InterchangeReader interchange) {
        while (lines.advance()) {
            take(SourceLocation.line(lines.number()), () -> {
                String text = lines.text();
                return text.isBlank() ? Optional.empty() : Optional.of(interchange.read(text));
            });
        }
        write();
    }

    /** Imports all entries of a source. */
    public void read(ImportSource source) {
        try {
            source.read(this);
        } finally {
            // After a failure the entries read so far are valid; the next import has less to write.
            write();
        }
    }

    @Override
    public void take(SourceLocation sourceLocation, Supplier<Optional<InterchangeLine>> reading) {
        try {
            reading.get().ifPresent(line -> {
                take(sourceLocation, line);
                report.read();
            });
        } catch (IllegalArgumentException | AccessRefusedException e) {
            report.read();
            report.bad(sourceLocation, String.valueOf(e.getMessage()));
        }
        listener.read(sourceLocation, report);
    }

    @Override
    public void leaveOut(String what, long count) {
        report.leaveOut(what, count);
    }

    @Override
    public InputStream counted(InputStream in, long length) {
        return listener.counted(in, length);
    }

    @Override
    public Optional<OffsetDateTime> recordedAt(EntryRef ref) {
        return space.memory(ref.scope()).find(ref.kind().type(), ref.id()).map(Entry::recordedAt);
    }

    /**
     * Waits until semantic search finds all written entries.
     *
     * @param patience longest time without progress
     * @return the number of entries without a vector
     */
    public long awaitVectors(Duration patience) {
        return pending.await(patience, listener);
    }

    private void take(SourceLocation sourceLocation, InterchangeLine line) {
        if (line instanceof InterchangeLine.OfEpisode of) {
            take(sourceLocation, of);
        } else if (line instanceof InterchangeLine.OfEntry of) {
            Entry entry = of.entry();
            EntryRef ref = new EntryRef(of.scope(), entry.kind(), entry.id());
            take(
                    ref,
                    new PendingEntries(sourceLocation, null, entry),
                    entry.text().length());
        } else if (line instanceof InterchangeLine.OfUntimedFact of) {
            EntryRef ref = new EntryRef(of.scope(), Kind.FACT, of.id());
            // Reading the same file again changes nothing, so an existing entry keeps its time.
            Fact fact = of.at().apply(recordedAt(ref).orElseGet(() -> OffsetDateTime.now(ZoneOffset.UTC)));
            take(
                    ref,
                    new PendingEntries(sourceLocation, null, fact),
                    fact.text().length());
        } else if (isDry) {
            return;
        } else if (line instanceof InterchangeLine.OfSession of) {
            take(of);
        } else if (line instanceof InterchangeLine.OfSettings of) {
            SpaceSettings before = ofSettings.settings();
            if (!of.over(before).equals(before)) {
                // Earlier lines of the file must be written under the earlier settings.
                write();
                ofSettings.changeSettings(of::over);
            }
        }
    }

    private void take(InterchangeLine.OfSession line) {
        space.memory(line.scope())
                .session(line.id())
                .change(options -> options.name(line.name())
                        .isPrivate(line.isPrivate())
                        .created(line.created())
                        .retentionDays(line.retentionDays()));
    }

    private void take(SourceLocation sourceLocation, InterchangeLine.OfEpisode line) {
        NewEpisode episode = line.episode();
        EntryRef ref = new EntryRef(line.scope(), Kind.EPISODE, Objects.requireNonNull(episode.id()));
        long characters = 0;
        for (Message message : episode.messages()) {
            characters += message.text().length();
        }
        boolean marked = episode.metadata().keySet().stream().anyMatch(name -> name.startsWith(NewEpisode.RESERVED));
        // As an exported entry it is left out if it has ended since; as a new one it would be refused.
        boolean ends = episode.expiresAt() != null && episode.occurredAt() != null;
        take(
                ref,
                marked || ends
                        ? new PendingEntries(sourceLocation, null, exported(line))
                        : new PendingEntries(sourceLocation, episode, null),
                characters);
    }

    /** Restores an entry as exported: entries marked by the library may come back, but not be created. */
    private static Entry exported(InterchangeLine.OfEpisode line) {
        OffsetDateTime time = line.episode().occurredAt();
        if (time == null) {
            throw new IllegalArgumentException("field 'occurredAt' is missing from a line with a mark of the library;"
                    + " give the line as it was exported");
        }
        return line.entryAt(time).orElseThrow();
    }

    private void take(EntryRef ref, PendingEntries line, long characters) {
        Map<EntryRef, PendingEntries> batch = waiting.computeIfAbsent(ref.scope(), scope -> new LinkedHashMap<>());
        // An id occurs once in a batch; a repeated id replaces the entry, so it comes in a later batch.
        if (batch.containsKey(ref) || batch.size() == BATCH_LINES) {
            write(ref.scope(), batch);
        }
        batch.put(ref, line);
        waitingLines++;
        waitingCharacters += characters;
        if (waitingLines >= WAITING_LINES || waitingCharacters >= WAITING_CHARACTERS) {
            write();
        }
    }

    /** Writes the waiting entries. */
    public void write() {
        waiting.forEach(this::write);
        waiting.clear();
        waitingLines = 0;
        waitingCharacters = 0;
    }

    private void write(Scope scope, Map<EntryRef, PendingEntries> batch) {
        Memory memory = space.memory(scope);
        List<PendingEntries> lines = new ArrayList<>(batch.values());
        batch.clear();
        waitingLines -= lines.size();
        if (isDry) {
            lines.forEach(line -> compare(scope, memory, line));
            return;
        }
        // The episodes that a summary covers must be written first.
        write(memory, lines.stream().filter(line -> line.entry() == null).toList(), this::writeEpisodes);
        write(memory, lines.stream().filter(line -> line.entry() != null).toList(), this::writeEntries);
    }

    /** Reports what writing an entry would do. An equal text counts as unchanged. */
    private void compare(Scope scope, Memory memory, PendingEntries line) {
        NewEpisode episode = line.episode();
        Entry entry = line.entry();
        Instant end = entry == null ? null : entry.expiresAt();
        if (end != null && !Instant.now().isBefore(end)) {
            report.leaveOut(ENDED, 1);
            return;
        }
        Optional<? extends Entry> present = episode == null
                ? memory.find(Objects.requireNonNull(entry).kind().type(), entry.id())
                : memory.find(Episode.class, Objects.requireNonNull(episode.id()));
        boolean isSame = present.isPresent()
                && (episode == null
                        ? present.get()
                                .text()
                                .equals(Objects.requireNonNull(entry).text())
                        : ((Episode) present.get()).messages().equals(episode.messages()));
        report.preview(() -> InterchangeWriter.line(
                scope,
                entry == null
                        ? new InterchangeLine.OfEpisode(scope, Objects.requireNonNull(episode), true)
                                .entryAt(OffsetDateTime.now(ZoneOffset.UTC))
                                .orElseThrow()
                        : entry));
        Long before = present.map(Entry::revision).orElse(null);
        report.written(before, isSame ? Objects.requireNonNull(before) : Long.MAX_VALUE);
    }

    /** Writes a refused batch entry by entry, so that only the invalid ones are reported. */
    private void write(Memory memory, List<PendingEntries> lines, BiConsumer<Memory, List<PendingEntries>> writer) {
        if (lines.isEmpty()) {
            return;
        }
        try {
            writer.accept(memory, lines);
        } catch (IllegalArgumentException | AccessRefusedException refused) {
            for (PendingEntries line : lines) {
                try {
                    writer.accept(memory, List.of(line));
                } catch (IllegalArgumentException | AccessRefusedException e) {
                    report.bad(line.place(), String.valueOf(e.getMessage()));
                }
            }
        }
    }

    private void writeEpisodes(Memory memory, List<PendingEntries> lines) {
        List<Optional<Long>> before = new ArrayList<>(lines.size());
        List<NewEpisode> episodes = new ArrayList<>(lines.size());
        for (PendingEntries line : lines) {
            NewEpisode episode = Objects.requireNonNull(line.episode());
            episodes.add(episode);
            before.add(memory.find(Episode.class, Objects.requireNonNull(episode.id()))
                    .map(Episode::revision));
        }
        report(memory, before, memory.remember(episodes));
    }

    private void writeEntries(Memory memory, List<PendingEntries> lines) {
        List<Entry> entries =
                lines.stream().map(line -> Objects.requireNonNull(line.entry())).toList();
        List<Optional<Long>> before = entries.stream()
                .map(entry -> memory.find(entry.kind().type(), entry.id()).map(Entry::revision))
                .toList();
        report(memory, before, memory.archive().importAll(entries));
    }

    private void report(Memory memory, List<Optional<Long>> before, List<Receipt> receipts) {
        int withoutVector = 0;
        Receipt last = null;
        for (int i = 0; i < receipts.size(); i++) {
            Receipt receipt = receipts.get(i);
            if (receipt.position() == 0) {
                report.leaveOut(ENDED, 1);
                continue;
            }
            report.written(before.get(i).orElse(null), receipt.revision());
            if (receipt.vector() == Receipt.Progress.PENDING) {
                withoutVector++;
                last = receipt;
            }
        }
        if (last != null) {
            pending.add(memory, last, withoutVector);
        }
    }
}
