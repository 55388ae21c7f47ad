package dev.daybook.internal.statements;

import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.consolidate.AwaitedAnswers;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.RunUrgency;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the new episodes of a scope into windows for a language model. A window closes when it is full, after some idle
 * time, or on request; never between a question and its answer, nor between a tool call and its result.
 */
final class WindowCutter {

    /** Short messages: more of them are another window. */
    private static final int MAX_EPISODES = 200;

    /** The episodes read at a time, of which a window of usual messages needs a few batches. */
    private static final int BATCH = 32;

    /** Enough to know the last question and the person it is about. */
    private static final int EARLIER_MESSAGES = 4;

    private static final int EARLIER_TOKENS = 200;

    /** The number, the speaker and the line break. */
    private static final int TOKENS_OF_LINE = 4;

    private final DerivationContext derivationContext;
    private final ChangedEpisodes changedEpisodes;
    private final AwaitedAnswers awaitedAnswers;

    WindowCutter(DerivationContext derivationContext, ChangedEpisodes changedEpisodes) {
        this.derivationContext = derivationContext;
        this.changedEpisodes = changedEpisodes;
        this.awaitedAnswers = new AwaitedAnswers(derivationContext);
    }

    /**
     * The next window of a scope.
     *
     * @param episodes its episodes; empty if none can be read
     * @param watermark the revision of the last one
     * @param due when the window is read although it is not full; null: it is closed
     */
    record Cut(
            List<Episode> episodes,
            long watermark,
            @Nullable Instant due) {

        boolean isClosed(Instant now) {
            return due == null || !now.isBefore(due);
        }
    }

    /**
     * Cuts the next window; empty if no episode is new.
     *
     * @param urgency the reason for the run; on request no answer is waited for
     */
    Optional<Cut> next(Scope scope, long mark, RunUrgency urgency) {
        List<ChangedEpisodes.Changed> changed = changedEpisodes.since(scope, mark, MAX_EPISODES);
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        List<Episode> window = new ArrayList<>();
        long tokens = 0;
        for (int from = 0; from < changed.size(); from += BATCH) {
            List<ChangedEpisodes.Changed> batch = changed.subList(from, Math.min(changed.size(), from + BATCH));
            for (Episode episode :
                    read(scope, batch.stream().map(ChangedEpisodes.Changed::key).toList())) {
                Optional<Instant> answer = urgency.isDemanded() ? Optional.empty() : awaitedAnswers.until(episode);
                if (answer.isPresent()) {
                    return Optional.of(open(window, mark, window.isEmpty() ? answer.get() : null));
                }
                tokens += tokens(episode);
                if (!window.isEmpty() && maxTokens() == 0) {
                    return Optional.of(closed(window));
                }
                if (!window.isEmpty() && tokens > maxTokens()) {
                    return Optional.of(closed(whole(window, episode)));
                }
                window.add(episode);
            }
        }
        boolean isFull = tokens >= maxTokens() || changed.size() == MAX_EPISODES;
        long last = changed.get(changed.size() - 1).revision();
        return Optional.of(isFull || window.isEmpty() ? new Cut(window, last, null) : open(window, mark, null));
    }

    /** Estimates the number of windows of all new episodes by the length of the first ones. */
    long count(Scope scope, long mark) {
        List<ChangedEpisodes.Changed> changed = changedEpisodes.since(scope, mark, Integer.MAX_VALUE);
        List<Episode> first = read(
                scope,
                changed.stream().limit(BATCH).map(ChangedEpisodes.Changed::key).toList());
        if (maxTokens() == 0 || first.isEmpty()) {
            return changed.size();
        }
        long tokens = first.stream().mapToLong(this::tokens).sum();
        double windows = (double) tokens / first.size() * changed.size() / maxTokens();
        return Math.min(changed.size(), (long) Math.ceil(windows));
    }

    private int maxTokens() {
        return derivationContext.extraction().windowTokens();
    }

    private static Cut closed(List<Episode> window) {
        return new Cut(window, window.get(window.size() - 1).revision(), null);
    }

    /** @param answer the time until which the first episode waits for its answer; null: it does not wait */
    private Cut open(List<Episode> window, long mark, @Nullable Instant answer) {
        if (answer != null) {
            return new Cut(window, mark, answer);
        }
        Instant now = derivationContext.ledger().now().toInstant();
        Instant newest = window.stream()
                .map(episode -> episode.recordedAt().toInstant())
                .max(Comparator.naturalOrder())
                .orElse(now);
        // A later time was recorded before the clock was set back.
        Instant due = newest.isAfter(now)
                ? now
                : newest.plus(derivationContext.extraction().idle());
        return new Cut(window, window.get(window.size() - 1).revision(), due);
    }

    /** Reads episodes in the order of writing: of two facts with the same start the later one is valid. */
    List<Episode> read(Scope scope, List<EntryKey> keys) {
        return DamageTolerantReader.get(derivationContext.store(), scope, keys, (key, damage) -> {}).stream()
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .sorted(Comparator.comparingLong(Episode::revision))
                .toList();
    }

    /** Returns the tokens of the messages of an episode in a prompt. */
    long tokens(Episode episode) {
        return WindowMessage.of(episode, true).stream().mapToLong(this::tokens).sum();
    }

    private long tokens(WindowMessage message) {
        return (long) derivationContext.counter().count(message.text()) + TOKENS_OF_LINE;
    }

    /**
     * Returns the window without the questions and tool calls at its end that the next episode answers. If that is most
     * of it, the window gets the answer in addition.
     */
    private static List<Episode> whole(List<Episode> window, Episode next) {
        int end = window.size();
        while (end > 0 && isAnswered(window.get(end - 1), end == window.size() ? next : window.get(end))) {
            end--;
        }
        if (2 * end >= window.size() && end > 0) {
            return window.subList(0, end);
        }
        List<Episode> longer = new ArrayList<>(window);
        longer.add(next);
        return longer;
    }

    /** Tests whether an episode ends with a question or an open tool call of the same session as the next one. */
    private static boolean isAnswered(Episode episode, Episode next) {
        List<Message> messages = episode.messages();
        if (messages.isEmpty() || episode.session() == null || !Objects.equals(episode.session(), next.session())) {
            return false;
        }
        Message last = messages.get(messages.size() - 1);
        return TermRecord.asks(last.text()) || last.toolCalls().stream().anyMatch(call -> call.result() == null);
    }

    /** Returns the last messages before an episode in its session, oldest first. */
    List<WindowMessage> before(Scope scope, Episode first) {
        if (first.session() == null) {
            return List.of();
        }
        Deque<WindowMessage> earlier = new ArrayDeque<>();
        EntryScan scan = EntryScan.of(Kind.EPISODE)
                .inSession(first.session())
                .positions(0, first.position() - 1)
                .order(EntryScan.Order.NEWEST_POSITION)
                .limit(EARLIER_MESSAGES);
        long tokens = 0;
        for (Episode episode : derivationContext
                .ledger()
                .readable(scope, scan)
                .limit(EARLIER_MESSAGES)
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .toList()) {
            List<WindowMessage> messages = WindowMessage.of(episode, false);
            for (int i = messages.size() - 1; i >= 0; i--) {
                tokens += tokens(messages.get(i));
                if (tokens > EARLIER_TOKENS || earlier.size() == EARLIER_MESSAGES) {
                    return List.copyOf(earlier);
                }
                earlier.addFirst(messages.get(i));
            }
        }
        return List.copyOf(earlier);
    }
}
