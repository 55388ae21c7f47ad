package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.checks.NullChecks;
import org.jspecify.annotations.Nullable;

/**
 * The origin of an entry.
 *
 * @param source the kind of writer
 * @param writer the name of the program or tool, as the writer states it; or null
 * @param key the id of the API key of the write, as the server states it (see
 *     {@link dev.daybook.LocalDaybook#space(String, dev.daybook.access.Principal)}); null: written by the library, the command line or a server
 *     without keys
 */
public record Origin(
        Source source, @Nullable String writer, @Nullable String key) {

    public static final Origin USER = new Origin(Source.USER, null);
    public static final Origin ASSISTANT = new Origin(Source.ASSISTANT, null);
    public static final Origin TOOL = new Origin(Source.TOOL, null);
    public static final Origin IMPORT = new Origin(Source.IMPORT, null);

    public Origin {
        NullChecks.present("origin source", source);
        ArgumentChecks.optionalText("origin writer", writer);
        ArgumentChecks.optionalText("origin key", key);
    }

    /** Creates an origin without a key. */
    public Origin(Source source, @Nullable String writer) {
        this(source, writer, null);
    }

    /** Returns a copy with another key. */
    public Origin withKey(@Nullable String key) {
        return new Origin(source, writer, key);
    }

    /** Returns whether source and writer are equal; the keys may differ. */
    public boolean agreesWith(Origin other) {
        return withKey(null).equals(other.withKey(null));
    }

    /** The kinds of writer. */
    public enum Source {
        USER(Trust.USER),
        ASSISTANT(Trust.ASSISTANT),
        TOOL(Trust.TOOL),
        IMPORT(Trust.IMPORT),
        /** Derived by Daybook from other entries; has the least trust of these. */
        DERIVATION(Trust.UNKNOWN);

        private final Trust trust;

        Source(Trust trust) {
            this.trust = trust;
        }

        /** Returns the trust of an entry of this source if the writer states none. */
        public Trust trust() {
            return trust;
        }

        /** Returns the name of the source in JSON and on the command line: {@code user}, {@code import}, … */
        public String label() {
            return EnumLabels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if no such source exists; the message lists the names
         */
        public static Source of(String label) {
            return EnumLabels.read("origin", values(), label);
        }
    }
}
