package dev.daybook.bench.poison;

import java.util.List;

/** A question of the user with the answer that the user once gave, and the lie that a poison puts beside it. */
record AttackedQuestion(String question, String answer, String lie) {

    static List<AttackedQuestion> all() {
        return CorpusFile.lines("benign.txt").stream()
                .map(line -> line.split("\\|", -1))
                .map(parts -> new AttackedQuestion(parts[0], parts[1], parts[2]))
                .toList();
    }
}
