package dev.daybook.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Kind;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EntryCodecTest {

    private static final OffsetDateTime EARLIER = OffsetDateTime.parse("2026-03-04T11:59:59.000001-11:45");
    private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-03-04T12:00:00.123456+05:45:30");
    private static final String ODD = "\u0000 \ud83d\ude00 '\"\\ </x>\n caf\u00e9";
    private static final Origin WRITER = new Origin(Origin.Source.DERIVATION, ODD);
    private static final Space SPACE = new Space("it's a space");
    private static final List<EntryRef> REFS = List.of(
            new EntryRef(new Scope.User(SPACE, "user:ada"), Kind.EPISODE, "e:1"),
            new EntryRef(new Scope.Anonymous(SPACE), Kind.NOTE, "$where"),
            new EntryRef(new Scope.Shared(SPACE), Kind.BLOCK, "\ud83d\ude00"));

    static List<Entry> entries() {
        List<EntryRef> none = List.of();
        return List.of(
                new Block("n", "", 0, false, 0, NOW, none, new Provenance(1, 2, Origin.USER, Trust.USER)),
                new Block(
                        "it's",
                        ODD,
                        Integer.MAX_VALUE,
                        true,
                        80,
                        NOW,
                        REFS,
                        new Provenance(3, 4, WRITER, Trust.UNKNOWN)),
                fact(null, null, 1.0, none, Origin.USER),
                fact(NOW, "f2", 0.1 + 0.2, REFS, WRITER),
                fact(EARLIER, null, 0, none, Origin.IMPORT),
                fact(EARLIER, null, 0, REFS, WRITER).withStatement(statement(REFS.subList(0, 1), null)),
                fact(NOW, "f2", 1, none, Origin.USER).withStatement(statement(none, ODD)),
                fact(NOW, "f2", 1, REFS, Origin.USER).asserted(new Fact.Assertion(NOW, true, 1)),
                fact(NOW, null, 1, none, Origin.USER)
                        .withStatement(statement(none, ODD))
                        .asserted(new Fact.Assertion(null, false, 0)),
                new Note(
                        "n",
                        "x",
                        EARLIER,
                        NOW,
                        none,
                        none,
                        none,
                        SummaryMethod.GIVEN,
                        new Provenance(1, 2, Origin.USER, Trust.USER)),
                new Note(
                        "m",
                        ODD,
                        EARLIER,
                        NOW,
                        REFS,
                        none,
                        REFS,
                        SummaryMethod.MODEL,
                        new Provenance(3, 4, WRITER, Trust.TOOL)),
                new Note(
                        "due",
                        "x",
                        EARLIER,
                        NOW,
                        none,
                        none,
                        none,
                        SummaryMethod.GIVEN,
                        new Provenance(1, 2, Origin.USER, Trust.USER),
                        NOW),
                summary(Summary.Level.SESSION, "s1", null, null, none),
                summary(Summary.Level.WEEK, null, "2026-W05", EARLIER, REFS));
    }

    private static Fact fact(
            OffsetDateTime until, String by, double confidence, List<EntryRef> sources, Origin origin) {
        return new Fact(
                "f1",
                ODD,
                "is",
                "",
                confidence,
                EARLIER,
                until,
                by,
                NOW,
                sources,
                SummaryMethod.EXTRACTIVE,
                new Provenance(1, 2, origin, Trust.USER));
    }

    private static Statement statement(List<EntryRef> episodes, String timePhrase) {
        return new Statement(
                ODD,
                "Zo\u00eb",
                StatementKind.EVENT,
                timePhrase == null,
                episodes.stream().map(episode -> new MessageRef(episode, 300)).toList(),
                GroundingClass.INFERRED,
                timePhrase);
    }

    private static Summary summary(
            Summary.Level level, String session, String period, OffsetDateTime last, List<EntryRef> covers) {
        return new Summary(
                "sum_1",
                level,
                session,
                period,
                ODD,
                Integer.MAX_VALUE,
                7,
                Long.MAX_VALUE,
                last,
                covers,
                Summary.State.FOLDED,
                SummaryMethod.MODEL,
                EARLIER,
                NOW,
                new Provenance(1, 2, WRITER, Trust.ASSISTANT));
    }

    private static StoredEntry stored(Entry entry, Blob body) {
        return new StoredEntry(
                new EntryKey(entry.kind(), entry.id()),
                entry.position(),
                entry.revision(),
                entry.session(),
                entry.occurredAt().toInstant(),
                entry.recordedAt().toInstant(),
                EntryPut.LIVE,
                body);
    }

    @ParameterizedTest
    @MethodSource("entries")
    void an_entry_comes_back_as_it_was(Entry entry) {
        assertThat(EntryCodec.decode(stored(entry, EntryCodec.encode(entry)))).isEqualTo(entry);
    }

    @ParameterizedTest
    @MethodSource("entries")
    void an_end_is_read_without_decoding_and_stands_before_the_bytes_of_the_entry_without_it(Entry entry) {
        StoredEntry endless = stored(entry, EntryCodec.encode(entry));
        Instant end = Instant.parse("2026-03-04T12:00:00.000001Z");
        StoredEntry ending = stored(entry, EntryCodec.encode(ending(entry, end)));

        assertThat(EntryCodec.decode(ending)).isEqualTo(ending(entry, end));
        assertThat(EntryCodec.isExpired(endless, Instant.MAX)).isFalse();
        assertThat(EntryCodec.isExpired(ending, end.minusNanos(1_000))).isFalse();
        assertThat(EntryCodec.isExpired(ending, end)).isTrue();
        byte[] without = endless.body().toArray();
        byte[] with = ending.body().toArray();
        assertThat(Arrays.copyOfRange(with, with.length - without.length + 1, with.length))
                .isEqualTo(Arrays.copyOfRange(without, 1, without.length));
    }

    private static Entry ending(Entry entry, Instant end) {
        Provenance provenance = entry.provenance().expiring(end);
        return switch (entry.kind()) {
            case BLOCK -> ((Block) entry).withProvenance(provenance);
            case FACT -> ((Fact) entry).withProvenance(provenance);
            case NOTE -> ((Note) entry).withProvenance(provenance);
            case SUMMARY -> ((Summary) entry).withProvenance(provenance);
            case EPISODE -> throw new IllegalArgumentException("see EpisodeCodecTest");
        };
    }

    @ParameterizedTest
    @MethodSource("entries")
    void bytes_that_end_too_early_are_damage_wherever_they_end(Entry entry) {
        byte[] bytes = EntryCodec.encode(entry).toArray();
        for (int length = 0; length < bytes.length; length++) {
            StoredEntry cut = stored(entry, Blob.of(Arrays.copyOf(bytes, length)));
            assertThatThrownBy(() -> EntryCodec.decode(cut))
                    .as("%d of %d bytes", length, bytes.length)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void changed_bytes_are_damage_or_another_entry_but_nothing_else(Entry entry) {
        byte[] bytes = EntryCodec.encode(entry).toArray();
        Random random = new Random(7);
        int damaged = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] changed = bytes.clone();
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            try {
                assertThat(EntryCodec.decode(stored(entry, Blob.of(changed))).kind())
                        .isEqualTo(entry.kind());
            } catch (StoreException damage) {
                assertThat(damage).hasMessageContaining("damaged").hasMessageNotContaining("caf");
                damaged++;
            }
        }
        assertThat(damaged).isPositive();
    }

    @Test
    void the_first_byte_names_the_form() {
        for (Entry entry : entries()) {
            byte[] bytes = EntryCodec.encode(entry).toArray();
            bytes[0] = 9;
            assertThatThrownBy(() -> EntryCodec.decode(stored(entry, Blob.of(bytes))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("unknown form 9");
        }
    }
}
