package dev.daybook.consolidate;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import dev.daybook.data.Space;
import dev.daybook.data.Usage;
import dev.daybook.remember.DerivedStates;
import dev.daybook.remember.Ledger;
import dev.daybook.remember.SettingsStates;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Put;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The token budget of a space for models, and the tokens spent. Stored as a state of the shared scope, in a batch of its own after each
 * call, because the cost of an answer that is dropped or lost in a crash must count. A day is a day in UTC; if the clock is set back, a new
 * day begins. Thread-safe.
 */
public final class Allowance {

    private static final String STATE = DerivedStates.SPENT;
    private static final int PLAIN = 1;

    private final Store store;
    private final Ledger ledger;
    private final SettingsStates settings;

    public Allowance(Store store, Ledger ledger, SettingsStates settings) {
        this.store = store;
        this.ledger = ledger;
        this.settings = settings;
    }

    /** Returns the tokens spent in a space. */
    public Usage of(Space space) {
        LocalDate today = today();
        return store.states(new Scope.Shared(space), STATE, null, 1).items().stream()
                .filter(state -> state.name().equals(STATE))
                .findFirst()
                .map(Allowance::decode)
                .map(usage -> usage.day().equals(today) ? usage : new Usage(today, 0, usage.tokens()))
                .orElseGet(() -> new Usage(today, 0, 0));
    }

    /** Tests whether a derivation is turned off in a space. Entries derived before stay. */
    boolean isOff(Space space, String derivation) {
        return settings.of(space).off().stream().anyMatch(off -> derivation.equals(name(off)));
    }

    private static String name(Settings.Derivation derivation) {
        return switch (derivation) {
            case FACTS -> FactDerivation.NAME;
            case GISTS -> GistDerivation.NAME;
            case CORE -> CoreDerivation.NAME;
        };
    }

    /** Returns the time at which the budget is renewed; empty if it is not spent. */
    Optional<Instant> spentUntil(Space space) {
        Long most = settings.of(space).models().tokensPerDay();
        if (most == null) {
            return Optional.empty();
        }
        Usage usage = of(space);
        return usage.tokensToday() < most
                ? Optional.empty()
                : Optional.of(
                        usage.day().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    void spend(Space space, long tokens) {
        ledger.change(new Scope.Shared(space), "spend", change -> {
            change.state(new StateChange(STATE, Put.ANY, encode(of(space).and(tokens))));
            return tokens;
        });
    }

    private LocalDate today() {
        return LocalDate.ofInstant(ledger.now().toInstant(), ZoneOffset.UTC);
    }

    private static Blob encode(Usage usage) {
        return new ByteWriter()
                .octet(PLAIN)
                .text(usage.day().toString())
                .number(usage.tokensToday())
                .number(usage.tokens())
                .toBlob();
    }

    private static Usage decode(State state) {
        ByteReader in = new ByteReader(state.bytes());
        if (in.octet() != PLAIN) {
            throw ByteReader.damaged("the token usage of models has an unknown form");
        }
        return new Usage(LocalDate.parse(in.text()), in.number(), in.number());
    }
}
