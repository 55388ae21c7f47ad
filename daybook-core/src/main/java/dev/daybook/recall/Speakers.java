package dev.daybook.recall;

import dev.daybook.words.English;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the speakers of messages say for them. */
final class Speakers {

    /** A word with the apostrophes in it and at its end: O'Rell, Mira's, Tomas'. */
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]++(?:['’][\\p{L}\\p{N}]++)*+['’]?+");

    private static final Pattern POSSESSIVE = Pattern.compile("['’]s?$");

    private static final Pattern REPEATED = Pattern.compile("\\bI(?:\\s++I\\b)++");

    private static final Pattern SPACE = Pattern.compile("\\s++");

    private Speakers() {}

    /**
     * A question as if whoever is named in it had asked: those who speak say "I" of themselves. A small embedding model
     * takes "What did Mira buy?" for a question about Mira, and finds whatever was said by or to her; "What did I buy?"
     * finds what somebody bought. The name counts as a boost instead, see {@link #named}. If nothing but names is asked, the
     * question stays as it is.
     */
    static String inFirstPerson(Set<String> names, String question) {
        Set<String> parts = new HashSet<>();
        for (String name : names) {
            WORD.matcher(name).results().forEach(part -> parts.add(bare(part)));
        }
        if (WORD.matcher(question).results().allMatch(word -> parts.contains(bare(word)))) {
            return question;
        }
        String asked = WORD.matcher(question)
                .replaceAll(word -> parts.contains(bare(word)) ? "I" : Matcher.quoteReplacement(word.group()));
        String once = REPEATED.matcher(asked).replaceAll("I");
        return SPACE.matcher(once).replaceAll(" ").strip();
    }

    /** 1 for each message of the one speaker who is named in the question; none if nobody is named, or several are. */
    static Signal named(Partition partition, Question question) {
        Set<String> asked = new HashSet<>(question.terms());
        List<String> named = partition.speakers().stream()
                .filter(name -> English.terms(name).stream().anyMatch(asked::contains))
                .toList();
        double[] values = new double[partition.messageCount()];
        for (int message = 0; named.size() == 1 && message < values.length; message++) {
            values[message] = named.get(0).equals(partition.name(message)) ? 1 : 0;
        }
        return new Signal("speaker", values, message -> "said by " + partition.name(message));
    }

    /** A word in lower case, without the ending that says whose something is. */
    private static String bare(MatchResult word) {
        return POSSESSIVE.matcher(word.group().toLowerCase(Locale.ROOT)).replaceFirst("");
    }

    /**
     * 1 for each message of a user who talks to an assistant: what is asked about later is what the user said of himself,
     * more often than what the assistant knew.
     */
    static Signal usersOfAssistants(Partition partition) {
        double[] values = new double[partition.messageCount()];
        for (int message = 0; message < values.length; message++) {
            boolean byUser = !partition.isDead(message) && partition.isByUser(message);
            values[message] = byUser
                            && (partition.isByAssistant(partition.previous(message))
                                    || partition.isByAssistant(partition.next(message)))
                    ? 1
                    : 0;
        }
        return new Signal("role", values, message -> "said by the user");
    }

    /** 1 for each message between people that ends in a question. */
    static Signal asking(Partition partition) {
        double[] values = new double[partition.messageCount()];
        for (int message = 0; message < values.length; message++) {
            values[message] = partition.asks(message) && isBetweenPeople(partition, message) ? 1 : 0;
        }
        return new Signal("question", values, message -> "it asks, and states nothing");
    }

    /** Whether somebody else is there to talk to, and no assistant: a last question may not have its reply yet. */
    static boolean isBetweenPeople(Partition partition, int message) {
        int before = partition.previous(message);
        int after = partition.next(message);
        return (before >= 0 || after >= 0)
                && !partition.isByAssistant(message)
                && !partition.isByAssistant(before)
                && !partition.isByAssistant(after);
    }
}
