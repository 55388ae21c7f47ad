package dev.daybook.server.importing;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Fact;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.NewSession;
import dev.daybook.data.Origin;
import dev.daybook.data.Receipt;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import dev.daybook.server.json.Interchange;
import dev.daybook.server.json.JsonLines;
import dev.daybook.server.json.Line;
import java.time.Duration;
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
 * Writes what lines of interchange and memories of other programs hold into a space, a batch by scope. What is already
 * there stays as it is, so an import that was broken off is begun again and comes to the same end. Not thread-safe.
 */
public final class Importer implements Intake {

    /** One flush for five hundred lines; more would only make a broken batch dearer. */
    private static final int BATCH_LINES = 500;

    /** What waits over all scopes stays small, however many users a file has and however long their texts are. */
    private static final long WAITING_CHARACTERS = 8L << 20;

    private static final int WAITING_LINES = 5_000;

    private final MemorySpace space;
    private final ImportReport report;
    private final ImportListener listener;
    private final Map<Scope, Map<Ref, Waiting>> waiting = new LinkedHashMap<>();
    private final PendingVectors pending = new PendingVectors();
    private long waitingCharacters;
    private int waitingLines;

    /** An episode, or an entry of another kind; the other of the two is null. */
    private record Waiting(
            Place place,
            @Nullable NewEpisode episode,
            @Nullable Entry entry) {}

    /**
     * An import into a space.
     *
     * @param listener is told how far it has come
     */
    public Importer(MemorySpace space, ImportReport report, ImportListener listener) {
        this.space = space;
        this.report = report;
        this.listener = listener;
    }

    /** Reads and writes all lines. */
    public void read(JsonLines lines, Interchange interchange) {
        while (lines.advance()) {
            take(Place.line(lines.number()), () -> {
                String text = lines.text();
                return text.isBlank() ? Optional.empty() : Optional.of(interchange.read(text));
            });
        }
        write();
    }

    /** Reads and writes all that a source holds. */
    public void read(Source source) {
        try {
            source.read(this);
        } finally {
            // If it fails in the middle, what was read is right; the next import has so much less to write.
            write();
        }
    }

    @Override
    public void take(Place place, Supplier<Optional<Line>> reading) {
        try {
            reading.get().ifPresent(line -> {
                take(place, line);
                report.read();
            });
        } catch (IllegalArgumentException e) {
            report.read();
            report.bad(place, String.valueOf(e.getMessage()));
        }
        listener.read(place, report);
    }

    @Override
    public Optional<OffsetDateTime> recordedAt(Ref ref) {
        return space.memory(ref.scope()).entry(ref.kind(), ref.id()).map(Entry::recordedAt);
    }

    /**
     * Waits until all that was written can be found by meaning.
     *
     * @param patience after this long in which nothing came of it, it ends
     * @return how many entries still have no vector
     */
    public long awaitVectors(Duration patience) {
        return pending.await(patience, listener);
    }

    private void take(Place place, Line line) {
        if (line instanceof Line.OfEpisode of) {
            take(place, of);
        } else if (line instanceof Line.OfEntry of) {
            Entry entry = of.entry();
            Ref ref = new Ref(of.scope(), entry.kind(), entry.id());
            take(ref, new Waiting(place, null, entry), entry.text().length());
        } else if (line instanceof Line.OfUntimedFact of) {
            Ref ref = new Ref(of.scope(), Kind.FACT, of.id());
            // The same file read again changes nothing, so what is there keeps its time.
            Fact fact = of.at().apply(recordedAt(ref).orElseGet(() -> OffsetDateTime.now(ZoneOffset.UTC)));
            take(ref, new Waiting(place, null, fact), fact.text().length());
        } else if (line instanceof Line.OfSession of) {
            take(of);
        } else if (line instanceof Line.OfSettings of) {
            Settings before = space.settings();
            if (!of.over(before).equals(before)) {
                // What stands before it in the file was meant to be written under the settings before.
                write();
                space.changeSettings(of::over);
            }
        }
    }

    private void take(Line.OfSession line) {
        space.memory(line.scope())
                .sessions()
                .put(NewSession.of(line.id())
                        .withName(line.name())
                        .withPrivate(line.isPrivate())
                        .withCreated(line.created()));
    }

    private void take(Place place, Line.OfEpisode line) {
        NewEpisode episode = line.episode();
        Ref ref = new Ref(line.scope(), Kind.EPISODE, Objects.requireNonNull(episode.id()));
        long characters = 0;
        for (Message message : episode.messages()) {
            characters += message.text().length();
        }
        boolean marked = episode.metadata().keySet().stream().anyMatch(name -> name.startsWith(NewEpisode.RESERVED));
        take(ref, marked ? new Waiting(place, null, exported(episode)) : new Waiting(place, episode, null), characters);
    }

    /** As it was exported: what the library marked for itself may come back, but nobody may write it anew. */
    private static Episode exported(NewEpisode episode) {
        Origin origin = Objects.requireNonNullElse(episode.origin(), Origin.IMPORT);
        OffsetDateTime time = episode.occurredAt();
        if (time == null) {
            throw new IllegalArgumentException("occurredAt is missing from a line that the library marked for itself;"
                    + " give the line as it was exported");
        }
        return new Episode(
                Objects.requireNonNull(episode.id()),
                0,
                0,
                episode.session(),
                time,
                time,
                episode.messages(),
                episode.toolCalls(),
                episode.metadata(),
                origin,
                Objects.requireNonNullElse(episode.trust(), origin.source().trust()),
                false,
                episode.embedding());
    }

    private void take(Ref ref, Waiting line, long characters) {
        Map<Ref, Waiting> batch = waiting.computeIfAbsent(ref.scope(), scope -> new LinkedHashMap<>());
        // A batch has an id once only; the same id again replaces, so it has to come after.
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

    /** Writes what was taken and still waits. */
    public void write() {
        waiting.forEach(this::write);
        waiting.clear();
        waitingLines = 0;
        waitingCharacters = 0;
    }

    private void write(Scope scope, Map<Ref, Waiting> batch) {
        Memory memory = space.memory(scope);
        List<Waiting> lines = new ArrayList<>(batch.values());
        batch.clear();
        waitingLines -= lines.size();
        // What a gist covers has to be there before it.
        write(memory, lines.stream().filter(line -> line.entry() == null).toList(), this::writeEpisodes);
        write(memory, lines.stream().filter(line -> line.entry() != null).toList(), this::writeEntries);
    }

    /** If a batch is refused for one of its lines, the others go in, and the bad one is named. */
    private void write(Memory memory, List<Waiting> lines, BiConsumer<Memory, List<Waiting>> writer) {
        if (lines.isEmpty()) {
            return;
        }
        try {
            writer.accept(memory, lines);
        } catch (IllegalArgumentException refused) {
            for (Waiting line : lines) {
                try {
                    writer.accept(memory, List.of(line));
                } catch (IllegalArgumentException e) {
                    report.bad(line.place(), String.valueOf(e.getMessage()));
                }
            }
        }
    }

    private void writeEpisodes(Memory memory, List<Waiting> lines) {
        List<Optional<Long>> before = new ArrayList<>(lines.size());
        List<NewEpisode> episodes = new ArrayList<>(lines.size());
        for (Waiting line : lines) {
            NewEpisode episode = Objects.requireNonNull(line.episode());
            episodes.add(episode);
            before.add(memory.episode(Objects.requireNonNull(episode.id())).map(Episode::revision));
        }
        report(memory, before, memory.rememberAll(episodes));
    }

    private void writeEntries(Memory memory, List<Waiting> lines) {
        List<Entry> entries =
                lines.stream().map(line -> Objects.requireNonNull(line.entry())).toList();
        List<Optional<Long>> before = entries.stream()
                .map(entry -> memory.entry(entry.kind(), entry.id()).map(Entry::revision))
                .toList();
        report(memory, before, memory.importAll(entries));
    }

    private void report(Memory memory, List<Optional<Long>> before, List<Receipt> receipts) {
        int withoutVector = 0;
        Receipt last = null;
        for (int i = 0; i < receipts.size(); i++) {
            Receipt receipt = receipts.get(i);
            report.written(before.get(i), receipt.revision());
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
