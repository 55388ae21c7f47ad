package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Archive;
import dev.daybook.Blocks;
import dev.daybook.Daybook;
import dev.daybook.ErasurePreview;
import dev.daybook.Facts;
import dev.daybook.Memory;
import dev.daybook.Notes;
import dev.daybook.Operations;
import dev.daybook.Quarantine;
import dev.daybook.Session;
import dev.daybook.WhatIf;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.HashEmbedder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each read call costs in a scope that is too large for an index in memory, counted in what the store returns. One
 * input after the other is doubled: those that the table of docs/operating.md names for a call make it dearer, and no others.
 */
class ReadCallBoundsTest {

    /** What a scope has more or less of. */
    enum Input {
        /** The episodes of the session, of a scope with as many episodes as before. */
        SESSION,
        /** The episodes of other sessions. */
        EPISODES,
        FACTS,
        NOTES,
        SUMMARIES,
        BLOCKS
    }

    private static final Map<Input, Integer> SIZES = Map.of(
            Input.SESSION, 300,
            Input.EPISODES, 900,
            Input.FACTS, 120,
            Input.NOTES, 100,
            Input.SUMMARIES, 60,
            Input.BLOCKS, 60);

    /** Single reads that depend on which entries match, and on the budget of a context. */
    private static long slack(long work) {
        return 45 + work / 50;
    }

    /** Less than each input has entries. */
    private static final long MIN_GROWTH = 40;

    private static final List<Class<?>> PARTS_OF_A_MEMORY = List.of(
            Memory.class,
            Session.class,
            Archive.class,
            WhatIf.class,
            ErasurePreview.class,
            Blocks.class,
            Facts.class,
            Notes.class,
            Operations.class,
            Quarantine.class);

    private static final Set<String> WRITES = Set.of(
            "Memory.remember",
            "Memory.consolidate",
            "Memory.forget",
            "Session.remember",
            "Session.change",
            "Session.rememberSummary",
            "Session.summarize",
            "Archive.importAll",
            "Blocks.remember",
            "Blocks.append",
            "Blocks.move",
            "Blocks.end",
            "Facts.remember",
            "Facts.end",
            "Facts.forget",
            "Notes.remember",
            "Operations.await",
            "Operations.undo",
            "Quarantine.hide",
            "Quarantine.propose",
            "Quarantine.release");

    private static final Set<String> PARTS = Set.of(
            "Memory.scope",
            "Memory.session",
            "Memory.agent",
            "Memory.with",
            "Memory.without",
            "Memory.preview",
            "Memory.blocks",
            "Memory.facts",
            "Memory.notes",
            "Memory.operations",
            "Memory.archive",
            "Session.id",
            "Memory.quarantine");

    private static final Query QUESTION = Query.of("the heron on walk 12");

    private static final Map<String, Consumer<Memory>> CALLS = calls();

    private static Map<String, Consumer<Memory>> calls() {
        Map<String, Consumer<Memory>> calls = new LinkedHashMap<>();
        calls.put("Memory.find", memory -> memory.find(Episode.class, "e12"));
        calls.put("Memory.find of a fact", memory -> memory.find(Fact.class, "f1"));
        calls.put("Archive.history", memory -> memory.archive().history("e12"));
        calls.put("Memory.recall", memory -> memory.recall(QUESTION));
        calls.put("Memory.recall by words", memory -> memory.recall(QUESTION.by(By.WORDS)));
        calls.put("Memory.recall by meaning", memory -> memory.recall(QUESTION.by(By.MEANING)));
        calls.put(
                "Memory.recall by text",
                memory -> memory.recall(Query.of("kingfisher").by(By.TEXT)));
        calls.put(
                "Memory.recall by newest", memory -> memory.recall(Query.of("").by(By.NEWEST)));
        calls.put("Memory.recall in a session", memory -> memory.recall(QUESTION.sessions("one")));
        calls.put(
                "Memory.explain",
                memory -> memory.explain(QUESTION, new EntryRef(memory.scope(), Kind.EPISODE, "e12")));
        calls.put(
                "WhatIf.recall",
                memory -> memory.without(Selection.episode("e12")).recall(QUESTION));
        calls.put(
                "WhatIf.context",
                memory -> memory.without(Selection.episode("e12"))
                        .context("one", "the heron", ContextOptions.defaults()));
        calls.put("Session.context", memory -> memory.session("one").context("the heron on walk 12"));
        calls.put("Archive.profile", memory -> memory.archive().profile());
        calls.put("Archive.changes", memory -> memory.archive().changes(null, 10));
        calls.put("Archive.exportAll", memory -> memory.archive().exportAll().toList());
        calls.put(
                "Archive.exportLines", memory -> memory.archive().exportLines().toList());
        calls.put(
                "ErasurePreview.receipt",
                memory -> memory.preview(Selection.episode("e12")).receipt());
        calls.put(
                "ErasurePreview.receipt of a session",
                memory -> memory.preview(Selection.session("one")).receipt());
        calls.put(
                "ErasurePreview.entries",
                memory -> memory.preview(Selection.episode("e12")).entries());
        calls.put("Memory.sessions", memory -> memory.sessions());
        calls.put("Session.info", memory -> memory.session("one").info());
        calls.put("Session.turns", memory -> memory.session("one").turns(20));
        calls.put("Blocks.list", memory -> memory.blocks().list());
        calls.put("Blocks.find", memory -> memory.blocks().find("b1"));
        calls.put("Blocks.core", memory -> memory.blocks().core());
        calls.put("Blocks.history", memory -> memory.blocks().history("b1"));
        calls.put("Facts.find", memory -> memory.facts().find("f1"));
        calls.put("Facts.assess", memory -> memory.facts().assess(NewEpisode.of(Message.user("I live in Oslo."))));
        calls.put("Facts.list", memory -> memory.facts().list(FactQuery.all()));
        calls.put("Facts.listByScope", memory -> memory.facts().listByScope(FactQuery.all()));
        calls.put("Facts.recall", memory -> memory.facts().recall("lake 7", 5));
        calls.put("Facts.history", memory -> memory.facts().history("f1"));
        calls.put("Facts.rejected", memory -> memory.facts().rejected());
        calls.put("Notes.latest", memory -> memory.notes().latest(0, 5));
        calls.put("Notes.due", memory -> memory.notes().due(NOON.toInstant(), 5));
        calls.put("Notes.recall", memory -> memory.notes().recall("lake 7", 5));
        calls.put("Notes.find", memory -> memory.notes().find("n1"));
        calls.put("Notes.list", memory -> memory.notes().list());
        calls.put("Session.summary", memory -> memory.session("one").summary());
        calls.put("Session.pending", memory -> memory.session("one").pending());
        calls.put("Archive.summaries", memory -> memory.archive().summaries());
        calls.put("Session.summaryHistory", memory -> memory.session("one").summaryHistory());
        calls.put("Operations.find", memory -> memory.operations().find("none"));
        calls.put("Operations.auditEntry", memory -> memory.operations().auditEntry("none"));
        calls.put("Operations.keptContext", memory -> memory.operations().keptContext("none"));
        calls.put("Quarantine.preview", memory -> memory.quarantine().preview(Selection.episode("e12")));
        calls.put("Quarantine.list", memory -> memory.quarantine().list());
        calls.put("Quarantine.entries", memory -> {
            try {
                memory.quarantine().entries("none").toList();
            } catch (RuntimeException absent) {
                assertThat(absent).hasMessageContaining("none");
            }
        });
        return calls;
    }

    /** A large scope with the sizes of its inputs. */
    private static final class LargeScope implements AutoCloseable {
        private final CountedReads reads = new CountedReads(new CrampedStore(new InMemoryStore(), 100));
        private final Daybook daybook = Daybook.builder(reads)
                .embedder(new HashEmbedder(8))
                .background(false)
                .open();
        private final Memory memory = daybook.user("ada");

        LargeScope(Map<Input, Integer> sizes) {
            int session = sizes.get(Input.SESSION);
            int others = sizes.get(Input.EPISODES);
            List<NewEpisode> episodes = new ArrayList<>();
            for (int i = 0; i < session + others; i++) {
                int before = i * session / (session + others);
                boolean inSession = before != (i + 1) * session / (session + others);
                episodes.add(NewEpisode.of(Message.user("The heron stood by the lake on walk " + i + "."))
                        .id("e" + i)
                        .session(inSession ? "one" : "s" + (i - before) % sizes.get(Input.SUMMARIES))
                        .occurredAt(NOON.plusMinutes(i)));
            }
            List<Receipt> receipts = memory.remember(episodes);
            memory.operations().await(receipts.get(receipts.size() - 1), Duration.ofMinutes(1));
            memory.facts()
                    .remember(IntStream.range(0, sizes.get(Input.FACTS))
                            .mapToObj(i -> NewFact.of("heron " + i, "stands by", "lake " + i)
                                    .id("f" + i))
                            .toList());
            memory.archive()
                    .importAll(IntStream.range(0, sizes.get(Input.NOTES))
                            .mapToObj(LargeScope::note)
                            .toList());
            IntStream.range(0, sizes.get(Input.SUMMARIES))
                    .forEach(i -> memory.session("s" + i).rememberSummary("A walk to the lake.", lastOf("s" + i)));
            IntStream.range(0, sizes.get(Input.BLOCKS))
                    .forEach(i -> memory.blocks().remember("b" + i, "lake " + i));
            memory.operations().await(memory.session("last").remember(Message.user("A coot.")), Duration.ofMinutes(1));
        }

        private static Note note(int number) {
            return new Note(
                    "n" + number,
                    "The heron of lake " + number,
                    NOON.plusSeconds(number),
                    NOON.plusSeconds(number),
                    List.of(),
                    List.of(),
                    List.of(),
                    SummaryMethod.GIVEN,
                    Provenance.unwritten(Origin.USER, Trust.USER));
        }

        private long lastOf(String session) {
            return memory.session(session).turns(1).get(0).position();
        }

        long work(Consumer<Memory> call) {
            // The first call may load what the next ones have.
            call.accept(memory);
            long before = reads.count();
            call.accept(memory);
            return reads.count() - before;
        }

        @Override
        public void close() {
            daybook.close();
        }
    }

    /** Counts the calls of the thread that made it and of its reader of rows, and what they return. */
    private static final class CountedReads extends ForwardingStore {
        private final Thread counted = Thread.currentThread();
        private final AtomicLong count = new AtomicLong();

        CountedReads(Store store) {
            super(store);
        }

        long count() {
            return count.get();
        }

        private <T> List<T> counted(List<T> items) {
            Thread reader = Thread.currentThread();
            if (reader == counted || reader.getName().equals("daybook-rows")) {
                count.addAndGet(1 + items.size());
            }
            return items;
        }

        private <T> Page<T> counted(Page<T> page) {
            counted(page.items());
            return page;
        }

        @Override
        public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
            return counted(super.get(scope, keys));
        }

        @Override
        public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
            return counted(super.scan(scope, scan));
        }

        @Override
        public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
            return counted(super.scan(scope, scan, damaged));
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            return counted(super.rows(scope, afterRevision, limit));
        }

        @Override
        public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
            return counted(super.states(scope, prefix, cursor, limit));
        }

        @Override
        public Optional<ScopeState> state(Scope scope, String name) {
            return counted(super.state(scope, name).stream().toList()).stream().findFirst();
        }

        @Override
        public Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit) {
            return counted(super.audits(scope, cursor, limit));
        }

        @Override
        public List<StoredAudit> audits(String operation) {
            return counted(super.audits(operation));
        }
    }

    private static final Map<Input, LargeScope> DOUBLED = new EnumMap<>(Input.class);
    private static LargeScope single;

    @BeforeAll
    static void write() {
        single = new LargeScope(SIZES);
        for (Input input : Input.values()) {
            Map<Input, Integer> sizes = new EnumMap<>(SIZES);
            sizes.merge(input, 2, (size, factor) -> size * factor);
            if (input == Input.SESSION) {
                sizes.merge(Input.EPISODES, SIZES.get(Input.SESSION), (size, moved) -> size - moved);
            }
            DOUBLED.put(input, new LargeScope(sizes));
        }
    }

    @AfterAll
    static void close() {
        single.close();
        DOUBLED.values().forEach(LargeScope::close);
    }

    /** Reads the calls with what may make each dearer. */
    private static Map<String, Set<Input>> table() throws IOException {
        Map<String, Set<Input>> table = new TreeMap<>();
        Pattern row = Pattern.compile(
                "\\| `((?:Memory|Session|Archive|WhatIf|ErasurePreview|Blocks|Facts|Notes|Operations|Quarantine)\\.[^`]+)`"
                        + " \\| ([^|]*) \\|.*");
        for (String line : Files.readAllLines(Path.of("..", "..", "docs", "operating.md"))) {
            Matcher matcher = row.matcher(line);
            if (matcher.matches()) {
                Set<Input> inputs = EnumSet.noneOf(Input.class);
                if (!matcher.group(2).equals("–")) {
                    Arrays.stream(matcher.group(2).split(", "))
                            .forEach(word -> inputs.add(Input.valueOf(word.toUpperCase(Locale.ROOT))));
                }
                table.put(matcher.group(1), inputs);
            }
        }
        return table;
    }

    @Test
    void every_read_call_has_a_row_in_the_table() throws IOException {
        Set<String> reads = PARTS_OF_A_MEMORY.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> !method.isSynthetic())
                        .map(method -> type.getSimpleName() + "." + method.getName()))
                .filter(name -> !WRITES.contains(name) && !PARTS.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(CALLS.keySet().stream().map(name -> name.split(" ")[0]).collect(Collectors.toSet()))
                .isEqualTo(reads);
        assertThat(table().keySet()).isEqualTo(new TreeSet<>(CALLS.keySet()));
    }

    static Set<String> names() {
        return CALLS.keySet();
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_call_costs_what_it_shows_and_the_inputs_that_the_table_names(String name) throws IOException {
        Set<Input> named = table().getOrDefault(name, Set.of());
        long before = single.work(CALLS.get(name));
        Map<Input, Long> doubled = new EnumMap<>(Input.class);
        DOUBLED.forEach((input, scope) -> doubled.put(input, scope.work(CALLS.get(name))));

        assertThat(before).isPositive();
        assertThat(doubled)
                .as("%s costs %d", name, before)
                .allSatisfy((input, work) -> assertThat(work)
                        .as("with twice the %s", input)
                        .isBetween(
                                named.contains(input) ? before + MIN_GROWTH : 0,
                                (named.contains(input) ? 2 * before : before) + slack(before)));
    }

    /** The recalls of a context: of details, facts, notes and gists. */
    @Test
    void a_context_costs_at_most_twice_its_recalls() {
        long recalls = 0;
        for (Kind kind : List.of(Kind.EPISODE, Kind.FACT, Kind.NOTE, Kind.SUMMARY)) {
            recalls += single.work(memory ->
                    memory.recall(Query.of("the heron on walk 12").kinds(kind).limit(60)));
        }

        assertThat(single.work(CALLS.get("Session.context"))).isLessThan(2 * recalls);
    }
}
