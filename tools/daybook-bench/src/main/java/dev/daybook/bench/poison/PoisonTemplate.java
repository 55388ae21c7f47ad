package dev.daybook.bench.poison;

import java.util.List;

/**
 * A poisoned text with places for the question and the lie.
 *
 * @param attack the published attack that it follows
 */
record PoisonTemplate(String attack, String text) {

    static List<PoisonTemplate> all() {
        return CorpusFile.lines("templates.txt").stream()
                .map(line -> line.split("\\|", 2))
                .map(parts -> new PoisonTemplate(parts[0], parts[1]))
                .toList();
    }

    String filled(AttackedQuestion question, int number) {
        return CorpusFile.unescaped(text)
                .replace("{n}", String.valueOf(number))
                .replace("{q}", question.question())
                .replace("{lie}", question.lie());
    }
}
