package dev.daybook.server.cli.memory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands over the memory of one scope. */
public final class MemoryCommands {

    private MemoryCommands() {}

    /** Returns the makers of the commands by their names. */
    public static Map<String, Supplier<Object>> all() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("remember", RememberCommand::new);
        commands.put("recall", RecallCommand::new);
        commands.put("context", ContextCommand::new);
        commands.put("sessions", SessionsCommand::new);
        commands.put("history", HistoryCommand::new);
        commands.put("profile", ProfileCommand::new);
        commands.put("blocks", BlocksCommand::new);
        commands.put("facts", FactsCommand::new);
        commands.put("notes", NotesCommand::new);
        commands.put("summaries", SummariesCommand::new);
        commands.put("consolidate", ConsolidateCommand::new);
        commands.put("undo", UndoCommand::new);
        commands.put("quarantine", QuarantineCommand::new);
        return commands;
    }
}
