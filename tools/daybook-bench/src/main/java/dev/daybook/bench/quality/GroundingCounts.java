package dev.daybook.bench.quality;

import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.GroundingPolicy.CheckedSentence;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Counts of the cases of one kind that a grounding policy accepted. */
final class GroundingCounts {

    private static final Pattern SPACE = Pattern.compile("\\s++");

    private final String kind;
    private final Share cases = new Share();
    private final Share sentences = new Share();
    private final Share faulty = new Share();

    private static final class Share {
        private int accepted;
        private int all;

        void add(boolean isAccepted) {
            accepted += isAccepted ? 1 : 0;
            all++;
        }

        @Override
        public String toString() {
            return accepted + " of " + all;
        }
    }

    GroundingCounts(String kind) {
        this.kind = kind;
    }

    void add(GroundingCase given, GroundingPolicy policy, boolean withCitations) {
        if (!given.isSummary()) {
            cases.add(policy.check(given.claim(withCitations), given.sources()).holds());
            return;
        }
        List<CheckedSentence> checked = policy.sentences(given.text(), given.sources());
        checked.forEach(sentence -> sentences.add(sentence.verdict().holds()));
        cases.add(checked.stream().allMatch(sentence -> sentence.verdict().holds()));
        if (given.faulty() != null) {
            String fault = plain(given.faulty());
            faulty.add(checked.stream()
                    .filter(sentence -> overlaps(plain(sentence.text()), fault))
                    .anyMatch(sentence -> sentence.verdict().holds()));
        }
    }

    /** The policy may split a text at other places than the data, so a sentence with a part of the fault counts. */
    private static boolean overlaps(String sentence, String fault) {
        return fault.contains(sentence) || sentence.contains(fault);
    }

    private static String plain(String text) {
        return SPACE.matcher(text).replaceAll(" ").strip();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(kind + " accepted " + cases);
        if (sentences.all > 0) {
            lines.add(kind + " sentences kept " + sentences);
        }
        if (faulty.all > 0) {
            lines.add(kind + " faulty kept " + faulty);
        }
        return lines;
    }
}
