package dev.daybook.internal.extract;

import dev.daybook.model.Message;
import dev.daybook.spi.TokenCounter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * An extractive summary of a session or of several summaries. Each of its sentences is a sentence of the sources, in
 * their order, after the name of its speaker. Deterministic.
 *
 * <ul>
 *   <li>It has at most the given number of tokens.
 *   <li>It is not empty if the sources have a word and the token counter finds room for one.
 *   <li>From 200 words of sources on it has at most a third of their words (separated by white space), also after any
 *       number of rolling steps.
 *   <li>It contains the most frequent name of the sources, except names of speakers, if its sentence fits.
 * </ul>
 *
 * @param text one line for each run of sentences of one speaker ("Ada: I moved to Lisbon."); empty if there is nothing
 *     to summarise
 * @param covered the indexes of the sources with a sentence in it, ascending
 * @param keepsEarlier whether it contains a sentence of the earlier gist
 */
public record ExtractiveGist(String text, List<Integer> covered, boolean keepsEarlier) {

    /** Up to this number of words, some sentences, a gist need not be shorter than its sources: a third of the promised 200. */
    private static final int SHORT = 65;

    /** A little less than the promised third, to allow for other ways of counting words. */
    private static final double SHARE = 0.3;

    private static final int EARLIER = -1;

    public ExtractiveGist {
        covered = List.copyOf(covered);
    }

    /** Summarises a session. Messages of the system and of tools are left out unless there are no others. */
    public static ExtractiveGist of(List<Message> messages, int maxTokens, TokenCounter counter) {
        return rolling("", messages, maxTokens, counter);
    }

    /**
     * Updates the gist of a session from an earlier gist, or any summary, and the messages since. Earlier sentences
     * compete with new ones.
     *
     * @param earlier may be empty
     */
    public static ExtractiveGist rolling(String earlier, List<Message> messages, int maxTokens, TokenCounter counter) {
        List<CandidateSentence> candidates = new ArrayList<>(CandidateSentence.ofText(EARLIER, earlier));
        candidates.addAll(CandidateSentence.ofMessages(messages));
        int before = CandidateSentence.words(earlier);
        int since = messages.stream()
                .mapToInt(message -> CandidateSentence.words(message.text()))
                .sum();
        // A short gist may cover a session as short. A longer one is a third of its sources, and is kept in full.
        int words = before > SHORT ? before + (int) (SHARE * since) : Math.max(SHORT, (int) (SHARE * (before + since)));
        Set<String> speakers = new LinkedHashSet<>();
        messages.forEach(message -> speakers.add(message.speaker()));
        return choose(candidates, speakers, words, maxTokens, counter);
    }

    /** Summarises several texts as one, such as the summaries of a day. */
    public static ExtractiveGist digest(List<String> texts, int maxTokens, TokenCounter counter) {
        List<CandidateSentence> candidates = new ArrayList<>();
        int words = 0;
        for (int i = 0; i < texts.size(); i++) {
            candidates.addAll(CandidateSentence.ofText(i, texts.get(i)));
            words += CandidateSentence.words(texts.get(i));
        }
        return choose(candidates, Set.of(), Math.max(SHORT, (int) (SHARE * words)), maxTokens, counter);
    }

    private static ExtractiveGist choose(
            List<CandidateSentence> candidates, Set<String> speakers, int words, int maxTokens, TokenCounter counter) {
        SentenceSelection sentenceSelection = new SentenceSelection(candidates, speakers, words, maxTokens, counter);
        List<CandidateSentence> chosen = sentenceSelection.selection();
        SortedSet<Integer> sources = new TreeSet<>();
        chosen.forEach(candidate -> sources.add(candidate.source()));
        boolean keepsEarlier = sources.remove(EARLIER);
        return new ExtractiveGist(SentenceSelection.render(chosen), List.copyOf(sources), keepsEarlier);
    }
}
