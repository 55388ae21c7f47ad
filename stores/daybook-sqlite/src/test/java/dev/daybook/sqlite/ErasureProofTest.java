package dev.daybook.sqlite;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.erasure.ErasureProof;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.MediaPart;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.ErasureEvidence;
import dev.daybook.outcome.ProvedErasure;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.query.Selection;
import dev.daybook.spi.LanguageModel;
import dev.daybook.testkit.FixedClock;
import dev.daybook.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An embedded program proves an erasure while it keeps its daybook open. */
@Timeout(300)
class ErasureProofTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SECRET = "The key of the greenhouse lies under the third flower pot.";

    @TempDir
    private Path folder;

    @Test
    void a_forget_is_proved_by_a_search_of_every_file_before_and_after_it() {
        try (LocalDaybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            ada.session("s1").remember(user(SECRET), user("Good night!"));
            daybook.user("bob").session("s1").remember(user("Bob waters the tomatoes in the evening."));

            ProvedErasure proved = ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE);

            assertThat(proved.proved()).isTrue();
            ErasureEvidence evidence = proved.evidence();
            assertThat(evidence.texts()).isEqualTo(2);
            assertThat(evidence.searched()).isEqualTo(2);
            assertThat(evidence.shortTexts()).isEqualTo(1);
            assertThat(evidence.foundBefore()).isEqualTo(2);
            assertThat(evidence.found()).isZero();
            assertThat(evidence.files()).isPositive();
        }
    }

    @Test
    void a_caption_and_an_address_are_searched_for_as_a_text_is() {
        try (LocalDaybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            String address = "https://photos.example/albums/greenhouse/third-flower-pot.jpg";
            ada.session("s1")
                    .remember(user("").withParts(MediaPart.image(address).withCaption(SECRET)));

            ProvedErasure proved = ErasureProof.forget(daybook, ada, Selection.session("s1"), PATIENCE);

            assertThat(proved.proved()).isTrue();
            assertThat(proved.evidence().searched()).isEqualTo(2);
            assertThat(proved.evidence().foundBefore()).isEqualTo(2);
            assertThat(proved.evidence().found()).isZero();
        }
    }

    @Test
    void an_entry_that_has_ended_is_searched_for_too() {
        FixedClock clock = FixedClock.at(OffsetDateTime.parse("2026-03-04T12:00:00Z"));
        try (LocalDaybook daybook =
                Daybook.builder(folder).noEmbedder().clock(clock).open()) {
            Memory ada = daybook.user("ada");
            ada.remember(NewEpisode.of(user(SECRET)).expiresAt(clock.instant().plusSeconds(60)));
            clock.advance(Duration.ofHours(1));
            assertThat(ada.archive().exportAll()).isEmpty();

            ProvedErasure proved = ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE);

            assertThat(proved.proved()).isTrue();
            assertThat(proved.evidence().foundBefore()).isEqualTo(1);
        }
    }

    @Test
    void a_rejected_statement_survives_a_restart_and_goes_with_what_the_model_had_read() {
        LanguageModel model =
                ScriptedModel.answering("{\"statements\":[{\"s\":\"" + SECRET + "\",\"about\":\"Bob\",\"from\":[2]}]}");
        try (Daybook daybook =
                Daybook.builder(folder).languageModel(model).background(false).open()) {
            daybook.user("ada").session("s1").remember(user(SECRET), user("Bob waters the tomatoes."));
            daybook.user("ada").consolidate();
        }
        try (LocalDaybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            assertThat(ada.facts().rejected())
                    .extracting(RejectedStatement::sentence)
                    .containsExactly(SECRET);

            ProvedErasure proved = ErasureProof.forget(daybook, ada, Selection.session("s1"), PATIENCE);

            assertThat(proved.evidence().foundBefore()).isPositive();
            assertThat(proved.proved()).isTrue();
            assertThat(ada.facts().rejected()).isEmpty();
        }
    }

    @Test
    void a_text_that_another_entry_still_contains_is_not_searched_for() {
        try (LocalDaybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            ada.session("s1").remember(user(SECRET));
            daybook.user("bob").session("s1").remember(user(SECRET));

            ProvedErasure proved = ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE);

            assertThat(proved.proved()).isFalse();
            ErasureEvidence evidence = proved.evidence();
            assertThat(evidence.searched()).isZero();
            assertThat(evidence.stillSaid()).isEqualTo(1);
        }
    }

    @Test
    void a_copy_of_a_forgotten_text_in_any_file_of_the_folder_is_found() throws IOException {
        try (LocalDaybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            ada.session("s1").remember(user(SECRET));
            Path copy = Files.writeString(folder.resolve("copy.txt"), "x" + SECRET, StandardCharsets.UTF_16LE);

            ProvedErasure proved = ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE);

            assertThat(proved.proved()).isFalse();
            assertThat(proved.evidence().foundIn()).containsOnlyKeys(copy.toRealPath());
        }
    }

    @Test
    void a_forgotten_text_in_a_backup_in_the_folder_is_found_though_it_is_encrypted() throws IOException {
        try (LocalDaybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            ada.session("s1").remember(user(SECRET));
            Path backup = folder.resolve("of-monday.backup");
            daybook.maintenance().backup(backup);

            ProvedErasure proved = ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE);

            assertThat(proved.proved()).isFalse();
            assertThat(proved.evidence().found()).isEqualTo(1);
            Files.delete(backup);
            ada.session("s1").remember(user(SECRET));
            assertThat(ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE)
                            .proved())
                    .isTrue();
        }
    }

    @Test
    void a_short_fact_is_found_as_a_statement_and_not_by_its_words() throws IOException {
        try (LocalDaybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            ada.facts().remember(NewFact.of("Ada", "lives_in", "Lisbon"));
            Files.writeString(folder.resolve("words.txt"), "\"Ada\"\nlives_in\nLisbon\n");

            ProvedErasure proved = ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE);

            assertThat(proved.evidence().foundBefore()).isEqualTo(1);
            assertThat(proved.proved()).isTrue();
            ada.facts().remember(NewFact.of("Ada", "lives_in", "Lisbon"));
            Files.writeString(
                    folder.resolve("export.jsonl"),
                    "{\"subject\":\"Ada\",\"predicate\":\"lives_in\",\"object\":\"Lisbon\"}");
            assertThat(ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE)
                            .proved())
                    .isFalse();
        }
    }

    @Test
    void a_backup_behind_a_link_in_the_folder_is_searched_too(@TempDir Path elsewhere) throws IOException {
        try (LocalDaybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            ada.session("s1").remember(user(SECRET));
            daybook.maintenance().backup(elsewhere.resolve("monday"));
            Files.createSymbolicLink(folder.resolve("backups"), elsewhere);

            assertThat(ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE)
                            .evidence()
                            .found())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_file_that_cannot_be_searched_proves_nothing() throws IOException {
        try (LocalDaybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            ada.session("s1").remember(user(SECRET));
            Path dangling = Files.createSymbolicLink(folder.resolve("gone"), folder.resolve("nowhere"));

            ProvedErasure proved = ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE);

            assertThat(proved.proved()).isFalse();
            assertThat(proved.evidence().nothingFound()).isTrue();
            assertThat(proved.evidence().unsearchedFiles().keySet())
                    .extracting(Path::getFileName)
                    .containsExactly(dangling.getFileName());
        }
    }

    @Test
    void a_store_without_files_refuses_and_forgets_nothing() {
        try (LocalDaybook daybook = Daybook.builder(new InMemoryStore()).open()) {
            Memory ada = daybook.user("ada");
            ada.session("s1").remember(user(SECRET));

            assertThatIllegalStateException()
                    .isThrownBy(() -> ErasureProof.forget(daybook, ada, Selection.everything(), PATIENCE))
                    .withMessageContaining("keeps no files");
            assertThat(ada.session("s1").turns(1)).hasSize(1);
        }
    }
}
