package dev.daybook.internal.codec;

import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Encodings shared by the bodies of several kinds. */
final class EntryBody {

    /** The first format version of every kind. */
    static final int PLAIN = 1;

    /** A bit of the first octet: the end of the entry follows it. Without an end a body has the bytes of its form alone. */
    private static final int EXPIRING = 1 << 6;

    /** A separator that occurs in no label of a source. */
    private static final String KEY = "@";

    private EntryBody() {}

    /** Begins a body with its form and the end of its entry. */
    static ByteWriter begin(ByteWriter out, int form, Entry entry) {
        Instant end = entry.expiresAt();
        return end == null ? out.octet(form) : out.octet(form | EXPIRING).instant(end);
    }

    /** Returns the end of an entry without decoding it; null: none. */
    static @Nullable Instant expiresAt(Blob body) {
        return body.size() > 0 && (body.read().get(0) & EXPIRING) != 0 ? ending(body) : null;
    }

    /** Returns the form of a body. */
    static int form(Blob body) {
        return body.size() == 0 ? 0 : body.read().get(0) & ~EXPIRING;
    }

    private static Instant ending(Blob body) {
        ByteReader in = new ByteReader(body);
        in.octet();
        return in.instant();
    }

    /** Decodes a body; any invalid value counts as damage. */
    static <T> T read(ByteReader in, Supplier<T> reader) {
        return read(in, PLAIN, form -> reader.get());
    }

    /**
     * Reads a body in one of several forms; an impossible value is damage.
     *
     * @param last the latest form that the reader knows
     * @param reader takes the form
     */
    static <T> T read(ByteReader in, int last, IntFunction<T> reader) {
        try {
            int first = in.octet();
            int form = first & ~EXPIRING;
            if (form < PLAIN || form > last) {
                throw ByteReader.damaged("a body has the unknown form " + first);
            }
            if (first != form) {
                in.number();
            }
            return reader.apply(form);
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException impossible) {
            // The cause may quote stored text, so it is not passed on.
            throw ByteReader.damaged("an entry has an invalid value");
        }
    }

    static <T> List<T> list(ByteReader in, Supplier<T> item) {
        List<T> items = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            items.add(item.get());
        }
        return items;
    }

    static void refs(ByteWriter out, List<EntryRef> refs) {
        out.number(refs.size());
        for (EntryRef ref : refs) {
            out.text(ref.scope().space().id())
                    .text(ref.scope().code())
                    .text(ref.kind().label())
                    .text(ref.id());
        }
    }

    static List<EntryRef> refs(ByteReader in) {
        return list(in, () -> {
            Scope scope = Scope.of(new Space(in.text()), in.text());
            return new EntryRef(scope, Kind.of(in.text()), in.text());
        });
    }

    /** Writes the key behind the source, so that a body without a key has the same bytes as before keys existed. */
    static void provenance(ByteWriter out, Provenance provenance) {
        Origin origin = provenance.origin();
        String key = origin.key();
        out.text(origin.source().label() + (key == null ? "" : KEY + key))
                .optionalText(origin.writer())
                .text(provenance.trust().label());
    }

    private static Origin origin(ByteReader in) {
        String source = in.text();
        int end = source.indexOf(KEY);
        String label = end < 0 ? source : source.substring(0, end);
        return new Origin(
                Origin.Source.of(label), in.optionalText(), end < 0 ? null : source.substring(end + KEY.length()));
    }

    /** Reads origin and trust; position and revision are columns of the store, and the end is at the beginning. */
    static Provenance provenance(ByteReader in, StoredEntry stored) {
        return new Provenance(
                stored.position(), stored.contentRevision(), origin(in), Trust.of(in.text()), expiresAt(stored.body()));
    }

    /** Writes only the offset of a time whose instant is in a column of the store. */
    static void offset(ByteWriter out, OffsetDateTime time) {
        out.number(time.getOffset().getTotalSeconds());
    }

    static OffsetDateTime offset(ByteReader in, Instant instant) {
        int seconds = Math.toIntExact(in.number());
        ZoneOffset offset = seconds == 0 ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(seconds);
        // Instant.atOffset creates the rules of the offset for each call, a tenth of the decoding of an episode.
        return LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), offset)
                .atOffset(offset);
    }

    static void time(ByteWriter out, @Nullable OffsetDateTime time) {
        out.optionalText(time == null ? null : time.toString());
    }

    static @Nullable OffsetDateTime optionalTime(ByteReader in) {
        String text = in.optionalText();
        return text == null ? null : OffsetDateTime.parse(text);
    }

    static OffsetDateTime time(ByteReader in) {
        OffsetDateTime time = optionalTime(in);
        if (time == null) {
            throw ByteReader.damaged("a time is missing");
        }
        return time;
    }
}
