package dev.daybook.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.ToolCall;
import dev.daybook.model.Trust;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredEntry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EpisodeCodecTest {

    private static final OffsetDateTime THEN = OffsetDateTime.parse("2026-03-04T12:00:00.123456-03:30");
    private static final OffsetDateTime LATER = OffsetDateTime.parse("2026-03-04T15:31:00Z");

    /** Two messages without tool calls, as the release before form 2 wrote them. */
    private static final String FORM_1 =
            "01efc40100087573657200087573657200040875736572010641646110576561746865723f12617373697374616e74000c53"
                    + "756e6e792e000000";

    /** The same messages, and two tool calls of the episode, as the release before form 2 wrote them. */
    private static final String FORM_1_WITH_CALLS =
            "01efc4010008746f6f6c010a6167656e7408746f6f6c00040875736572010641646110576561746865723f12617373697374"
                    + "616e74000c53756e6e792e04010463310e77656174686572227b22706c616365223a22506f72746f227d010a73756e6e7900"
                    + "0a636c6f636b000004026e0106046f6b03043f000000bf800000";

    private final Random random = new Random(5);

    @Test
    void random_episodes_come_back_as_they_were() {
        for (int i = 0; i < 2_000; i++) {
            Episode episode = episode();
            assertThat(EpisodeCodec.decode(stored(episode, EpisodeCodec.encode(episode))))
                    .isEqualTo(episode);
        }
    }

    @Test
    void bytes_that_end_too_early_are_damage_wherever_they_end() {
        for (int i = 0; i < 100; i++) {
            Episode episode = episode();
            byte[] bytes = EpisodeCodec.encode(episode).toArray();
            for (int length = 0; length < bytes.length; length++) {
                StoredEntry cut = stored(episode, Blob.of(Arrays.copyOf(bytes, length)));
                assertThatThrownBy(() -> EpisodeCodec.decode(cut))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("damaged")
                        .hasMessageContaining("doctor");
            }
        }
    }

    @Test
    void flipped_bits_are_damage_or_another_episode_but_nothing_else() {
        int damaged = 0;
        for (int i = 0; i < 5_000; i++) {
            Episode episode = episode();
            byte[] bytes = EpisodeCodec.encode(episode).toArray();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                EpisodeCodec.decode(stored(episode, Blob.of(bytes)));
            } catch (StoreException damage) {
                assertThat(damage).hasMessageContaining("damaged");
                damaged++;
            }
        }
        assertThat(damaged).isGreaterThan(1_000);
    }

    @Test
    void bytes_that_are_no_utf8_are_damage() {
        Episode episode = plain("aaaa");
        byte[] bytes = EpisodeCodec.encode(episode).toArray();
        String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        bytes[text.indexOf("aaaa") + 1] = (byte) 0xC3;

        assertThatThrownBy(() -> EpisodeCodec.decode(stored(episode, Blob.of(bytes))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void a_form_of_a_later_release_is_reported() {
        Episode episode = plain("hello");
        byte[] bytes = EpisodeCodec.encode(episode).toArray();
        bytes[0] = 99;

        assertThatThrownBy(() -> EpisodeCodec.decode(stored(episode, Blob.of(bytes))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("form 99");
    }

    @Test
    void values_in_columns_of_the_store_take_precedence() {
        Episode episode = plain("hello");
        StoredEntry elsewhere = new StoredEntry(
                new EntryKey(Kind.EPISODE, "other"),
                7,
                9,
                "s9",
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(1),
                EntryPut.LIVE,
                EpisodeCodec.encode(episode));
        Episode decoded = EpisodeCodec.decode(elsewhere);

        assertThat(decoded.id()).isEqualTo("other");
        assertThat(decoded.position()).isEqualTo(7);
        assertThat(decoded.revision()).isEqualTo(9);
        assertThat(decoded.session()).isEqualTo("s9");
        assertThat(decoded.occurredAt().toInstant()).isEqualTo(Instant.EPOCH);
        assertThat(decoded.recordedAt().toInstant()).isEqualTo(Instant.EPOCH.plusSeconds(1));
        assertThat(decoded.messages()).isEqualTo(episode.messages());
    }

    @Test
    void an_episode_of_an_older_release_is_read_and_has_the_same_bytes_again() {
        List<Message> said = List.of(new Message("user", "Ada", "Weather?"), Message.assistant("Sunny."));
        List<ToolCall> calls = List.of(
                new ToolCall("c1", "weather", "{\"place\":\"Porto\"}", "sunny"), new ToolCall(null, "clock", "", null));
        Provenance agent = new Provenance(7, 9, new Origin(Origin.Source.TOOL, "agent"), Trust.TOOL);
        Provenance user = new Provenance(7, 9, Origin.USER, Trust.USER);
        Episode plain = new Episode("e", "s", THEN, LATER, said, List.of(), Map.of(), user, false, null);
        Episode full = new Episode(
                "e", "s", THEN, LATER, said, calls, Map.of("n", 3L, "ok", true), agent, false, Embedding.of(0.5f, -1f));

        assertThat(EpisodeCodec.decode(stored(plain, blob(FORM_1)))).isEqualTo(plain);
        assertThat(EpisodeCodec.encode(plain)).isEqualTo(blob(FORM_1));
        assertThat(EpisodeCodec.decode(stored(full, blob(FORM_1_WITH_CALLS)))).isEqualTo(full);
        assertThat(EpisodeCodec.encode(full)).isEqualTo(blob(FORM_1_WITH_CALLS));
    }

    @Test
    void calls_of_messages_are_in_form_2_and_keep_their_order() {
        List<Message> said = List.of(
                Message.assistant("").withToolCalls(ToolCall.of("c1", "weather", "{}"), ToolCall.of("c2", "clock", "")),
                Message.toolResult("c2", "noon"),
                Message.toolResult("c1", ""));
        Provenance user = new Provenance(7, 9, Origin.USER, Trust.USER);
        List<ToolCall> standalone = List.of(ToolCall.of("c3", "bell", ""));
        Episode episode = new Episode("e", "s", THEN, LATER, said, standalone, Map.of(), user, false, null);
        Blob bytes = EpisodeCodec.encode(episode);

        assertThat(bytes.toArray()[0]).isEqualTo((byte) 2);
        assertThat(EpisodeCodec.decode(stored(episode, bytes))).isEqualTo(episode);
        assertThat(episode.toolCalls()).extracting(ToolCall::id).containsExactly("c1", "c2", "c3");
    }

    @Test
    void parts_of_messages_are_in_form_3_and_an_impossible_one_is_damage() {
        MediaPart photo =
                MediaPart.image("https://x.example/1").withCaption("A heron").withSize(0L);
        Episode plain = plain("Look!");
        Episode episode = new Episode(
                plain.id(),
                plain.session(),
                plain.occurredAt(),
                plain.recordedAt(),
                List.of(Message.user("Look!").withParts(photo, MediaPart.of(MediaPart.Type.FILE))),
                List.of(),
                Map.of(),
                plain.provenance(),
                false,
                null);
        Blob bytes = EpisodeCodec.encode(episode);
        String hex = HexFormat.of().formatHex(bytes.toArray());
        String image = HexFormat.of().formatHex("image".getBytes(StandardCharsets.UTF_8));
        String other = HexFormat.of().formatHex("imago".getBytes(StandardCharsets.UTF_8));

        assertThat(bytes.toArray()[0]).isEqualTo((byte) 3);
        assertThat(EpisodeCodec.decode(stored(episode, bytes))).isEqualTo(episode);
        assertThatThrownBy(() -> EpisodeCodec.decode(stored(episode, blob(hex.replace(image, other)))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void each_message_is_embedded_with_its_parts() {
        Episode plain = plain("Look!");
        Message photo = Message.user("Look!")
                .withParts(MediaPart.image("https://x.example/1").withCaption("A heron"));
        Episode episode = new Episode(
                plain.id(),
                plain.session(),
                plain.occurredAt(),
                plain.recordedAt(),
                List.of(photo, Message.assistant("Fine.")),
                List.of(),
                Map.of(),
                plain.provenance(),
                false,
                null);

        assertThat(new EmbeddedTexts(episode).distinct())
                .containsExactly("Look! [image: A heron]", "Fine.", "Look! [image: A heron]\nFine.");
    }

    private static Blob blob(String hex) {
        return Blob.of(HexFormat.of().parseHex(hex));
    }

    private static Episode plain(String text) {
        OffsetDateTime time = OffsetDateTime.parse("2026-03-04T12:00:00Z");
        List<Message> messages = List.of(Message.user(text));
        return new Episode(
                "e",
                null,
                time,
                time,
                messages,
                List.of(),
                Map.of(),
                new Provenance(1, 1, Origin.USER, Trust.USER),
                false,
                null);
    }

    private static StoredEntry stored(Episode episode, Blob body) {
        return new StoredEntry(
                new EntryKey(Kind.EPISODE, episode.id()),
                episode.position(),
                episode.revision(),
                episode.session(),
                episode.occurredAt().toInstant(),
                episode.recordedAt().toInstant(),
                EntryPut.LIVE,
                body);
    }

    private Episode episode() {
        Map<String, Object> metadata = new TreeMap<>();
        IntStream.range(0, random.nextInt(4)).forEach(i -> metadata.put("k" + i, value()));
        // A third of the episodes is in each form.
        int form = random.nextInt(3);
        return new Episode(
                "id " + random.nextInt(),
                random.nextBoolean() ? null : "s" + text().strip() + "x".repeat(3),
                time(),
                time(),
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(i -> message(form))
                        .toList(),
                calls(),
                metadata,
                new Provenance(
                        random.nextInt(1_000) + 1,
                        random.nextLong() & Long.MAX_VALUE,
                        new Origin(one(Origin.Source.values()), optional()),
                        one(Trust.values()),
                        random.nextBoolean() ? null : time().toInstant()),
                random.nextBoolean(),
                random.nextBoolean() ? null : Embedding.of(random.nextFloat() - 1, -0f, Float.MIN_VALUE));
    }

    private Message message(int form) {
        Message message = new Message(text(), optional(), text());
        if (form > 0) {
            message = message.withToolCalls(calls()).answering(optional());
        }
        return form > 1
                ? message.withParts(IntStream.range(0, random.nextInt(3))
                        .mapToObj(i -> part())
                        .toList())
                : message;
    }

    private MediaPart part() {
        return new MediaPart(
                one(MediaPart.Type.values()),
                random.nextBoolean() ? null : "image/png",
                random.nextBoolean() ? null : "https://x.example/" + random.nextInt(),
                optional(),
                random.nextBoolean() ? null : Long.valueOf(random.nextLong() & Long.MAX_VALUE),
                random.nextBoolean() ? null : "0f".repeat(32),
                optional());
    }

    private List<ToolCall> calls() {
        return IntStream.range(0, random.nextInt(3))
                .mapToObj(i -> new ToolCall(optional(), text(), text(), optional()))
                .toList();
    }

    private Object value() {
        return switch (random.nextInt(4)) {
            case 0 -> text();
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> random.nextGaussian();
            default -> random.nextBoolean();
        };
    }

    private OffsetDateTime time() {
        return Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000) * 1_000L)
                .atOffset(ZoneOffset.ofTotalSeconds(random.nextInt(36 * 3_600) - 18 * 3_600));
    }

    private @Nullable String optional() {
        return random.nextBoolean() ? null : text();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(12); left > 0; left--) {
            text.append(one(new String[] {"a", "zebra ", "\u00e9", "\u4f60", "\ud83d\ude00", "\"", "\u00a0"}));
        }
        return text.toString();
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
