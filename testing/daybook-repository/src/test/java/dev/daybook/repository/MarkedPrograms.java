package dev.daybook.repository;

import java.util.List;
import java.util.regex.Pattern;

/** The programs of a page and the marked regions of a source file, both without indentation, to compare them. */
final class MarkedPrograms {

    private static final Pattern REGION =
            Pattern.compile("^ *// tag::(\\w+)\\[]\\n(.*?)^ *// end::\\1\\[]$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private MarkedPrograms() {}

    /** Returns the regions between the marks {@code tag::name[]} and {@code end::name[]} of a source file. */
    static List<String> regions(String source) {
        return REGION.matcher(source)
                .results()
                .map(region -> stripped(region.group(2)))
                .toList();
    }

    /** Returns the blocks of a page in a language. */
    static List<String> blocks(String page, String language) {
        return BLOCK.matcher(page)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> stripped(block.group(2)))
                .toList();
    }

    /** A line break at the end would count as a line without indentation. */
    private static String stripped(String text) {
        return text.stripTrailing().stripIndent();
    }
}
