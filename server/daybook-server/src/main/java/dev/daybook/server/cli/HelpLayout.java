package dev.daybook.server.cli;

import dev.daybook.server.cli.terminal.CommandTerminal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The layout of {@code --help}: the options of the command first, then the options of every command. */
final class HelpLayout {

    /** Width for a pipe and for a terminal of unknown width. */
    private static final int USUAL_WIDTH = 80;

    /** Longer lines are hard to read; picocli has a minimum width. */
    private static final int WIDEST = 100;

    private static final int NARROWEST = 55;

    /** The commands that use --session. The others accept it, so that a script can always pass it, and hide it. */
    private static final Set<String> WITH_SESSION = Set.of(
            "remember", "recall", "context", "import", "history", "summaries", "forget", "quarantine", "bank", "mcp");

    private HelpLayout() {}

    /** Turns {@code help COMMAND} into {@code COMMAND --help}. */
    static String[] asOption(String[] arguments) {
        if (arguments.length == 0 || !arguments[0].equals("help")) {
            return arguments;
        }
        List<String> words = new ArrayList<>(Arrays.asList(arguments).subList(1, arguments.length));
        if (!words.contains("--help")) {
            words.add("--help");
        }
        return words.toArray(String[]::new);
    }

    /** Sets the layout of a command line and of the commands added to it. */
    static void arrange(CommandLine line, CommandTerminal terminal) {
        int width = terminal.outIsTerminal() ? terminal.width() : USUAL_WIDTH;
        line.setUsageHelpWidth(Math.max(NARROWEST, Math.min(WIDEST, width)));
        Map<String, IHelpSectionRenderer> sections = line.getHelpSectionMap();
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpLayout::options);
        line.setHelpSectionMap(sections);
        line.getSubcommands().values().forEach(HelpLayout::shorten);
    }

    /** Shortens the synopsis: with all options it is a block of brackets. */
    private static void shorten(CommandLine command) {
        command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        command.getSubcommands().values().forEach(HelpLayout::shorten);
    }

    private static String options(CommandLine.Help help) {
        List<OptionSpec> own = new ArrayList<>();
        List<OptionSpec> common = new ArrayList<>();
        for (OptionSpec option : help.commandSpec().options()) {
            if (!option.inherited()) {
                own.add(option);
            } else if (!option.longestName().equals("--session") || hasSession(help.commandSpec())) {
                common.add(option);
            }
        }
        String title = common.isEmpty() ? "" : String.format("%nMemory options:%n");
        return list(help, own) + title + list(help, common);
    }

    private static boolean hasSession(CommandSpec command) {
        String[] names = command.qualifiedName().split(" ");
        return names.length > 1 && WITH_SESSION.contains(names[1]);
    }

    private static String list(CommandLine.Help help, List<OptionSpec> options) {
        // All options set the column width, so both lists and the parameters are aligned.
        CommandLine.Help.Layout layout = help.createDefaultLayout(
                help.commandSpec().options(), help.commandSpec().positionalParameters(), help.colorScheme());
        layout.addOptions(options, help.createDefaultParamLabelRenderer());
        return layout.toString();
    }
}
