package dev.daybook.context;

import dev.daybook.data.Context.LeftOut;
import java.util.ArrayList;
import java.util.List;

/** Packs the sections that have a share. */
final class Packing {

    private final List<Tier> tiers;
    private final List<Items> packed = new ArrayList<>();
    private final int shared;

    /** Packs the bank within its share of a budget, and each other section within its share of the rest. */
    Packing(List<Tier> tiers, int budget) {
        this.tiers = tiers;
        int rest = budget;
        for (Tier tier : tiers) {
            if (tier.share() == Share.BANK) {
                rest -= tier.pack(Share.BANK.of(budget)).spent();
            }
        }
        this.shared = rest;
        for (Tier tier : tiers) {
            packed.add(tier.pack(tier.share().of(tier.share() == Share.BANK ? budget : rest)));
        }
    }

    /** Returns the tokens of which all sections but the bank have shares. */
    int shared() {
        return shared;
    }

    /** Offers the sections, in order, the rest of the budget. */
    void offer(int left) {
        int rest = left;
        for (int i = 0; i < tiers.size() && rest > 0; i++) {
            Items before = packed.get(i);
            if (!before.leftOut().isEmpty()) {
                Items more = tiers.get(i).pack(before.spent() + rest);
                rest -= more.spent() - before.spent();
                packed.set(i, more);
            }
        }
    }

    int spent() {
        return packed.stream().mapToInt(Items::spent).sum();
    }

    List<Items> sections() {
        return packed;
    }

    List<LeftOut> leftOut() {
        return packed.stream().flatMap(items -> items.leftOut().stream()).toList();
    }
}
