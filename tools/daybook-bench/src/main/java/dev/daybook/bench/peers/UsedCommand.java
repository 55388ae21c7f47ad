package dev.daybook.bench.peers;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The command line of a run for its result, without the folders of the machine. */
final class UsedCommand {

    private static final List<String> FOLDERS = List.of("--bench", "--home", "--out");

    private UsedCommand() {}

    static String of(CommandSpec spec) {
        return "peers.sh" + withoutFolders(spec.commandLine().getParseResult().originalArgs());
    }

    static String withoutFolders(List<String> arguments) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (FOLDERS.contains(argument)) {
                i++;
            } else if (FOLDERS.stream().noneMatch(folder -> argument.startsWith(folder + "="))) {
                text.append(' ').append(argument);
            }
        }
        return text.toString();
    }
}
