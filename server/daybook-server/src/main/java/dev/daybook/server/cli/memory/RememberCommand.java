package dev.daybook.server.cli.memory;

import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Receipt;
import dev.daybook.server.cli.options.DaybookCommand;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "remember",
        description = "Adds a message to a session as an episode and prints its id.",
        sortOptions = false)
final class RememberCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Parameters(paramLabel = "TEXT", description = "Text of the message; - reads it from stdin.")
    private String text;

    @Option(
            names = "--role",
            defaultValue = Message.USER,
            description = "Role of the speaker: user, assistant, … (default user).")
    private String role;

    @Option(names = "--name", description = "Name of the speaker.")
    private @Nullable String name;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Time of the message, ISO 8601 with an offset, or a day (default now).")
    private @Nullable String at;

    @Option(names = "--id", description = "Id of the episode (default: a new one); the same id twice adds one episode.")
    private @Nullable String id;

    @Option(
            names = "--expires",
            paramLabel = "TIME",
            description = "End of the episode: from then on nothing shows it, and it is erased.")
    private @Nullable String expires;

    @Override
    public Integer call() {
        String message = root.text(text);
        if (message.isBlank()) {
            throw root.options().wrongUsage("TEXT is blank; give the text of the message");
        }
        NewEpisode episode = NewEpisode.of(Message.of(role, message).withName(name))
                .id(id)
                .session(root.options().session())
                .occurredAt(at == null ? null : IsoTimes.parseTimeOrDay("--at", at))
                .expiresAt(IsoTimes.instantOrDay("--expires", expires));
        return root.withMemory(memory -> {
            Receipt receipt = memory.remember(episode);
            return root.answer(() -> ReceiptCodec.RECEIPT.write(receipt), receipt.id());
        });
    }
}
