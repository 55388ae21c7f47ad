package dev.daybook.examples;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.model.Message;
import dev.daybook.query.SpaceSettings;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The operations of restai's memory bank and their counterparts in Daybook: a project is a space, its users have scopes in it.
 * Makes a folder
 * {@code memory}. Without a language model the summaries are sentences of the sessions.
 */
public final class RestaiUser {

    private RestaiUser() {}

    public static void main(String[] arguments) {
        try (Daybook daybook = Daybook.builder(Path.of("memory")).noEmbedder().open()) {
            MemorySpace project = daybook.space("garden");

            // memory_bank_enabled, memory_bank_max_tokens: all users of the space see its summaries
            project.settings(
                    project.settings().bank(SpaceSettings.Bank.OFF.enabled(true).maxTokens(2_000)));

            // a row of the log; a private chat stays out of the bank
            Memory ada = project.user("ada");
            ada.session("beds").remember(Message.user("The beans go into the north bed."), Message.assistant("Noted."));
            ada.session("diary").remember(Message.user("My knee hurts."));
            ada.session("diary").change(options -> options.isPrivate(true));

            // chat_ids_needing_refresh, summarize_conversation, compress_entries; run() does all three
            project.bank().due(Duration.ZERO).forEach(sessionRef -> System.out.println("due: " + sessionRef.session()));
            project.bank()
                    .due(Duration.ZERO)
                    .forEach(sessionRef -> project.bank().summarize(sessionRef));
            project.bank().compress(2_000);

            // list, and the text for the prompt of any user of the space
            project.bank().list().summaries().forEach(entry -> System.out.println("entry: " + entry.text()));
            System.out.println(project.user("bo")
                    .session("today")
                    .context("What is planted?")
                    .text());

            // search_memories
            ada.recall("beans").forEach(hit -> System.out.println("found: " + hit.text()));

            // list_enabled_projects
            daybook.spaces()
                    .filter(space -> daybook.space(space.id()).settings().bank().enabled())
                    .forEach(space -> System.out.println("enabled: " + space.id()));

            // clear: the episodes stay
            project.bank().forget();
            System.out.println("left: " + project.bank().list().summaries().size());
            System.out.println("said: " + ada.session("beds").turns(10).size() + " messages");
        }
    }
}
