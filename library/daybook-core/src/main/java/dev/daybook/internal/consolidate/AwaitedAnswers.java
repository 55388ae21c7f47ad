package dev.daybook.internal.consolidate;

import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.model.Episode;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The questions that are not read yet in the background, because their answer will come under the same id: each half of
 * the exchange would be read, and a model paid for it.
 */
public final class AwaitedAnswers {

    /** Longer than most answers take. An answer that comes later has the exchange read again. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final DerivationContext derivationContext;

    public AwaitedAnswers(DerivationContext derivationContext) {
        this.derivationContext = derivationContext;
    }

    /** Returns the time until which an episode waits for its answer; empty: it can be read. */
    public Optional<Instant> until(Scope scope, EntryKey key) {
        return DamageTolerantReader.get(derivationContext.store(), scope, List.of(key), (damaged, damage) -> {})
                .stream()
                .flatMap(stored -> until((Episode) EntryCodec.decode(stored)).stream())
                .findFirst();
    }

    /** Returns the time until which an episode waits for its answer; empty: it can be read. */
    public Optional<Instant> until(Episode episode) {
        Instant now = derivationContext.ledger().now().toInstant();
        Instant recorded = episode.recordedAt().toInstant();
        // A later time was recorded before the clock was set back.
        boolean isRecent = !recorded.isAfter(now) && now.isBefore(recorded.plus(PATIENCE));
        return episode.isUnanswered() && isRecent ? Optional.of(recorded.plus(PATIENCE)) : Optional.empty();
    }
}
