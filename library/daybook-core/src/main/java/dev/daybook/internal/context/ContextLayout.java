package dev.daybook.internal.context;

import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Message;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Context.LeftOut;
import dev.daybook.outcome.Context.Section;
import dev.daybook.query.RecentTurns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One packing of a context into a budget: first the sections with a share and the newest turns, then the details, which
 * leave out the shown turns, then earlier turns with the remaining budget.
 */
final class ContextLayout {

    /** The last two turns or so: without them a prompt has no subject. */
    private static final int LAST_TURNS = 60;

    private final ContextMaterial material;
    private final SectionPacking tiers;
    private final SessionTurns turns;
    private final DetailSection details;
    private final int left;
    private @Nullable EntrySection statements;

    /**
     * Packs the sections with a share, and the newest turns within theirs.
     *
     * @param spare extra tokens for the parts without a share: the remainder of an earlier layout
     */
    ContextLayout(ContextMaterial material, List<ContextTier> sections, int tokens, int spare) {
        this.material = material;
        this.tiers = new SectionPacking(sections, tokens);
        this.left = tokens + spare - tiers.spent();
        this.turns = new SessionTurns(material);
        turns.pack(turnTokens());
        TokenBudget forDetails = new TokenBudget(material.counter(), left - turns.spent());
        this.details = new DetailSection(material, turns::shows, turns::tells, forDetails);
    }

    /**
     * Returns the tokens for the newest turns: the requested number of turns or a share of the budget, in both cases
     * without the share of the details.
     */
    private int turnTokens() {
        int besideDetails = left - BudgetShare.DETAILS.of(tiers.shared());
        int turns = material.asked().recent().equals(RecentTurns.all())
                ? Math.min(BudgetShare.SESSION.of(tiers.shared()), besideDetails)
                : besideDetails;
        return Math.max(turns, Math.min(LAST_TURNS, left / 2));
    }

    /** Returns whether all turns up to a position are shown. */
    boolean showsAllUpTo(long position) {
        return turns.showAllUpTo(position);
    }

    /** Packs the details and the earlier turns. */
    ContextLayout complete() {
        details.pack(material.hits(turns));
        turns.packMore(left, details);
        details.limit(left - turns.spent());
        statements = details.statements(this::shown);
        tiers.offer(left - details.spent() - turns.spent());
        return this;
    }

    /** Returns a message if it is shown. */
    private Optional<Message> shown(Place place) {
        return details.shown(place).or(() -> turns.shown(place));
    }

    Context context() {
        List<String> parts = new ArrayList<>();
        Map<String, Section> shown = new LinkedHashMap<>();
        tiers.sections()
                .forEach(entrySection ->
                        add(parts, shown, entrySection.name(), entrySection.text(), entrySection.shown()));
        if (statements != null) {
            add(parts, shown, statements.name(), statements.text(), statements.shown());
        }
        add(parts, shown, BudgetShare.DETAILS.section(), details.text(), details.shown());
        add(parts, shown, BudgetShare.SESSION.section(), turns.text(), turns.shown());
        String text = String.join("\n", parts);
        List<Section> sections = List.copyOf(shown.values());
        return new Context(text, sections, material.counter().count(text), leftOut(sections), null);
    }

    /** Adds a part. The statements are a second part of the facts. */
    private void add(
            List<String> parts, Map<String, Section> sections, String name, String text, List<EntryRef> entries) {
        if (!text.isEmpty()) {
            parts.add(text);
            sections.merge(name, new Section(name, material.counter().count(text), entries), ContextLayout::joined);
        }
    }

    private static Section joined(Section first, Section second) {
        List<EntryRef> entries = Stream.concat(first.entries().stream(), second.entries().stream())
                .toList();
        return new Section(first.name(), first.tokens() + second.tokens(), entries);
    }

    /** Lists each entry that was left out once; an earlier turn may have been recalled too. */
    private List<LeftOut> leftOut(List<Section> sections) {
        Set<EntryRef> shown = new HashSet<>();
        sections.forEach(section -> shown.addAll(section.entries()));
        Map<EntryRef, LeftOut> leftOut = new LinkedHashMap<>();
        List<LeftOut> ofStatements = statements == null ? List.of() : statements.leftOut();
        Stream.of(tiers.leftOut(), turns.leftOut(), details.leftOut(), ofStatements)
                .flatMap(List::stream)
                .filter(left -> !shown.contains(left.entry()))
                .forEach(left -> leftOut.putIfAbsent(left.entry(), left));
        return List.copyOf(leftOut.values());
    }
}
