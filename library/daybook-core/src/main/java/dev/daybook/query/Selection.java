package dev.daybook.query;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.ImmutableValue;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.SizeLimits;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries that a forget or a quarantine is about: {@link #everything()}, or the entries that match one or more
 * conditions, such as {@code Selection.session("monday").and(Selection.before(noon))}. Entries derived from a selected
 * entry are erased with it.
 *
 * <p>A session contains episodes and their summary; facts, notes and blocks belong to no session. {@code before} is
 * compared with the time of an episode, and with the recording time of other entries; a derived entry is then erased
 * only with its sources. {@code since} is always compared with the recording time, because a writer can antedate the
 * event but not the recording. Entries that Daybook derived match only by id or by origin; entries of callers match by
 * any condition.
 */
public sealed interface Selection permits Selection.Everything, Selection.Matching {

    /**
     * Selects the whole scope: all entries of every kind, and its sessions. The settings and the token usage of a space
     * remain.
     */
    static Everything everything() {
        return new Everything();
    }

    /** Selects the entries of one session. */
    static Matching session(String session) {
        return Matching.of(one -> one.session = ArgumentChecks.id("session", session));
    }

    /** Selects entries from before a time, exclusive. Years 0001 to 9999. */
    static Matching before(Instant before) {
        return Matching.of(one -> one.before = SizeLimits.time("before", NullChecks.present("before", before)));
    }

    /** Selects one entry; the id of a block is its name. */
    static Matching entry(Kind kind, String id) {
        return Matching.of(one -> {
            one.kind = NullChecks.present("kind", kind);
            one.ids = Collections.unmodifiableSortedSet(new TreeSet<>(Set.of(ArgumentChecks.id("id", id))));
        });
    }

    /**
     * Selects several entries of one kind: one forget or quarantine of them is one atomic operation, and reads the
     * scope once for all. An id given twice counts once, the order does not matter, and an id without an entry selects
     * nothing. One id is the same selection as {@link #entry}.
     *
     * @param ids 1 to {@link SizeLimits#SELECTED_IDS} different ids; the id of a block is its name
     * @throws IllegalArgumentException if there is no id or there are more, or one of them is null, blank or too long
     */
    static Matching entries(Kind kind, Collection<String> ids) {
        return Matching.of(one -> {
            one.kind = NullChecks.present("kind", kind);
            one.ids = distinct(NullChecks.present("ids", ids));
        });
    }

    private static SortedSet<String> distinct(Collection<String> ids) {
        SortedSet<String> distinct = new TreeSet<>();
        int index = 0;
        for (String id : ids) {
            distinct.add(ArgumentChecks.id("ids[" + index++ + "]", id));
        }
        if (distinct.isEmpty() || distinct.size() > SizeLimits.SELECTED_IDS) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "ids has %,d different ids; give 1 to %,d in one selection",
                    distinct.size(),
                    SizeLimits.SELECTED_IDS));
        }
        return Collections.unmodifiableSortedSet(distinct);
    }

    static Matching episode(String id) {
        return entry(Kind.EPISODE, id);
    }

    /** Selects the entries of one writer, see {@link Origin#writer}; a writer states its own name. */
    static Matching writer(String writer) {
        return Matching.of(one -> one.writer = ArgumentChecks.text("writer", writer));
    }

    /** Selects the entries of one kind of writer. */
    static Matching source(Origin.Source source) {
        return Matching.of(one -> one.source = NullChecks.present("source", source));
    }

    /** Selects entries recorded at a time or later. */
    static Matching since(Instant since) {
        return Matching.of(one -> one.since = SizeLimits.time("since", NullChecks.present("since", since)));
    }

    /** Selects the entries written with one key, see {@link Origin#key}: no caller can state another key. */
    static Matching key(String key) {
        return Matching.of(one -> one.key = ArgumentChecks.text("key", key));
    }

    /** The selection of a whole scope. */
    record Everything() implements Selection {}

    /** A selection with at least one condition; all of them hold. A condition that is null is not set. */
    final class Matching extends ImmutableValue<Matching> implements Selection {

        /** Selects nothing by itself; the start of every selection, never handed out. */
        private static final Matching NONE = new Matching();

        private @Nullable String session;
        private @Nullable Instant before;
        private @Nullable Kind kind;

        /** At least one, in the order of their texts. */
        private @Nullable SortedSet<String> ids;

        private @Nullable String writer;
        private Origin.@Nullable Source source;
        private @Nullable Instant since;
        private @Nullable String key;

        private Matching() {}

        private static Matching of(Consumer<Matching> condition) {
            return NONE.with(condition);
        }

        /**
         * Narrows this selection by the conditions of another.
         *
         * @throws IllegalArgumentException if both set the same condition to different values
         */
        public Matching and(Matching other) {
            NullChecks.present("other", other);
            return with(both -> {
                both.session = either("session", session, other.session);
                both.before = either("before", before, other.before);
                both.kind = either("kind", kind, other.kind);
                both.ids = eitherIds(this, other);
                both.writer = either("writer", writer, other.writer);
                both.source = either("source", source, other.source);
                both.since = either("since", since, other.since);
                both.key = either("key", key, other.key);
            });
        }

        private static <T> @Nullable T either(String condition, @Nullable T one, @Nullable T other) {
            if (one != null && other != null && !one.equals(other)) {
                throw conflict(condition, one, other);
            }
            return one == null ? other : one;
        }

        private static IllegalArgumentException conflict(String condition, Object one, Object other) {
            return new IllegalArgumentException("a selection has one " + condition + ", but " + one + " and " + other
                    + " are given; select by each in turn");
        }

        /** Returns the ids that both have, or the one that has ids. A conflict names the sizes of sets, which may be large. */
        private static @Nullable SortedSet<String> eitherIds(Matching one, Matching other) {
            if (one.ids == null || other.ids == null || one.ids.equals(other.ids)) {
                return one.ids == null ? other.ids : one.ids;
            }
            if (one.ids.size() == 1 && other.ids.size() == 1) {
                throw conflict("id", one.ids.first(), other.ids.first());
            }
            throw conflict("set of ids", one.ids.size() + " ids", other.ids.size() + " ids");
        }

        public @Nullable String session() {
            return session;
        }

        public @Nullable Instant before() {
            return before;
        }

        /** Returns the kind of the entries that are selected by id. */
        public @Nullable Kind kind() {
            return kind;
        }

        /** Returns the id of the one selected entry; null: no entry is selected by id, or several are, see {@link #ids}. */
        public @Nullable String id() {
            return ids != null && ids.size() == 1 ? ids.first() : null;
        }

        /** Returns the ids of the entries that are selected by id, one or several, in the order of their texts; empty: none. */
        public Set<String> ids() {
            return ids == null ? Set.of() : ids;
        }

        public @Nullable String writer() {
            return writer;
        }

        public Origin.@Nullable Source source() {
            return source;
        }

        public @Nullable Instant since() {
            return since;
        }

        public @Nullable String key() {
            return key;
        }

        @Override
        protected void check() {}

        @Override
        protected @Nullable Object[] parts() {
            return new @Nullable Object[] {
                "session", session,
                "before", before,
                "kind", kind,
                "id", id() == null ? ids : id(),
                "writer", writer,
                "source", source,
                "since", since,
                "key", key
            };
        }
    }
}
