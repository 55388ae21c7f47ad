package dev.daybook.internal.recall;

import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Hit.MessageScore;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.SpaceSettings.LowTrust;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The hits of one search under the setting {@link LowTrust} of the space. The setting is read when the first text with
 * less trust than a user is met, because most searches meet none, and a store of many processes reads it from the
 * database. Not thread-safe.
 */
final class TrustView {

    /** The name of the reason. */
    static final String SIGNAL = "trust";

    private static final Trust LOWEST = Trust.USER;

    private final Supplier<LowTrust> setting;
    private @Nullable LowTrust known;

    TrustView(Supplier<LowTrust> setting) {
        this.setting = setting;
    }

    /** Returns whether the space leaves out texts of low trust, which only the body of an entry tells for certain. */
    boolean leavesOut() {
        return setting() == LowTrust.LEAVE_OUT;
    }

    /**
     * Returns the reason why an entry is left out, or empty. An episode stays for its trusted messages.
     *
     * @param scores the messages of an episode by score; empty if they were not scored
     */
    Optional<String> exclusion(Entry entry, List<MessageScore> scores) {
        Trust trust = entry instanceof Episode episode ? deciding(episode, scores) : entry.trust();
        return trust.isBelow(LOWEST) && leavesOut()
                ? Optional.of("its trust is " + trust.label() + ", and the space leaves out texts with less trust than"
                        + " a user (lowTrust is leaveOut)")
                : Optional.empty();
    }

    /** Returns the trust of the most trusted message; of those with a score, if there are any. */
    private static Trust deciding(Episode episode, List<MessageScore> scores) {
        IntStream messages = scores.isEmpty()
                ? IntStream.range(0, episode.messages().size())
                : scores.stream().mapToInt(MessageScore::index);
        return messages.mapToObj(episode::trustOf).min(Trust::compareTo).orElse(episode.trust());
    }

    /**
     * Returns a hit as it is shown: marked, or without its messages of low trust.
     *
     * @param why the reasons of the score of a message, by its index
     */
    Hit of(Hit hit, IntFunction<List<ScoreReason>> why) {
        if (!hit.trust().isBelow(LOWEST)) {
            return hit;
        }
        return switch (setting()) {
            case SHOW -> hit;
            case MARK -> hit.withWhy(marked(hit));
            case LEAVE_OUT -> withoutLowTrust(hit, why);
        };
    }

    /**
     * Score and reasons are those of the best message that is left: a text that is not shown must not raise a rank, and its
     * words must not be told.
     */
    private Hit withoutLowTrust(Hit hit, IntFunction<List<ScoreReason>> why) {
        List<MessageScore> left = hit.messages().stream()
                .filter(message -> !ExchangeTrust.spoken(hit, message.index()).isBelow(LOWEST))
                .toList();
        if (left.isEmpty()) {
            return new Hit(hit.scope(), of(hit.entry()), hit.score(), left, hit.why(), hit.fallback());
        }
        MessageScore best = left.get(0);
        return new Hit(hit.scope(), of(hit.entry()), best.score(), left, why.apply(best.index()), hit.fallback());
    }

    /** Returns an entry as it is shown. */
    Entry of(Entry entry) {
        return entry instanceof Episode episode && episode.leastTrust().isBelow(LOWEST) && leavesOut()
                ? withoutLowTrust(episode)
                : entry;
    }

    /** The messages keep their places, which scores and neighbours refer to. */
    private static Episode withoutLowTrust(Episode episode) {
        List<Message> messages = IntStream.range(0, episode.messages().size())
                .mapToObj(index -> {
                    Message message = episode.messages().get(index);
                    return episode.trustOf(index).isBelow(LOWEST)
                            ? message.withText("").withToolCalls().withParts()
                            : message;
                })
                .toList();
        return new Episode(
                episode.id(),
                episode.session(),
                episode.occurredAt(),
                episode.recordedAt(),
                messages,
                List.of(),
                episode.metadata(),
                episode.provenance(),
                episode.sensitive(),
                episode.embedding());
    }

    private static List<ScoreReason> marked(Hit hit) {
        List<ScoreReason> why = new ArrayList<>(hit.why());
        why.add(new ScoreReason(SIGNAL, 0, "it is believed as " + hit.trust().label() + ", less than a user"));
        return why;
    }

    private LowTrust setting() {
        LowTrust read = known == null ? setting.get() : known;
        known = read;
        return read;
    }
}
