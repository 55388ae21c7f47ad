package dev.daybook.server.cli.administration;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands over the spaces, the store and the keys of a memory, for its operator. */
public final class AdministrationCommands {

    private AdministrationCommands() {}

    /** Returns the makers of the commands by their names. */
    public static Map<String, Supplier<Object>> all() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("import", ImportCommand::new);
        commands.put("export", ExportCommand::new);
        commands.put("spaces", SpacesCommand::new);
        commands.put("doctor", DoctorCommand::new);
        commands.put("rebuild", RebuildCommand::new);
        commands.put("bank", BankCommand::new);
        commands.put("settings", SettingsCommand::new);
        commands.put("backup", BackupCommand::new);
        commands.put("restore", RestoreCommand::new);
        commands.put("copy", CopyCommand::new);
        commands.put("key", KeyCommand::new);
        return commands;
    }
}
