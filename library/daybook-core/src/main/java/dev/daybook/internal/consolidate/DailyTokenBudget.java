package dev.daybook.internal.consolidate;

import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.TokenUsage;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.Blob;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The token budget of a space for models, and the tokens spent. Stored as a state of the shared scope, in a batch of
 * its own after each call, because the cost of an answer that is dropped or lost in a crash must count. A day is a day
 * in UTC; if the clock is set back, a new day begins. Thread-safe.
 */
public final class DailyTokenBudget {

    private static final String STATE = DerivedStates.SPENT;
    private static final int PLAIN = 1;

    private final Store store;
    private final EntryLedger ledger;
    private final SettingsStates settings;

    public DailyTokenBudget(Store store, EntryLedger ledger, SettingsStates settings) {
        this.store = store;
        this.ledger = ledger;
        this.settings = settings;
    }

    /** Returns the tokens spent in a space. */
    public TokenUsage of(Space space) {
        return usage(state(space));
    }

    private Optional<ScopeState> state(Space space) {
        return store.state(new Scope.Shared(space), STATE);
    }

    private TokenUsage usage(Optional<ScopeState> state) {
        LocalDate today = today();
        return state.map(DailyTokenBudget::decode)
                .map(usage -> usage.day().equals(today) ? usage : new TokenUsage(today, 0, usage.tokens()))
                .orElseGet(() -> new TokenUsage(today, 0, 0));
    }

    /** Tests whether a derivation is turned off in a space. Entries derived before stay. */
    boolean isOff(Space space, String derivation) {
        return settings.of(space).off().stream().anyMatch(off -> derivation.equals(name(off)));
    }

    private static String name(SpaceSettings.Derivation derivation) {
        return switch (derivation) {
            case FACTS -> DerivedStates.FACTS;
            case GISTS -> DerivedStates.GISTS;
            case CORE -> DerivedStates.CORE;
        };
    }

    /** Returns the time at which the budget is renewed; empty if it is not spent. */
    Optional<Instant> spentUntil(Space space) {
        Long most = settings.of(space).models().tokensPerDay();
        if (most == null) {
            return Optional.empty();
        }
        TokenUsage usage = of(space);
        return usage.tokensToday() < most
                ? Optional.empty()
                : Optional.of(
                        usage.day().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    void spend(Space space, long tokens) {
        ledger.change(new Scope.Shared(space), "spend", change -> {
            Optional<ScopeState> before = state(space);
            long version = before.map(ScopeState::version).orElse(0L);
            TokenUsage usage = usage(before);
            change.state(new StateChange(
                    STATE,
                    version,
                    encode(new TokenUsage(usage.day(), usage.tokensToday() + tokens, usage.tokens() + tokens))));
            return tokens;
        });
    }

    private LocalDate today() {
        return LocalDate.ofInstant(ledger.now().toInstant(), ZoneOffset.UTC);
    }

    private static Blob encode(TokenUsage usage) {
        return new ByteWriter()
                .octet(PLAIN)
                .text(usage.day().toString())
                .number(usage.tokensToday())
                .number(usage.tokens())
                .toBlob();
    }

    static TokenUsage decode(ScopeState state) {
        return ByteReader.decode(state.bytes(), in -> read(in));
    }

    private static TokenUsage read(ByteReader in) {
        if (in.octet() != PLAIN) {
            throw ByteReader.damaged("the token usage of models has an unknown form");
        }
        return new TokenUsage(LocalDate.parse(in.text()), in.number(), in.number());
    }
}
