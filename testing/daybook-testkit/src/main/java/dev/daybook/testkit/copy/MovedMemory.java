package dev.daybook.testkit.copy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.ForgottenTextException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.ToolCall;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.Store;
import dev.daybook.testkit.CountingIds;
import dev.daybook.testkit.FixedClock;
import dev.daybook.testkit.HashEmbedder;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A memory with entries of all kinds and of several versions, gaps, quarantine and settings, and views of all of it. */
public final class MovedMemory {

    private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-04T12:00:00+01:00");

    private static final List<String> WORDS = List.of("heron", "canoe", "nets", "varnish", "gravel", "saffron");

    private static final String FORGOTTEN = "The canoe lies under the willow.";

    private MovedMemory() {}

    /** Opens a daybook that leaves the store open. */
    private static Daybook open(Store store) {
        Store kept = new ForwardingStore(store) {
            @Override
            public void close() {
                // The test closes it.
            }
        };
        return Daybook.builder(kept)
                .clock(FixedClock.at(NOON))
                .ids(new CountingIds())
                .embedder(new HashEmbedder(8))
                .background(false)
                .open();
    }

    /** Writes the memory into an empty store. */
    public static void fill(Store store) {
        try (Daybook daybook = open(store)) {
            fillAda(daybook.user("ada"));
            daybook.space(Space.DEFAULT.id()).shared().remember(episode("shared", 3));
            daybook.space(Space.DEFAULT.id()).anonymous().remember(episode("anonymous", 4));
            Memory emptied = daybook.user("emptied");
            emptied.remember(episode("gone", 5));
            emptied.forget(Selection.episode("gone"));
            Memory lab = daybook.space("lab").user("ada");
            lab.remember(episode("lab", 6));
            daybook.space("lab").changeSettings(MovedMemory::withBank);
            daybook.space("lab")
                    .bank()
                    .remember(NewSummary.of(Summary.Level.DAY, "The week was about boats.")
                            .period("2025-03-01")
                            .lastSourceAt(NOON.minusYears(1)));
        }
    }

    /** Writes a scope that refuses a forgotten text into an empty store. */
    public static void fillRefusing(Store store) {
        try (Daybook daybook = open(store)) {
            daybook.space("default").changeSettings(settings -> settings.refuseForgotten(true));
            daybook.user("ada").session("s1").remember(Message.user(FORGOTTEN));
            daybook.user("ada").forget(Selection.everything());
        }
    }

    /** Tests whether a scope refuses the forgotten text; if not, the text is written. */
    public static boolean refuses(Store store, String user) {
        try (Daybook daybook = open(store)) {
            daybook.user(user).session("s2").remember(Message.user(FORGOTTEN));
            return false;
        } catch (ForgottenTextException refused) {
            return true;
        }
    }

    private static SpaceSettings withBank(SpaceSettings settings) {
        return settings.bank(settings.bank().enabled(true));
    }

    private static NewEpisode episode(String id, int number) {
        String text = WORDS.get(number % 6) + " " + WORDS.get(number * 7 % 5) + " " + WORDS.get(number / 6 % 6);
        return NewEpisode.of(Message.user(text), Message.assistant("Noted: " + WORDS.get(number % 5)))
                .id(id)
                .session("s" + number % 3)
                .occurredAt(NOON.plusMinutes(number))
                .metadata(Map.of("even", number % 2 == 0));
    }

    private static void fillAda(Memory ada) {
        for (int i = 0; i < 36; i++) {
            ada.remember(episode("e" + i % 30, i));
        }
        ada.remember(episode("calls", 40)
                .toolCalls(List.of(new ToolCall("c1", "bell", "{}", "rung"), new ToolCall(null, "bell", "", null))));
        ada.blocks().remember("USER", "Builds boats.");
        ada.blocks().append("USER", "Lives at a lake.");
        ada.blocks().remember("plan", "Paint the hull.");
        ada.facts()
                .remember(NewFact.of("Ada", "lives in", "Lisbon")
                        .id("f1")
                        .validFrom(NOON.minusYears(2))
                        .recordedAt(NOON.minusYears(1)));
        ada.facts().remember(NewFact.of("Ada", "lives in", "Porto").id("f2").validFrom(NOON.minusDays(3)));
        ada.notes().remember("Prefers varnish to paint.");
        ada.session("s1").rememberSummary("Talk about herons.", 5);
        ada.session("s1").change(options -> options.name("Boats"));
        ada.session("s2").change(options -> options.isPrivate(true));
        ada.quarantine().hide(Selection.episode("e7"));
        ada.forget(Selection.episode("e20"));
        ada.forget(Selection.episode("calls"));
        ada.consolidate();
        ada.remember(episode("last", 50));
        ada.forget(Selection.episode("last"));
    }

    /** Returns the answers of a memory over a store. */
    public static List<Object> views(Store store) {
        List<Object> views = new ArrayList<>();
        try (Daybook daybook = open(store)) {
            for (String space : List.of("default", "lab")) {
                views.add(daybook.space(space).settings());
                views.add(daybook.space(space).bank().list());
                for (Scope scope : daybook.space(space)
                        .scopes()
                        .sorted(Comparator.comparing(Scope::code))
                        .toList()) {
                    addViews(daybook.space(space).memory(scope), views);
                }
            }
        }
        return views;
    }

    private static void addViews(Memory memory, List<Object> views) {
        views.add(memory.scope());
        try (Stream<Entry> entries = memory.archive().exportAll()) {
            views.addAll(entries.toList());
        }
        views.add(memory.facts().list(FactQuery.all()));
        views.add(memory.facts().history("f1"));
        views.add(memory.notes().list());
        views.add(memory.archive().summaries());
        views.add(memory.archive().profile());
        for (Block block : memory.blocks().list()) {
            views.add(memory.blocks().history(block.name()));
        }
        for (SessionInfo session : memory.sessions()) {
            views.add(session);
            views.add(memory.session(session.id()).turns(100));
        }
        memory.quarantine().list().forEach(hidden -> {
            views.add(hidden);
            views.addAll(memory.quarantine().entries(hidden.operation()).toList());
        });
        for (By by : By.values()) {
            Query query = Query.of("heron canoe boats").by(by).limit(100);
            memory.recall(query).forEach(hit -> {
                views.add(hit);
                views.add(memory.explain(
                        query, new EntryRef(hit.scope(), hit.entry().kind(), hit.id())));
            });
        }
    }
}
