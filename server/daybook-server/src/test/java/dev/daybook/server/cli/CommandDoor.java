package dev.daybook.server.cli;

import dev.daybook.LocalDaybook;
import dev.daybook.server.cli.options.BorrowedDaybook;
import dev.daybook.server.cli.options.EmbedderOption;
import dev.daybook.server.cli.terminal.CheckedStreams;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.doors.DoorAnswer;
import dev.daybook.server.doors.DoorCall;
import dev.daybook.server.doors.HostileTenant;
import dev.daybook.server.doors.MemoryDoor;
import dev.daybook.server.doors.PlantedHandles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The commands, as a running server runs those that are forwarded to it: without a process and an opening for each. */
public final class CommandDoor implements MemoryDoor {

    private final BorrowedDaybook daybook;
    private final Random random;

    public CommandDoor(LocalDaybook daybook, Path folder, Random random) {
        this.daybook = new BorrowedDaybook(daybook, folder, EmbedderOption.NONE);
        this.random = random;
    }

    @Override
    public DoorAnswer call(DoorCall call, HostileTenant own, HostileTenant other, PlantedHandles handles) {
        return switch (call) {
            case RECALL ->
                run(own, "recall", "--by=" + one("words", "text"), other.canary())
                        .and(run(own, "recall", "--by=newest", "--limit=100", "--json", "heron"));
            case READ ->
                random.nextBoolean()
                        ? run(own, "blocks", "show", other.only())
                        : run(own, "blocks", "history", other.only());
            case SESSION ->
                random.nextBoolean()
                        ? run(own, "history", "--session=" + other.session())
                        : run(own, "recall", "--session=" + other.session(), "heron");
            case EXPORT -> run(own, "export");
            case SHARED -> run(own, "context", "heron");
            case HANDLES ->
                switch (random.nextInt(4)) {
                    case 0 -> run(own, "context", "--id=" + handles.context());
                    case 1 -> run(own, "undo", handles.forget());
                    case 2 -> run(own, "quarantine", "release", handles.quarantine());
                    default -> run(own, "sessions");
                };
            case BLOCK -> run(own, "blocks", "set", "persona", own.canary());
            case FACT ->
                run(own, "facts", "remove", other.only())
                        .and(run(own, "facts", "add", "--id=" + other.only(), "weir", "is", own.canary()))
                        .and(run(own, "facts", "list"));
            case REMEMBER ->
                run(own, "remember", "--id=" + other.only(), "--session=" + other.session(), "heron " + own.canary());
            case FORGET ->
                run(own, "facts", "remove", other.only())
                        .and(run(own, "forget", "--yes", "--session=" + other.session()));
            case FORGET_ALL -> run(own, "forget", "--all", "--yes").and(run(own, "export"));
        };
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private DoorAnswer run(HostileTenant own, String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.add("--space=" + own.space());
        String user = own.user();
        if (own.agent() != null) {
            words.add("--agent=" + own.agent());
            user = own.owner();
        }
        if (user != null) {
            words.add("--user=" + user);
        } else if (own.agent() == null) {
            words.add("--" + own.code());
        }
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        CommandTerminal terminal = new CommandTerminal(
                new ByteArrayInputStream(new byte[0]),
                CheckedStreams.printing(shown),
                CheckedStreams.printing(shown),
                "",
                100,
                Map.of());
        int exit = CommandRunner.run(terminal, daybook, words.toArray(String[]::new));
        return new DoorAnswer(shown.toString(StandardCharsets.UTF_8), exit != 0);
    }
}
