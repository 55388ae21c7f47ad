package dev.daybook.extract;

import dev.daybook.data.Message;
import dev.daybook.spi.TokenCounter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The sentences that stand best for a conversation, or for several summaries. Nothing in it is new: each sentence is a
 * sentence of the sources, in their order, after the name of who said it. The same input gives the same gist.
 *
 * <ul>
 *   <li>It has at most the tokens it was given.
 *   <li>It is not empty if the sources have a word and a token counter that finds room for one.
 *   <li>From 200 words of sources on it has at most a third of their words (as parted by white space), also when it was
 *       made step by step.
 *   <li>It holds the name that the sources hold most often, other than those of the speakers, if its sentence fits.
 * </ul>
 *
 * @param text one line for each run of sentences of one speaker ("Ada: I moved to Lisbon."); empty if there is nothing
 * @param covered which of the sources have a sentence in it, by index, ascending
 * @param keepsEarlier whether a sentence of the earlier gist is in it
 */
public record Gist(String text, List<Integer> covered, boolean keepsEarlier) {

    /** Below this many words a gist need not be shorter: two or three sentences. */
    private static final int SHORT = 40;

    /** A little less than the third that is promised, for other ways to count words. */
    private static final double SHARE = 0.3;

    private static final int EARLIER = -1;

    public Gist {
        covered = List.copyOf(covered);
    }

    /** The gist of a conversation. Messages of the system and of tools are left out, unless there are no others. */
    public static Gist of(List<Message> messages, int maxTokens, TokenCounter counter) {
        return rolling("", messages, maxTokens, counter);
    }

    /**
     * The gist of a conversation from an earlier gist of it, or any summary, and the turns since: the earlier sentences
     * compete with the new ones.
     *
     * @param earlier may be empty
     */
    public static Gist rolling(String earlier, List<Message> messages, int maxTokens, TokenCounter counter) {
        List<Candidate> candidates = new ArrayList<>(Candidate.ofText(EARLIER, earlier));
        candidates.addAll(Candidate.ofMessages(messages));
        int before = Candidate.words(earlier);
        int since = messages.stream()
                .mapToInt(message -> Candidate.words(message.text()))
                .sum();
        // A short gist may stand for a session as short. A longer one is a third of its sources, and stays in full.
        int words = before > SHORT ? before + (int) (SHARE * since) : Math.max(SHORT, (int) (SHARE * (before + since)));
        Set<String> speakers = new LinkedHashSet<>();
        messages.forEach(message -> speakers.add(message.speaker()));
        return choose(candidates, speakers, words, maxTokens, counter);
    }

    /** One text for several, such as the summaries of a day. */
    public static Gist digest(List<String> texts, int maxTokens, TokenCounter counter) {
        List<Candidate> candidates = new ArrayList<>();
        int words = 0;
        for (int i = 0; i < texts.size(); i++) {
            candidates.addAll(Candidate.ofText(i, texts.get(i)));
            words += Candidate.words(texts.get(i));
        }
        return choose(candidates, Set.of(), Math.max(SHORT, (int) (SHARE * words)), maxTokens, counter);
    }

    private static Gist choose(
            List<Candidate> candidates, Set<String> speakers, int words, int maxTokens, TokenCounter counter) {
        Choice choice = new Choice(candidates, speakers, words, maxTokens, counter);
        List<Candidate> chosen = choice.make();
        SortedSet<Integer> sources = new TreeSet<>();
        chosen.forEach(candidate -> sources.add(candidate.source()));
        boolean keepsEarlier = sources.remove(EARLIER);
        return new Gist(Choice.render(chosen), List.copyOf(sources), keepsEarlier);
    }
}
