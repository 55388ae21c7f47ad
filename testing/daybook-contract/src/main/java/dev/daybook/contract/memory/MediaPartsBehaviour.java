package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.ForgottenTextException;
import dev.daybook.error.RefusedTextException;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.testkit.HashEmbedder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** References of messages to images, recordings, videos and files. */
public abstract class MediaPartsBehaviour {

    private static final MediaPart PHOTO = MediaPart.image("https://files.example/7f3a?sig=x")
            .withMediaType("image/jpeg")
            .withName("quay.jpg")
            .withCaption("Two cormorants\non a mooring post")
            .withHashOf("bytes".getBytes(StandardCharsets.UTF_8));
    private static final MediaPart VOICE = MediaPart.of(MediaPart.Type.AUDIO).withName("memo.ogg");
    private static final Message LOOK = Message.user("Look what I saw!").withParts(PHOTO, VOICE);

    private final MemoryContract contract;

    protected MediaPartsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private static NewEpisode walk() {
        return NewEpisode.of(LOOK, Message.assistant("Lovely."))
                .id("walk")
                .session("s1")
                .occurredAt(NOON);
    }

    /** A memory in which other messages are better answers to other questions. */
    private static Memory filled(Memory ada) {
        ada.remember(walk());
        ada.remember(said("bread", "s2", NOON, "The bakery closes at six."));
        ada.remember(said("tram", "s3", NOON, "The tram was late again."));
        return ada;
    }

    @Test
    void parts_come_back_with_their_message() {
        Memory ada = contract.ada();
        ada.remember(walk());

        assertThat(ada.find(Episode.class, "walk").orElseThrow().messages()).startsWith(LOOK);
        assertThat(ada.session("s1").turns(10).get(0).message()).isEqualTo(LOOK);
        assertThat(PHOTO.size()).isEqualTo(5);
        assertThat(PHOTO.sha256()).isEqualTo("277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9");
    }

    @Test
    void an_export_takes_parts_along_and_an_import_of_it_twice_is_one() {
        Memory ada = contract.ada();
        Memory bob = contract.daybook().user("bob");
        ada.remember(walk());

        List<Receipt> receipts =
                bob.archive().importAll(ada.archive().exportAll().toList());

        assertThat(bob.find(Episode.class, "walk").orElseThrow().messages()).startsWith(LOOK);
        assertThat(bob.archive().importAll(ada.archive().exportAll().toList())).isEqualTo(receipts);
    }

    @ParameterizedTest
    @EnumSource(
            value = By.class,
            names = {"BEST", "WORDS", "TEXT"})
    void name_and_caption_are_found_as_the_text_is(By by) {
        Memory ada = filled(contract.ada());

        for (String asked : List.of("cormorants", "quay.jpg", "memo.ogg")) {
            assertThat(ids(ada.recall(by(by, asked).kinds(Kind.EPISODE))))
                    .as(asked)
                    .startsWith("walk");
        }
        assertThat(ids(ada.recall(by(By.TEXT, "files.example").fallback(false))))
                .isEmpty();
    }

    @Test
    void a_caption_is_found_by_its_meaning() {
        Memory ada = filled(contract.openedWith(new HashEmbedder()).user("ada"));
        Message photo = Message.user("").withParts(PHOTO);
        ada.remember(NewEpisode.of(photo).id("photo"));

        // The embedder of the tests gives equal texts equal vectors, and others random ones.
        assertThat(ids(ada.recall(by(By.MEANING, photo.shownText()).limit(1)))).containsExactly("photo");
    }

    @Test
    void a_hit_has_the_parts_and_says_which_words_only_they_have() {
        Memory ada = filled(contract.ada());
        Hit hit = ada.recall(Query.of("Where did I look at cormorants?")).get(0);

        assertThat(hit.text())
                .startsWith("user: Look what I saw! [image: quay.jpg: Two cormorants on a mooring post]"
                        + " [audio: memo.ogg]\nassistant: Lovely.");
        assertThat(((Episode) hit.entry()).messages().get(0).parts()).containsExactly(PHOTO, VOICE);
        assertThat(hit.why())
                .filteredOn(reason -> reason.signal().equals("parts"))
                .extracting(ScoreReason::detail)
                .containsExactly("cormor in [image: quay.jpg: Two cormorants on a mooring post]");
        assertThat(ada.recall(Query.of("What did I saw, look?")).get(0).why())
                .noneMatch(reason -> reason.signal().equals("parts"));
    }

    @Test
    void a_context_shows_each_part_in_one_line_behind_the_text() {
        Memory ada = filled(contract.ada());

        for (String session : List.of("s1", "other")) {
            assertThat(ada.session(session)
                            .context("Which cormorants?", ContextOptions.defaults())
                            .text())
                    .contains("> user: Look what I saw! [image: quay.jpg: Two cormorants on a mooring post]"
                            + " [audio: memo.ogg]\n")
                    .doesNotContain("files.example");
        }
    }

    @Test
    void a_message_of_parts_alone_is_a_turn_that_is_found_and_shown() {
        Memory ada = contract.ada();
        ada.remember(NewEpisode.of(Message.user("").withParts(PHOTO)).id("e1").session("s1"));

        assertThat(ada.session("s1").turns(10)).hasSize(1);
        assertThat(ids(ada.recall(Query.of("cormorants")))).containsExactly("e1");
        assertThat(ada.session("other")
                        .context("cormorants", ContextOptions.defaults())
                        .text())
                .contains("> user: [image: quay.jpg: Two cormorants on a mooring post]");
    }

    @Test
    void a_part_with_nothing_but_its_type_says_that_there_was_one() {
        Memory ada = contract.ada();
        ada.remember(NewEpisode.of(Message.user("Look").withParts(MediaPart.of(MediaPart.Type.VIDEO)))
                .id("e1"));

        assertThat(ada.find(Episode.class, "e1").orElseThrow().text()).isEqualTo("user: Look [video]");
    }

    @Test
    void the_same_parts_again_are_the_same_write() {
        Memory ada = contract.ada();
        Receipt first = ada.remember(walk());

        assertThat(ada.remember(walk())).isEqualTo(first);
    }

    static List<NewEpisode> changes() {
        return List.of(
                changed(parts -> List.of(VOICE, PHOTO)),
                changed(parts -> List.of(PHOTO)),
                changed(parts -> List.of()),
                changed(parts -> List.of(PHOTO.withUri("https://files.example/8"), VOICE)),
                changed(parts -> List.of(PHOTO.withCaption("A heron"), VOICE)),
                changed(parts -> List.of(PHOTO, VOICE.withSize(0L))));
    }

    private static NewEpisode changed(UnaryOperator<List<MediaPart>> change) {
        return NewEpisode.of(LOOK.withParts(change.apply(LOOK.parts())), Message.assistant("Lovely."))
                .id("walk")
                .session("s1");
    }

    @ParameterizedTest
    @MethodSource("changes")
    void any_other_part_replaces_the_episode(NewEpisode changed) {
        Memory ada = contract.ada();
        Receipt first = ada.remember(walk());
        Receipt second = ada.remember(changed);

        assertThat(second.position()).isEqualTo(first.position());
        assertThat(second.revision()).isGreaterThan(first.revision());
        assertThat(ada.find(Episode.class, "walk").orElseThrow().messages()).isEqualTo(changed.messages());
    }

    @Test
    void a_caption_that_was_replaced_or_forgotten_is_not_found() {
        Memory ada = filled(contract.ada());
        ada.remember(changed(parts -> List.of(PHOTO.withCaption("A heron"))));
        assertThat(ids(ada.recall(by(By.TEXT, "cormorants").fallback(false)))).isEmpty();

        ada.forget(Selection.session("s1"));
        assertThat(ids(ada.recall(by(By.TEXT, "heron").fallback(false)))).isEmpty();
        assertThat(ada.archive().exportAll().map(Episode.class::cast))
                .flatExtracting(Episode::messages)
                .allMatch(message -> message.parts().isEmpty());
    }

    static List<Message> tooLarge() {
        return List.of(
                LOOK.withParts(PHOTO.withCaption("x".repeat(10_001))),
                LOOK.withParts(PHOTO.withUri("x".repeat(8_001))),
                LOOK.withParts(PHOTO.withName("x".repeat(513))),
                LOOK.withParts(PHOTO.withName("two\nlines")),
                LOOK.withParts(Collections.nCopies(1_001, VOICE)));
    }

    @ParameterizedTest
    @MethodSource("tooLarge")
    void a_part_beyond_the_limits_is_refused_by_its_name_and_nothing_is_written(Message message) {
        Memory ada = contract.ada();

        assertThatExceptionOfType(RefusedTextException.class)
                .isThrownBy(() -> ada.remember(NewEpisode.of(message).id("e1")))
                .withMessageMatching("(caption|part uri|part name|parts) has .*; (use at most|remove it).*");
        assertThat(ada.find(Episode.class, "e1")).isEmpty();
    }

    @Test
    void secrets_in_name_caption_and_address_are_redacted_or_refused_as_in_the_text() {
        Memory ada = contract.ada();
        String key = "AKIA" + "ABCDEFGHIJKLMNOP";
        NewEpisode episode = NewEpisode.of(Message.user("My screen")
                        .withParts(MediaPart.image("https://x.example/" + key)
                                .withName(key + ".png")
                                .withCaption("It shows " + key)))
                .id("e1");
        settings(settings -> settings.secrets(SpaceSettings.Secrets.REDACT));
        ada.remember(episode);

        MediaPart redacted = ada.find(Episode.class, "e1")
                .orElseThrow()
                .messages()
                .get(0)
                .parts()
                .get(0);
        assertThat(redacted.uri()).isEqualTo("https://x.example/[redacted]");
        assertThat(redacted.name()).isEqualTo("[redacted].png");
        assertThat(redacted.caption()).isEqualTo("It shows [redacted]");

        settings(settings -> settings.secrets(SpaceSettings.Secrets.REJECT));
        assertThatExceptionOfType(RefusedTextException.class)
                .isThrownBy(() -> ada.remember(episode.id("e2")))
                .withMessageContaining("of a part looks like it holds a password or a key");
        settings(settings -> settings.secrets(SpaceSettings.Secrets.MARK));
        ada.remember(episode.id("e3"));
        assertThat(ada.find(Episode.class, "e3").orElseThrow().sensitive()).isTrue();
    }

    private void settings(UnaryOperator<SpaceSettings> change) {
        contract.daybook().space("default").changeSettings(change);
    }

    @Test
    void a_caption_has_the_trust_of_its_message() {
        Memory ada = contract.ada();
        ada.remember(NewEpisode.of(LOOK).id("import").session("s1").origin(Origin.IMPORT));
        assertThat(ada.session("other")
                        .context("cormorants", ContextOptions.defaults())
                        .text())
                .contains("[trust: import] user: Look what I saw! [image: quay.jpg");

        settings(settings -> settings.lowTrust(LowTrust.LEAVE_OUT));
        ada.remember(
                NewEpisode.of(Message.user("Where are the cormorants?"), new Message("tool", null, "").withParts(PHOTO))
                        .id("turn"));
        assertThat(ids(ada.recall(Query.of("cormorants").by(By.TEXT)))).doesNotContain("import");
        assertThat(ada.recall(Query.of("Where are the cormorants?")))
                .flatExtracting(MessageFixture::messages)
                .hasSize(2)
                .allMatch(message -> message.parts().isEmpty());
    }

    @Test
    void a_forgotten_caption_is_refused_where_forgotten_texts_are() {
        settings(settings -> settings.refuseForgotten(true));
        Memory ada = contract.ada();
        ada.remember(walk());
        ada.forget(Selection.episode("walk"));
        Message copy = Message.user("Another text").withParts(VOICE.withCaption(PHOTO.caption()));

        assertThatExceptionOfType(ForgottenTextException.class)
                .isThrownBy(() -> ada.remember(NewEpisode.of(copy).id("e2")))
                .withMessageContaining("messages[0] of the episode 'e2'");
        ada.remember(NewEpisode.of(copy.withParts(VOICE.withCaption("Another caption"))));
    }
}
