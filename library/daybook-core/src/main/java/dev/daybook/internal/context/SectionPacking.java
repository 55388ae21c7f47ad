package dev.daybook.internal.context;

import dev.daybook.outcome.Context.LeftOut;
import java.util.ArrayList;
import java.util.List;

/** Packs the sections that have a share. */
final class SectionPacking {

    private final List<ContextTier> tiers;
    private final List<EntrySection> packed = new ArrayList<>();
    private final int shared;

    /** Packs the bank within its share of a budget, and each other section within its share of the remainder. */
    SectionPacking(List<ContextTier> tiers, int budget) {
        this.tiers = tiers;
        int rest = budget;
        for (ContextTier tier : tiers) {
            if (tier.share() == BudgetShare.BANK) {
                rest -= tier.pack(BudgetShare.BANK.of(budget)).spent();
            }
        }
        this.shared = rest;
        for (ContextTier tier : tiers) {
            packed.add(tier.pack(tier.share().of(tier.share() == BudgetShare.BANK ? budget : rest)));
        }
    }

    /** Returns the tokens of which all sections but the bank have shares. */
    int shared() {
        return shared;
    }

    /** Offers the remaining budget to the sections, in order. */
    void offer(int left) {
        int rest = left;
        for (int i = 0; i < tiers.size() && rest > 0; i++) {
            EntrySection before = packed.get(i);
            if (!before.leftOut().isEmpty()) {
                EntrySection more = tiers.get(i).pack(before.spent() + rest);
                rest -= more.spent() - before.spent();
                packed.set(i, more);
            }
        }
    }

    int spent() {
        return packed.stream().mapToInt(EntrySection::spent).sum();
    }

    List<EntrySection> sections() {
        return packed;
    }

    List<LeftOut> leftOut() {
        return packed.stream()
                .flatMap(entrySection -> entrySection.leftOut().stream())
                .toList();
    }
}
