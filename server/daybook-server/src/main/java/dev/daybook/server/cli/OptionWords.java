package dev.daybook.server.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Checks the options of a command line before picocli reads them. A value behind {@code =} may be the name of an option
 * or a command, such as {@code --id=--all}; a word of its own may not, since the value has been forgotten then.
 */
final class OptionWords implements IParameterPreprocessor {

    /** Options whose value may be blank, behind the names of their commands. */
    private static final Set<String> MAY_BE_BLANK = Set.of("append --separator", "sessions --name");

    /** Lets values be names, and checks the words instead. */
    static void check(CommandSpec command) {
        command.preprocessor(new OptionWords());
        command.parser().allowOptionsAsOptionParameters(true).allowSubcommandsAsOptionParameters(true);
        command.subcommands().values().forEach(each -> check(each.getCommandSpec()));
    }

    /** Returns the words that may be options: those before {@code --}. */
    static List<String> of(List<String> arguments) {
        int end = arguments.indexOf("--");
        return end < 0 ? arguments : arguments.subList(0, end);
    }

    /** Returns the option of a name, or of the first flag of several in one word ({@code -hV}). */
    private static @Nullable OptionSpec option(CommandSpec command, String name) {
        boolean areShort = name.length() > 2 && name.startsWith("-") && !name.startsWith("--");
        return command.optionsMap().get(areShort ? name.substring(0, 2) : name);
    }

    private static void requireText(CommandSpec command, String option, String value) {
        if (value.isBlank() && !MAY_BE_BLANK.contains(command.name() + " " + option)) {
            throw new ParameterException(command.commandLine(), option + " is blank; give a value, or leave it out");
        }
    }

    @Override
    @SuppressWarnings("JdkObsolete") // the type of picocli
    public boolean preprocess(
            Stack<String> reversed, CommandSpec command, @Nullable ArgSpec none, Map<String, Object> info) {
        List<String> arguments = new ArrayList<>(reversed);
        Collections.reverse(arguments);
        String wanting = null;
        for (String word : of(arguments)) {
            String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            OptionSpec option = option(command, name);
            boolean isCommand = command.subcommands().containsKey(word);
            if (wanting != null && (option != null || isCommand)) {
                throw new ParameterException(
                        command.commandLine(),
                        "Expected parameter for option '" + wanting + "' but found '" + word + "'");
            }
            if (isCommand) {
                break;
            }
            if (wanting != null) {
                requireText(command, wanting, word);
            }
            boolean isFlag = option != null && option.arity().min() == 0;
            String value = option == null || name.equals(word) ? null : word.substring(name.length() + 1);
            if (isFlag && value != null && value.isBlank()) {
                // As an empty variable makes it: picocli reads false, so '--dry-run=' would do it.
                throw new ParameterException(
                        command.commandLine(), name + " has an empty value; leave out the '=', or give true or false");
            }
            if (value != null) {
                requireText(command, name, value);
            }
            wanting = option == null || isFlag || wanting != null || !name.equals(word) ? null : name;
        }
        return false;
    }
}
