package dev.daybook.internal.context;

import dev.daybook.model.EntryRef;
import dev.daybook.outcome.BankText;
import dev.daybook.outcome.Context.LeftOut;
import java.util.ArrayList;
import java.util.List;

/**
 * A section of entries that are shown whole or not at all, in the given order. An entry that does not fit is skipped,
 * and a smaller one after it may still fit. An empty section has no heading.
 */
final class EntrySection {

    private final String name;
    private final String heading;
    private final TokenBudget budget;
    private final int total;
    private final List<String> pieces = new ArrayList<>();
    private final List<EntryRef> shown = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();

    EntrySection(String name, String heading, TokenBudget budget) {
        this.name = name;
        this.heading = heading;
        this.budget = budget;
        this.total = budget.left();
    }

    /** Creates a section that was rendered elsewhere, in its own frame. */
    static EntrySection rendered(String name, BankText text, TokenBudget budget) {
        EntrySection entrySection = new EntrySection(name, "", budget);
        if (!text.text().isEmpty() && budget.spend(budget.cost(text.text()))) {
            entrySection.pieces.add(text.text());
            entrySection.shown.addAll(text.shown());
        }
        text.leftOut().forEach(entrySection::leaveOut);
        return entrySection;
    }

    private void leaveOut(EntryRef entry) {
        leaveOut(entry, "it does not fit into the remaining budget of the " + name);
    }

    /** Lists an entry that is not offered. */
    void leaveOut(EntryRef entry, String reason) {
        leftOut.add(new LeftOut(entry, reason));
    }

    /** Shows a piece, or lists its entries as left out if it does not fit. */
    void offer(List<EntryRef> entries, String piece) {
        if (!show(entries, piece)) {
            entries.forEach(this::leaveOut);
        }
    }

    /** Shows a piece if it fits. */
    boolean show(List<EntryRef> entries, String piece) {
        boolean fits = budget.spend(budget.cost(piece) + costAbove());
        if (fits) {
            pieces.add(piece);
            shown.addAll(entries);
        }
        return fits;
    }

    /** Removes a shown piece of one entry. */
    void remove(EntryRef entry, String piece) {
        pieces.remove(piece);
        shown.remove(entry);
        budget.refund(budget.cost(piece) + costAbove());
    }

    private int costAbove() {
        return pieces.isEmpty() ? budget.cost(heading) : 0;
    }

    String name() {
        return name;
    }

    int spent() {
        return total - budget.left();
    }

    String text() {
        String items = String.join("\n", pieces);
        return pieces.isEmpty() || heading.isEmpty() ? items : heading + "\n" + items;
    }

    List<EntryRef> shown() {
        return shown;
    }

    List<LeftOut> leftOut() {
        return leftOut;
    }
}
