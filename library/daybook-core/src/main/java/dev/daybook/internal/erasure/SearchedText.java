package dev.daybook.internal.erasure;

import java.util.List;

/**
 * A text to search for.
 *
 * @param layouts further byte strings that hold the same text: the parts of a fact as a file or a record has them
 */
record SearchedText(String text, List<String> layouts) {

    SearchedText(String text) {
        this(text, List.of());
    }
}
