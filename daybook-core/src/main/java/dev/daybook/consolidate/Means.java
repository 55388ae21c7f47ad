package dev.daybook.consolidate;

import dev.daybook.ask.Asker;
import dev.daybook.remember.FactWriter;
import dev.daybook.remember.Ledger;
import dev.daybook.spi.Grounding;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.Store;
import dev.daybook.spi.TokenCounter;
import java.util.Optional;

/**
 * What derivations work with.
 *
 * @param asker asks the language model; empty if there is none
 */
record Means(
        Store store,
        Ledger ledger,
        Attempts attempts,
        FactWriter facts,
        IdSource ids,
        TokenCounter counter,
        Grounding grounding,
        Optional<Asker> asker) {}
