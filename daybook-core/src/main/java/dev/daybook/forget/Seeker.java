package dev.daybook.forget;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Kind;
import dev.daybook.data.Origin;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.remember.DerivedStates;
import dev.daybook.remember.KeptContexts;
import dev.daybook.remember.Ledger.Posting;
import dev.daybook.remember.QuarantineStates;
import dev.daybook.remember.QuarantineStates.Kept;
import dev.daybook.remember.Sayings;
import dev.daybook.remember.SessionStates;
import dev.daybook.remember.SettingsStates;
import dev.daybook.spi.Head;
import dev.daybook.spi.Key;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Put;
import dev.daybook.spi.Scan;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what a selection means, to be forgotten or to be kept in quarantine. Changes nothing. */
final class Seeker {

    private static final int PAGE = 1_000;

    private final Store store;
    private final boolean keeping;

    /** @param keeping whether what is meant is kept in quarantine */
    Seeker(Store store, boolean keeping) {
        this.store = store;
        this.keeping = keeping;
    }

    /**
     * What goes from the scope that the selection is of.
     *
     * @param upTo only what was written up to this revision of the scope
     */
    Doom own(Scope scope, Selection selection, long upTo) {
        Head head = store.head(scope);
        if (selection.isEverything() && head.revision() <= upTo) {
            List<StateChange> kept = noMemory(scope);
            boolean empty = head.counts().isEmpty()
                    && store.states(scope, "", null, kept.size() + 1).items().size() == kept.size();
            return empty
                    ? Doom.nothing(scope)
                    : Doom.everything(scope, head.counts()).marking(kept);
        }
        Reach reach = new Reach(scope, held(scope, head), new Sayings(store, scope));
        Set<String> sessions = new HashSet<>();
        if (selection.session() != null && selection.equals(Selection.session(selection.session()))) {
            sessions.add(selection.session());
        }
        Set<String> touched = new HashSet<>(sessions);
        sessions.addAll(takeEpisodes(scope, selection, upTo, reach, touched));
        reach.takeMeant(version -> version.stored().contentRevision() <= upTo && matches(selection, version));
        if (keeping) {
            reach.takeWhatGoesOn();
            Doom doom = withDerived(scope, reach.doom(List.of()), touched).marking(marks(scope, reach));
            return keeping(doom, reach.kept());
        }
        Doom doom =
                withDerived(scope, reach.doom(known(scope, sessions)), touched).marking(marks(scope, reach));
        return doom.andKept(forgotten(
                scope,
                doom.cited(),
                version -> version.stored().contentRevision() <= upTo && matches(selection, version)));
    }

    /** Settings of the space, and what models have cost in it: to forget what was said must not change what is allowed. */
    private List<StateChange> noMemory(Scope scope) {
        if (!(scope instanceof Scope.Shared)) {
            return List.of();
        }
        return Stream.of(SettingsStates.PREFIX, DerivedStates.SPENT)
                .flatMap(prefix -> Pages.all(cursor -> store.states(scope, prefix, cursor, Pages.SIZE)))
                .map(state -> new StateChange(state.name(), Put.ANY, state.bytes()))
                .toList();
    }

    /** The same, where episodes are put out of sight and not erased. */
    private Doom keeping(Doom doom, List<Kept> others) {
        List<Key> episodes =
                doom.gone().stream().filter(key -> key.kind() == Kind.EPISODE).toList();
        List<Kept> kept = new ArrayList<>(others);
        episodes.forEach(key -> kept.add(Kept.episode(key)));
        List<Put> hidden = store.get(doom.scope(), episodes).stream()
                // It was written down when it was: what is asked as of a time finds it as before, once it is released.
                .map(stored -> new Posting(
                                EntryCodec.decode(stored), QuarantineStates.STATUS, stored.recorded(), stored)
                        .toPut())
                .toList();
        return doom.keeping(kept, hidden);
    }

    /** What lies in quarantine and is forgotten: what is meant itself, what rests on something that goes, and links to both. */
    private List<Kept> forgotten(Scope scope, Predicate<Ref> gone, Predicate<Held.Version> meant) {
        List<Kept> all = QuarantineStates.all(store, scope).toList();
        Set<Kept> forgotten = new LinkedHashSet<>();
        for (Kept each : all) {
            Stored version = each.version();
            boolean goes = version == null
                    ? gone.test(ref(scope, each.key()))
                    : meant.test(new Held.Version(version)) || rests(new Held.Version(version), gone);
            if (goes || each.isLink() && gone.test(ref(scope, each.key()))) {
                forgotten.add(each);
            }
        }
        Set<Key> keys = forgotten.stream().map(Kept::key).collect(Collectors.toSet());
        all.stream()
                .filter(each -> each.isLink()
                        && each.entry().stream()
                                .flatMap(entry -> Reach.enders(scope, entry))
                                .anyMatch(ref -> keys.contains(new Key(ref.kind(), ref.id()))))
                .forEach(forgotten::add);
        return List.copyOf(forgotten);
    }

    private static boolean rests(Held.Version version, Predicate<Ref> gone) {
        return version.sources().stream().anyMatch(gone);
    }

    private static Ref ref(Scope scope, Key key) {
        return new Ref(scope, key.kind(), key.id());
    }

    /** The same, with the states that have to do with what goes. */
    Doom withDerived(Scope scope, Doom doom, Set<String> sessions) {
        Set<Key> keys = new HashSet<>(doom.erase().keys());
        Doom derived = doom.and(DerivedStates.concerning(store, scope, keys, sessions));
        // They lie in what is shared; those that show an entry of another scope are found with what cites it.
        return scope instanceof Scope.Shared && !keys.isEmpty()
                ? derived.and(KeptContexts.citing(store, scope.space(), doom.cited()))
                : derived;
    }

    /** The names of the states of a scope that begin with a prefix. */
    List<String> states(Scope scope, String prefix) {
        return Pages.all(cursor -> store.states(scope, prefix, cursor, Pages.SIZE))
                .map(State::name)
                .toList();
    }

    /** What goes from what is shared, because it cites what goes from a scope; and states that are about that. */
    Doom citing(Scope shared, Scope scope, Predicate<Ref> gone, List<String> states) {
        Reach reach = new Reach(shared, held(shared, store.head(shared)), new Sayings(store, shared));
        reach.take(version -> rests(version, gone));
        List<String> concerned = new ArrayList<>(states);
        concerned.addAll(KeptContexts.citing(store, scope, gone));
        Doom doom = withDerived(shared, reach.doom(concerned), Set.of()).marking(marks(shared, reach));
        return keeping
                ? keeping(doom, reach.kept())
                : doom.andKept(forgotten(shared, doom.cited().or(gone), version -> false));
    }

    /**
     * What becomes of additions that stay while notes of theirs go: they are made into notes again, unless those were meant.
     * Where only the core loses what it had of them, it is asked for again.
     */
    private List<StateChange> marks(Scope scope, Reach reach) {
        Additions additions = reach.additions();
        List<StateChange> marks = new ArrayList<>();
        episodes(scope, additions.meant())
                .forEach(episode ->
                        marks.add(DerivedStates.takenOut(episode.key().id())));
        episodes(scope, additions.robbed())
                .forEach(episode -> marks.add(
                        DerivedStates.due(DerivedStates.NOTES, episode.key().id(), episode.contentRevision())));
        episodes(scope, reach.robbedOfCore())
                .forEach(episode -> marks.add(
                        DerivedStates.due(DerivedStates.CORE, episode.key().id(), episode.contentRevision())));
        return marks;
    }

    private List<Stored> episodes(Scope scope, Set<String> ids) {
        return store.get(
                scope, ids.stream().map(id -> new Key(Kind.EPISODE, id)).toList());
    }

    /** The keys of all entries, for who wants to know what a whole scope is. */
    void keys(Scope scope, Consumer<Key> each) {
        for (Kind kind : store.head(scope).counts().keySet()) {
            each(scope, Scan.of(kind), stored -> each.accept(stored.key()));
        }
    }

    /**
     * The sessions of which every episode goes.
     *
     * @param touched takes those of which any goes
     */
    private Set<String> takeEpisodes(Scope scope, Selection selection, long upTo, Reach reach, Set<String> touched) {
        if (selection.kind() != null && selection.kind() != Kind.EPISODE) {
            return Set.of();
        }
        // One earlier version that matches takes the whole episode along: a text that was corrected was said all the
        // same.
        Scan versions = Scan.of(Kind.EPISODE).versions(Scan.Versions.ALL);
        if (selection.id() == null && selection.before() == null) {
            versions = versions.inSession(selection.session());
        }
        Set<String> there = keeping ? QuarantineStates.episodes(store, scope) : Set.of();
        each(scope, versions, version -> {
            if (version.contentRevision() <= upTo
                    && !there.contains(version.key().id())
                    && matches(selection, version)) {
                reach.take(version.key());
            }
        });
        Set<String> emptied = new HashSet<>();
        Set<String> kept = new HashSet<>();
        each(scope, Scan.of(Kind.EPISODE), current -> {
            String session = current.session();
            if (session != null) {
                (reach.goes(current.key()) ? emptied : kept).add(session);
            }
        });
        touched.addAll(emptied);
        emptied.removeAll(kept);
        return emptied;
    }

    private static boolean matches(Selection selection, Stored episode) {
        return isNamed(selection, episode)
                && (selection.before() == null
                        || episode.time().isBefore(selection.before().toInstant()))
                && isSince(selection, episode)
                && (!asksForOrigin(selection)
                        || isFrom(selection, EntryCodec.decode(episode).origin()));
    }

    /** A derived entry has the age of its sources, so a time reaches it through them only, unless it is named. */
    private static boolean matches(Selection selection, Held.Version version) {
        boolean asserted = version.sources().isEmpty() || selection.id() != null;
        return isNamed(selection, version.stored())
                && (selection.before() == null
                        || asserted && version.entry().recordedAt().isBefore(selection.before()))
                && (selection.since() == null || isWritten(selection, version) && isSince(selection, version.stored()))
                && isFrom(selection, version.entry().origin());
    }

    /**
     * What Daybook made itself is reached through what it was made of, unless just that is asked for. That something is
     * derived is believed only of what rests on something and came in with no key: whoever wrote the rest may say so too.
     */
    private static boolean isWritten(Selection selection, Held.Version version) {
        Origin origin = version.entry().origin();
        return selection.id() != null
                || asksForOrigin(selection)
                || origin.source() != Origin.Source.DERIVATION
                || origin.key() != null
                || version.sources().isEmpty();
    }

    private static boolean isSince(Selection selection, Stored stored) {
        return selection.since() == null
                || !stored.recorded().isBefore(selection.since().toInstant());
    }

    private static boolean asksForOrigin(Selection selection) {
        return selection.writer() != null || selection.source() != null || selection.key() != null;
    }

    private static boolean isFrom(Selection selection, Origin origin) {
        return (selection.writer() == null || selection.writer().equals(origin.writer()))
                && (selection.source() == null || selection.source() == origin.source())
                && (selection.key() == null || selection.key().equals(origin.key()));
    }

    private static boolean isNamed(Selection selection, Stored stored) {
        return (selection.session() == null || selection.session().equals(stored.session()))
                && (selection.kind() == null || selection.kind() == stored.key().kind())
                && (selection.id() == null || selection.id().equals(stored.key().id()));
    }

    private List<String> known(Scope scope, Set<String> sessions) {
        return sessions.stream()
                .filter(session -> SessionStates.isKnown(store, scope, session))
                .map(SessionStates::name)
                .toList();
    }

    private Collection<Held> held(Scope scope, Head head) {
        Map<Key, Held> held = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            if (kind != Kind.EPISODE && head.counts().containsKey(kind)) {
                each(
                        scope,
                        Scan.of(kind).versions(Scan.Versions.ALL),
                        version ->
                                held.computeIfAbsent(version.key(), Held::new).add(version));
            }
        }
        return held.values();
    }

    private void each(Scope scope, Scan scan, Consumer<Stored> reader) {
        Scan pages = scan.limit(PAGE);
        Pages.all(cursor -> store.scan(scope, pages.after(cursor))).forEach(reader);
    }
}
