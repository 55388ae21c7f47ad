package dev.daybook.data;

import org.jspecify.annotations.Nullable;

/**
 * Where an entry came from.
 *
 * @param source what kind of thing wrote it
 * @param writer which one (a program, a tool), as whoever wrote it says; or null
 * @param key the id of the key it was written with, as the server says (see {@link dev.daybook.MemorySpace#withPrincipal}); null: it came
 *     in by the library, the command line or a server without keys
 */
public record Origin(
        Source source, @Nullable String writer, @Nullable String key) {

    public static final Origin USER = new Origin(Source.USER, null);
    public static final Origin ASSISTANT = new Origin(Source.ASSISTANT, null);
    public static final Origin TOOL = new Origin(Source.TOOL, null);
    public static final Origin IMPORT = new Origin(Source.IMPORT, null);

    public Origin {
        Require.present("origin source", source);
        Require.optionalText("origin writer", writer);
        Require.optionalText("origin key", key);
    }

    /** Written with no key. */
    public Origin(Source source, @Nullable String writer) {
        this(source, writer, null);
    }

    /** The same, written with another key. */
    public Origin withKey(@Nullable String key) {
        return new Origin(source, writer, key);
    }

    /** Whether two say the same of where an entry came from, whichever key brought it. */
    public boolean agreesWith(Origin other) {
        return withKey(null).equals(other.withKey(null));
    }

    /** The kinds of origin. */
    public enum Source {
        USER(Trust.USER),
        ASSISTANT(Trust.ASSISTANT),
        TOOL(Trust.TOOL),
        IMPORT(Trust.IMPORT),
        /** Made by Daybook from other entries; its trust is the least of theirs. */
        DERIVATION(Trust.UNKNOWN);

        private final Trust trust;

        Source(Trust trust) {
            this.trust = trust;
        }

        /** The trust of an entry of this source whose writer states none. */
        public Trust trust() {
            return trust;
        }

        /** The source as it is written outside Java: {@code user}, {@code import}, … */
        public String label() {
            return Labels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if there is no such source; the message lists those there are
         */
        public static Source of(String label) {
            return Labels.read("origin", values(), label);
        }
    }
}
