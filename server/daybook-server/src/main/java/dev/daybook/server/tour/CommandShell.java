package dev.daybook.server.tour;

import java.io.PrintStream;
import java.util.List;

/** The command line, as the tour uses it. */
public interface CommandShell {

    /** Returns the stream to the reader of the tour. */
    PrintStream out();

    /** Returns a text in bold, if the reader's terminal can show it. */
    String bold(String text);

    /** Runs a command. */
    CommandAnswer run(List<String> words);
}
