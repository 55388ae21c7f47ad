package dev.daybook.fuzz;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.interchange.InterchangeWriter;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.ToolCall;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Selection;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.CountingIds;
import dev.daybook.testkit.FixedClock;
import dev.daybook.testkit.HashEmbedder;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A small memory with entries and states of all kinds, whose stored bytes and lines are the seeds of targets. */
public final class FuzzedMemory {

    private static final FuzzedMemory FILLED = new FuzzedMemory();

    private final InMemoryStore store = new InMemoryStore();
    private final List<Scope> scopes = List.of(new Scope.User(Space.DEFAULT, "ada"), new Scope.Shared(Space.DEFAULT));
    private final List<String> lines = new ArrayList<>();

    private FuzzedMemory() {
        // Not closed: closing clears the store.
        Daybook daybook = Daybook.builder(store)
                .embedder(new HashEmbedder(4))
                .clock(FixedClock.at(OffsetDateTime.parse("2026-05-20T08:00:00Z")))
                .ids(new CountingIds())
                .background(false)
                .open();
        fill(daybook);
    }

    /** Returns the memory, which every target shares. */
    public static FuzzedMemory filled() {
        return FILLED;
    }

    private void fill(Daybook daybook) {
        Memory ada = daybook.user("ada");
        daybook.space("default").changeSettings(settings -> settings.retentionDays(90));
        ada.session("monday")
                .change(options -> options.name("Plans")
                        .isPrivate(true)
                        .created(OffsetDateTime.parse("2026-05-08T13:56:00+02:00")));
        ada.session("tuesday").change(options -> options.retentionDays(30));
        String id = ada.remember(NewEpisode.of(
                                Message.user("I moved to Lisbon in May, and the harbour is loud.")
                                        .withName("Ada"),
                                new Message("assistant", "bot", "Noted.", List.of(call()), null),
                                Message.tool("sunny").answering("call_1"))
                        .session("monday")
                        .occurredAt(OffsetDateTime.parse("2026-05-08T13:56:00.123456+02:00"))
                        .metadata(Map.of("mood", "good", "score", 1.5, "turn", 7L, "seen", true))
                        .toolCalls(List.of(call()))
                        .embedding(Embedding.of(0.5f, -1, 2, 3.25f)))
                .id();
        EntryRef episode = new EntryRef(ada.scope(), Kind.EPISODE, id);
        ada.session("tuesday").remember(Message.user("What is the weather?"), Message.assistant("Sunny."));
        ada.facts()
                .remember(NewFact.of("Ada", "lives_in", "Lisbon")
                        .confidence(0.5)
                        .validFrom(OffsetDateTime.parse("2026-05-01T00:00:00Z"))
                        .sources(List.of(episode)));
        ada.facts().remember(NewFact.of("Ada", "lives_in", "Porto"));
        ada.blocks()
                .remember(NewBlock.of("human", "Likes tea.")
                        .agentWritable(true)
                        .maxLength(500)
                        .sources(List.of(episode)));
        ada.blocks().remember("memories/notes.md", "one\ntwo\n");
        ada.notes().remember(List.of("She likes loud harbours."), new Origin(Origin.Source.TOOL, "tool", "key_1"));
        ada.session("monday").rememberSummary("They spoke of Lisbon.", 1);
        daybook.space(Space.DEFAULT.id())
                .shared()
                .facts()
                .remember(NewFact.of("office", "closes_at", "six").sources(List.of(episode)));
        ada.consolidate();
        ada.archive().exportLines().forEach(lines::add);
        lines.add(InterchangeWriter.line(daybook.space("default").settings()));
        ada.quarantine().hide(Selection.session("tuesday"));
        // Last: a quarantine erases the contexts that show its entries.
        ada.session("monday")
                .context("where does Ada live?", ContextOptions.defaults().keep(true));
    }

    private static ToolCall call() {
        return new ToolCall("call_1", "weather", "{\"city\":\"Lisbon\"}", "sunny");
    }

    /** Returns the lines of an export. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Returns the stored versions of a kind. */
    public List<StoredEntry> entries(Kind kind) {
        List<StoredEntry> entries = new ArrayList<>();
        for (Scope scope : scopes) {
            entries.addAll(store.scan(scope, EntryScan.of(kind).versions(EntryScan.Versions.ALL))
                    .items());
        }
        return entries;
    }

    /** Returns the bytes of the sidecars whose names begin so. */
    public List<byte[]> sidecars(String prefix) {
        List<byte[]> bytes = new ArrayList<>();
        for (Scope scope : scopes) {
            for (IndexRow row : store.rows(scope, 0, 100).items()) {
                row.sidecars().forEach((name, blob) -> {
                    if (name.startsWith(prefix)) {
                        bytes.add(blob.toArray());
                    }
                });
            }
        }
        return bytes;
    }

    /** Returns the bytes of the states whose names begin so. */
    public List<byte[]> states(String prefix) {
        return states().filter(state -> state.name().startsWith(prefix))
                .map(ScopeState::bytes)
                .map(Blob::toArray)
                .toList();
    }

    private Stream<ScopeState> states() {
        return scopes.stream().flatMap(scope -> PagedReads.all(cursor -> store.states(scope, "", cursor, 100)));
    }

    /** Returns texts as seeds. */
    public static List<byte[]> bytes(List<String> texts) {
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }
}
