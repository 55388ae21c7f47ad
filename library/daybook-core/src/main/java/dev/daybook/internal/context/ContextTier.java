package dev.daybook.internal.context;

import java.util.function.IntFunction;

/**
 * A section with a share of the budget, read but not packed.
 *
 * @param packing packs the section into a number of tokens, best first; may be called again with another number
 */
record ContextTier(BudgetShare share, IntFunction<EntrySection> packing) {

    EntrySection pack(int tokens) {
        return packing.apply(tokens);
    }
}
