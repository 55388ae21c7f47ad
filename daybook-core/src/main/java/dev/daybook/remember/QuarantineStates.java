package dev.daybook.remember;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Entry;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Put;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What lies in quarantine, as states of the scope: one for each entry. An episode stays where it is, with a status that keeps
 * it out of sight, so that it does not lose its place in its conversation; the state says which operation put it there. Any
 * other entry is gone from the store, because what it had ended or replaced must not show a trace of it; the state keeps it.
 */
public final class QuarantineStates {

    /** The status of an episode in quarantine. */
    public static final String STATUS = "quarantined";

    private static final String PREFIX = "quarantine/";
    private static final int PLAIN = 1;

    private QuarantineStates() {}

    /** Whether a current version says that its entry lies in quarantine. */
    public static boolean isIn(Stored stored) {
        return stored.status().equals(STATUS);
    }

    /** What to throw when something else is to be written under the id of an entry in quarantine. */
    static IllegalArgumentException refusal(Key key) {
        return new IllegalArgumentException(key.kind().label() + " '" + key.id()
                + "' lies in quarantine; release or forget it first, or use another id");
    }

    /**
     * One entry in quarantine.
     *
     * @param operation by which it was put there
     * @param at when it was put there
     * @param isLink whether the entry itself is not in quarantine, but was ended or replaced by one that is
     * @param version the entry as it was; null: it is an episode, and lies in the store
     * @param since the body that took its place in the same step, by which one that was written later is told; null: none
     */
    public record Kept(
            String operation,
            Instant at,
            Key key,
            boolean isLink,
            @Nullable Stored version,
            @Nullable Blob since) {

        /** An episode, to be put there. */
        public static Kept episode(Key key) {
            return new Kept("", Instant.EPOCH, key, false, null, null);
        }

        /** Another entry, to be put there. */
        public static Kept entry(Stored version, @Nullable Blob since) {
            return new Kept("", Instant.EPOCH, version.key(), false, version, since);
        }

        /** An entry that was ended or replaced by one that is put there. */
        public static Kept link(Stored version, Blob since) {
            return new Kept("", Instant.EPOCH, version.key(), true, version, since);
        }

        /** The change that puts it there. */
        public StateChange put(String operation, Instant at) {
            Kept there = new Kept(operation, at, key, isLink, version, since);
            return new StateChange(there.name(), Put.ANY, there.encode());
        }

        /** The change that takes it out. */
        public StateChange removal() {
            return new StateChange(name(), Put.ANY, null);
        }

        /** The name of its state. */
        public String name() {
            return prefix(key) + operation + (isLink ? "/link" : "");
        }

        /** The entry as it was; empty if it lies in the store. */
        public Optional<Entry> entry() {
            return Optional.ofNullable(version).map(EntryCodec::decode);
        }

        private Blob encode() {
            ByteWriter out = new ByteWriter()
                    .octet(PLAIN)
                    .text(operation)
                    .text(at.toString())
                    .text(key.kind().label())
                    .text(key.id())
                    .octet(isLink ? 1 : 0)
                    .octet(version == null ? 0 : 1);
            if (version != null) {
                out.number(version.position())
                        .number(version.contentRevision())
                        .optionalText(version.session())
                        .text(version.time().toString())
                        .text(version.recorded().toString())
                        .text(version.status())
                        .bytes(version.body());
            }
            out.octet(since == null ? 0 : 1);
            return since == null ? out.toBlob() : out.bytes(since).toBlob();
        }

        private static Kept decode(State state) {
            ByteReader in = new ByteReader(state.bytes());
            if (in.octet() != PLAIN) {
                throw ByteReader.damaged("what lies in quarantine is written in an unknown form");
            }
            String operation = in.text();
            Instant at = Instant.parse(in.text());
            Key key = new Key(Kind.of(in.text()), in.text());
            boolean isLink = in.octet() == 1;
            Stored version = in.octet() == 0
                    ? null
                    : new Stored(
                            key,
                            in.number(),
                            in.number(),
                            in.optionalText(),
                            Instant.parse(in.text()),
                            Instant.parse(in.text()),
                            in.text(),
                            in.bytes());
            return new Kept(operation, at, key, isLink, version, in.octet() == 0 ? null : in.bytes());
        }
    }

    /** All that lies in quarantine in a scope, links too. */
    public static Stream<Kept> all(Store store, Scope scope) {
        return startingWith(store, scope, PREFIX);
    }

    /** What lies there of one entry: that of an earlier operation first; more than one only of a block. */
    public static List<Kept> of(Store store, Scope scope, Key key) {
        return startingWith(store, scope, prefix(key))
                // An id may begin like another.
                .filter(kept -> kept.key().equals(key) && !kept.isLink())
                .toList();
    }

    /** Whether anything lies there; cheap. */
    public static boolean isEmpty(Store store, Scope scope) {
        return store.states(scope, PREFIX, null, 1).items().isEmpty();
    }

    /** The ids of the episodes that lie there. */
    public static Set<String> episodes(Store store, Scope scope) {
        return startingWith(store, scope, PREFIX + Kind.EPISODE.label() + "/")
                .map(kept -> kept.key().id())
                .collect(Collectors.toSet());
    }

    private static String prefix(Key key) {
        return PREFIX + key.kind().label() + "/" + key.id() + "/";
    }

    private static Stream<Kept> startingWith(Store store, Scope scope, String prefix) {
        return Pages.all(cursor -> store.states(scope, prefix, cursor, Pages.SIZE))
                .map(Kept::decode);
    }
}
