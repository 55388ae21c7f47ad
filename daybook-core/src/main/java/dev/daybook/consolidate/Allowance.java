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
 * What models have cost a space, and whether they may cost it more today. It is a state of what is shared in the space,
 * written after each call in a batch of its own: a call takes seconds, and what was paid for an answer that is dropped or
 * lost in a crash was paid all the same. A day is one of UTC; if the clock is set back, another day begins. Thread-safe.
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

    /** What was spent in a space so far. */
    public Usage of(Space space) {
        LocalDate today = today();
        return store.states(new Scope.Shared(space), STATE, null, 1).items().stream()
                .filter(state -> state.name().equals(STATE))
                .findFirst()
                .map(Allowance::decode)
                .map(usage -> usage.day().equals(today) ? usage : new Usage(today, 0, usage.tokens()))
                .orElseGet(() -> new Usage(today, 0, 0));
    }

    /** Whether a space does without a derivation; what was derived before stays. */
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

    /** When models may be asked again; empty if they may be now. */
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
            throw ByteReader.damaged("what models have cost is written in an unknown form");
        }
        return new Usage(LocalDate.parse(in.text()), in.number(), in.number());
    }
}
