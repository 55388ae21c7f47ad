package dev.daybook.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Half of the users are forgotten, one after the other; nothing of theirs is left in any file. Every word they said holds
 * their number, so that a scrap of a text is found as well as the whole.
 */
class ForgottenBytesTest {

    /** {@code .ci/run} asks for 40 users of 125 episodes. */
    private static final int USERS = Integer.getInteger("daybook.erasure.users", 8);

    private static final int EPISODES = 125;
    private static final int WORDS = 12;
    private static final Pattern WORD = Pattern.compile("kanari(\\d+)x\\d+y\\d+");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void no_word_of_a_forgotten_user_is_left_in_any_file_and_the_others_are_complete() {
        LocalDaybook daybook = open();
        try (daybook) {
            // In turns, so that the pages of the file hold texts of many users side by side.
            for (int episode = 0; episode < EPISODES; episode++) {
                for (int user = 0; user < USERS; user++) {
                    daybook.user(name(user)).remember(episode(user, episode));
                }
            }
            for (int user = 0; user < USERS; user++) {
                ofOtherKinds(daybook.user(name(user)), user);
            }
            assertThat(usersFound(daybook)).as("the search finds what is there").hasSize(USERS);
            for (int user = 0; user < USERS; user += 2) {
                Memory memory = daybook.user(name(user));
                ErasureReceipt erasure = memory.forget(Selection.everything());
                assertThat(erasure.counts())
                        .isEqualTo(Map.of(
                                Kind.EPISODE,
                                (long) EPISODES,
                                Kind.FACT,
                                2L,
                                Kind.BLOCK,
                                2L,
                                Kind.NOTE,
                                1L,
                                Kind.SUMMARY,
                                1L));
                assertThat(memory.operations().await(erasure, PATIENCE).bytes()).isEqualTo(ErasureReceipt.Bytes.GONE);
                int forgotten = user;
                assertThat(usersFound(daybook)).noneMatch(found -> found <= forgotten && found % 2 == 0);
            }
            others(daybook);
        }
        assertThat(usersInFiles()).isEmpty();
        try (LocalDaybook reopened = open()) {
            assertThat(usersFound(reopened)).hasSize(USERS / 2).allMatch(user -> user % 2 == 1);
            others(reopened);
            assertThat(reopened.space("default").scopes()).hasSize(USERS / 2);
        }
    }

    /** Without derivation in the background: a full window of a slow run would add summaries. */
    private LocalDaybook open() {
        return Daybook.builder(folder)
                .embedder(new HashEmbedder(8))
                .background(false)
                .open();
    }

    private void others(Daybook daybook) {
        for (int user = 0; user < USERS; user++) {
            Memory memory = daybook.user(name(user));
            List<Entry> all = memory.archive().exportAll().toList();
            if (user % 2 == 0) {
                assertThat(all).isEmpty();
                continue;
            }
            List<Entry> entries = all.subList(0, EPISODES);
            assertThat(all.subList(EPISODES, all.size()))
                    .extracting(Entry::kind)
                    .containsExactly(Kind.FACT, Kind.FACT, Kind.BLOCK, Kind.NOTE, Kind.SUMMARY);
            assertThat(entries).hasSize(EPISODES);
            for (int episode = 0; episode < EPISODES; episode++) {
                assertThat(entries.get(episode).text())
                        .isEqualTo("user: "
                                + episode(user, episode).messages().get(0).text());
            }
            assertThat(memory.recall(Query.of(word(user, 7, 3)).limit(1)).get(0).text())
                    .contains(word(user, 7, 3));
        }
    }

    /** With history and with removed entries: their bytes have to go as well. */
    private static void ofOtherKinds(Memory memory, int user) {
        memory.facts().remember(NewFact.of(word(user, 200, 0), word(user, 200, 1), word(user, 200, 2)));
        memory.facts().remember(NewFact.of(word(user, 200, 0), word(user, 200, 1), word(user, 200, 3)));
        memory.blocks().remember(word(user, 201, 0), word(user, 201, 1));
        memory.blocks().remember(word(user, 201, 0), word(user, 201, 2));
        memory.blocks().remember(word(user, 202, 0), word(user, 202, 1));
        memory.blocks().end(word(user, 202, 0));
        OffsetDateTime now = OffsetDateTime.parse("2026-03-04T12:00:00Z");
        memory.archive()
                .importAll(List.of(new Note(
                        word(user, 203, 0),
                        word(user, 203, 1),
                        now,
                        now,
                        List.of(),
                        List.of(),
                        List.of(),
                        SummaryMethod.GIVEN,
                        Provenance.unwritten(Origin.USER, Trust.USER))));
        memory.session("s1").rememberSummary(word(user, 204, 0), 2);
        memory.session("s1").change(options -> options.name(word(user, 205, 0)));
    }

    /** The users of whom a word stands in a file, or in a record that the keys in the folder decrypt. */
    private Set<Integer> usersFound(LocalDaybook daybook) {
        Set<Integer> users = usersInFiles();
        daybook.maintenance().decryptRecords(record -> addUsers(record, users));
        return users;
    }

    private Set<Integer> usersInFiles() {
        Set<Integer> users = new HashSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            // Closing any descriptor of the lock file releases the lock (POSIX), so the file is not opened while the
            // lock is held.
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("lock"))
                    .toList()) {
                addUsers(Files.readAllBytes(file), users);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return users;
    }

    /** Adds the users of words in UTF-8 or (with its zero bytes left out) in UTF-16. */
    private static void addUsers(byte[] content, Set<Integer> users) {
        String bytes = new String(content, StandardCharsets.ISO_8859_1);
        for (String view : List.of(bytes, bytes.replace("\0", ""))) {
            for (Matcher word = WORD.matcher(view); word.find(); ) {
                users.add(Integer.valueOf(word.group(1)));
            }
        }
    }

    private static NewEpisode episode(int user, int episode) {
        List<String> words = new ArrayList<>();
        // Texts of different length, so that deleted cells leave gaps which others do not fill exactly.
        int count = WORDS + new Random(31L * user + episode).nextInt(60);
        for (int i = 0; i < count; i++) {
            words.add(word(user, episode, i));
        }
        return NewEpisode.of(Message.user(String.join(" ", words))).session("s" + episode % 5);
    }

    private static String word(int user, int episode, int i) {
        return "kanari" + user + "x" + episode + "y" + i;
    }

    private static String name(int user) {
        return "kanari" + user + "x0y0";
    }
}
