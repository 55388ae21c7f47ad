package dev.daybook.all;

import static dev.daybook.testkit.agent.MemoryAssertions.assertForgets;
import static dev.daybook.testkit.agent.MemoryAssertions.assertForgotten;
import static dev.daybook.testkit.agent.MemoryAssertions.assertRecalls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.query.Selection;
import dev.daybook.testkit.agent.DaybookExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Memory tests of an agent over a store with files: the default of the extension. */
@ExtendWith(DaybookExtension.class)
class ForgottenFilesTest {

    private static final String SECRET = "the safe is behind the mirror";

    /** The folder of the first test that ran. */
    private static Optional<Path> earlier = Optional.empty();

    @Test
    void a_forgotten_text_has_left_the_files(LocalDaybook daybook, Memory ada) {
        ada.session("s1").remember(Message.user("Remember: " + SECRET + "."));
        ada.session("s2").remember(Message.user("I moved to Lisbon in May."));

        assertForgets(daybook, SECRET, () -> ada.forget(Selection.session("s1")));

        assertRecalls(ada, "where did she move?").first("Lisbon");
        theFolderOfTheEarlierTestIsGone(daybook);
    }

    @Test
    void a_file_with_a_forgotten_text_is_named(LocalDaybook daybook, Memory ada) throws Exception {
        ada.session("s1").remember(Message.user("Remember: " + SECRET + "."));
        ada.forget(Selection.everything());
        Path copy = daybook.maintenance().dataFolder().orElseThrow().resolve("notes.txt");
        Files.writeString(copy, "Ada told me that " + SECRET);

        assertThatThrownBy(() -> assertForgotten(daybook, SECRET))
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageStartingWith("a forgotten text is still in the files")
                .hasMessageContaining("found in:\n    " + copy)
                .hasMessageContaining("remedy:    if a file of your own is in the folder");
        theFolderOfTheEarlierTestIsGone(daybook);
    }

    @Test
    void a_text_that_only_the_views_contain_proves_nothing(LocalDaybook daybook, Memory ada) {
        ada.session("s1").remember(Message.user("Remember: " + SECRET + "."));

        assertThatThrownBy(() -> assertForgets(daybook, "user: Remember", () -> ada.forget(Selection.everything())))
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageStartingWith("the files do not contain the text before the forget")
                .hasMessageContaining("remedy:    give a part of one message exactly as it was written");
        theFolderOfTheEarlierTestIsGone(daybook);
    }

    @Test
    void a_text_that_is_a_user_id_cannot_be_proved(LocalDaybook daybook) {
        daybook.user("ada.lovelace@example.org").session("s1").remember(Message.user("Hello."));

        assertThatThrownBy(() -> assertForgotten(daybook, "ada.lovelace@example.org"))
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageStartingWith("the files cannot be searched for the text")
                .hasMessageContaining("remedy:    use an id that says nothing about the user");
        theFolderOfTheEarlierTestIsGone(daybook);
    }

    private static void theFolderOfTheEarlierTestIsGone(LocalDaybook daybook) {
        earlier.ifPresent(folder -> assertThat(folder).doesNotExist());
        earlier = daybook.maintenance().dataFolder();
        assertThat(earlier).hasValueSatisfying(folder -> assertThat(folder).isDirectory());
    }
}
