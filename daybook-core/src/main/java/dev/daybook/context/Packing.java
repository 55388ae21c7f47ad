package dev.daybook.context;

import dev.daybook.data.Context.LeftOut;
import java.util.ArrayList;
import java.util.List;

/** The sections with a share, packed. */
final class Packing {

    private final List<Tier> tiers;
    private final List<Items> packed = new ArrayList<>();

    /** Packs each within its share of a budget. */
    Packing(List<Tier> tiers, int budget) {
        this.tiers = tiers;
        tiers.forEach(tier -> packed.add(tier.pack(tier.share().of(budget))));
    }

    /** Offers them once more, in their order, what all others have left of the budget. */
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
