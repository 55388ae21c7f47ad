package dev.daybook.internal.context;

import dev.daybook.internal.entries.EntryText;
import dev.daybook.internal.ledger.BankEntries;
import dev.daybook.internal.ledger.BlockLedger;
import dev.daybook.internal.ledger.NoteLedger;
import dev.daybook.internal.recall.MemorySearch;
import dev.daybook.internal.recall.SearchView;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.secrets.SecretScreen;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.Trust;
import dev.daybook.outcome.BankText;
import dev.daybook.outcome.Hit;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.SpaceSettings;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.spi.TokenCounter;
import dev.daybook.store.EntryScan;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the sections before the details: blocks, bank, facts, notes and gists of sessions. Each has its
 * {@link BudgetShare} of the budget.
 */
final class ContextTiers {

    private static final int MAX_FACTS = 20;
    private static final int MAX_STATEMENTS = 40;
    private static final int MAX_NOTES = 20;

    /** Due notes are shown whatever is asked, so they must not fill the section for good. */
    private static final int MAX_DUE = 20;

    private static final int MAX_GISTS = 10;

    private final MemorySearch memorySearch;
    private final BlockLedger blocks;
    private final BankEntries bank;
    private final NoteLedger notes;
    private final BankBlock bankBlock;
    private final SettingsStates settings;
    private final TokenCounter counter;
    private final Clock clock;

    ContextTiers(
            MemorySearch memorySearch,
            BlockLedger blocks,
            BankEntries bank,
            NoteLedger notes,
            SettingsStates settings,
            TokenCounter counter,
            Clock clock) {
        this.memorySearch = memorySearch;
        this.blocks = blocks;
        this.bank = bank;
        this.notes = notes;
        this.bankBlock = new BankBlock(counter);
        this.settings = settings;
        this.counter = counter;
        this.clock = clock;
    }

    /**
     * The sections in order, including empty ones.
     *
     * @param summary the gist of the current session; null if none may be shown
     * @param plain the sections without it
     * @param withGist the sections with it, before the gists of other sessions
     * @param statements the statements, which are packed behind the messages
     */
    record Sections(
            @Nullable Summary summary,
            List<ContextTier> plain,
            List<ContextTier> withGist,
            RecalledStatements statements) {

        /** Returns the gist of the current session; empty if none may be shown. */
        Optional<Summary> gist() {
            return Optional.ofNullable(summary);
        }
    }

    /** @param view the view of all searches of the context */
    Sections read(SearchView view, ContextRequest contextRequest) {
        Scope scope = contextRequest.scope();
        ContextOptions options = contextRequest.options();
        SpaceSettings ofSpace = settings.of(scope.space());
        LowTrust lowTrust = ofSpace.lowTrust();
        List<ContextTier> sections = new ArrayList<>();
        if (options.shows(Kind.BLOCK)) {
            sections.add(tier(BudgetShare.BLOCKS, DataFrame.BLOCKS_HEADING, blocks(contextRequest, lowTrust)));
        }
        if (contextRequest.scopes().reads(new Scope.Shared(scope.space()))
                && options.shows(Kind.SUMMARY)
                && ofSpace.bank().enabled()) {
            sections.add(bank(contextRequest, ofSpace));
        }
        // A blank prompt matches nothing, so nothing is recalled for it.
        boolean asks = !contextRequest.prompt().isBlank();
        RecalledFacts facts =
                new RecalledFacts(asks && options.shows(Kind.FACT) ? facts(view, contextRequest) : List.of());
        sections.add(facts(facts, lowTrust));
        if (options.shows(Kind.NOTE)) {
            List<Hit> recalled = asks ? notes(view, contextRequest) : List.of();
            sections.add(items(
                    BudgetShare.NOTES,
                    DataFrame.NOTES_HEADING,
                    lowTrust,
                    withDue(due(contextRequest, lowTrust), recalled)));
        }
        List<ContextTier> withGist = new ArrayList<>(sections);
        Optional<Summary> gist = Optional.empty();
        if (options.shows(Kind.SUMMARY)) {
            List<Hit> gists = asks ? gists(view, contextRequest) : List.of();
            sections.add(items(BudgetShare.GISTS, DataFrame.GISTS_HEADING, lowTrust, gists));
            Optional<Hit> here = gist(view, contextRequest);
            gist = here.map(hit -> (Summary) hit.entry());
            withGist.add(items(
                    BudgetShare.GISTS, DataFrame.GISTS_HEADING, lowTrust, unlike(here, gists, contextRequest), here));
        }
        return new Sections(
                gist.orElse(null), sections, withGist, new RecalledStatements(facts.statements(), lowTrust, counter));
    }

    /** Returns the gists of other sessions without those that say the same as the gist of this one. */
    private static List<Hit> unlike(Optional<Hit> here, List<Hit> gists, ContextRequest contextRequest) {
        Optional<EntryText> told =
                here.filter(hit -> contextRequest.options().collapse()).map(hit -> EntryText.of(hit.entry()));
        return told.isEmpty()
                ? gists
                : gists.stream()
                        .filter(hit -> !EntryText.of(hit.entry()).equals(told.get()))
                        .toList();
    }

    private Optional<Hit> gist(SearchView view, ContextRequest contextRequest) {
        Query query =
                contextRequest.query("", Kind.SUMMARY, 1).by(Query.By.NEWEST).sessions(contextRequest.session());
        ReadScopes own = ReadScopes.of(contextRequest.scope());
        return memorySearch.recall(view, own, query, (owner, entry) -> !BankEntries.isOfBank((Summary) entry)).stream()
                .findFirst();
    }

    /** Entries and their text in the context. */
    private record Piece(List<EntryRef> entries, String text) {

        static Piece of(Hit hit, String text) {
            return new Piece(List.of(ref(hit)), text);
        }
    }

    private static EntryRef ref(Hit hit) {
        return new EntryRef(hit.scope(), hit.kind(), hit.id());
    }

    /** The section of entries as quoted items, with the labels of their section. */
    private ContextTier items(BudgetShare share, String heading, LowTrust lowTrust, List<Hit> hits) {
        return items(share, heading, lowTrust, hits, Optional.empty());
    }

    /** @param here the gist of the current session, before the others */
    private ContextTier items(
            BudgetShare share, String heading, LowTrust lowTrust, List<Hit> hits, Optional<Hit> here) {
        List<Hit> all = Stream.concat(here.stream(), hits.stream()).toList();
        SectionLabels labels =
                SectionLabels.ofItems(all.stream().map(Hit::entry).toList());
        List<Piece> pieces = all.stream()
                .map(hit -> Piece.of(
                        hit,
                        here.filter(hit::equals).isPresent()
                                ? DataFrame.gistOfCurrentSession((Summary) hit.entry(), lowTrust, labels)
                                : DataFrame.item(hit, lowTrust, labels)))
                .toList();
        return tier(share, labels.heading(heading), pieces);
    }

    /** Returns whether the setting leaves out a text that is no hit. */
    private static boolean isLeftOut(Entry entry, LowTrust lowTrust) {
        return lowTrust == LowTrust.LEAVE_OUT && entry.trust().isBelow(Trust.USER);
    }

    private ContextTier tier(BudgetShare share, String heading, List<Piece> pieces) {
        return new ContextTier(share, tokens -> {
            EntrySection entrySection = new EntrySection(share.section(), heading, new TokenBudget(counter, tokens));
            pieces.forEach(piece -> entrySection.offer(piece.entries(), piece.text()));
            return entrySection;
        });
    }

    private List<Piece> blocks(ContextRequest contextRequest, LowTrust lowTrust) {
        Scope scope = contextRequest.scope();
        Instant asOf = contextRequest.options().asOf();
        EntryScan.Versions versions = asOf == null ? EntryScan.Versions.CURRENT : EntryScan.Versions.asOf(asOf);
        Map<String, Piece> byName = new LinkedHashMap<>();
        List<Scope> owners = new ArrayList<>(contextRequest.scopes().all());
        Collections.reverse(owners);
        for (Scope owner : owners) {
            for (Block stored : blocks.list(owner, versions)) {
                Block block = bounded(contextRequest, owner, stored);
                // A block of the scope replaces one of its name in a scope behind it, even if it is empty.
                boolean shown = !block.content().isBlank()
                        && isVisible(scope, owner, block.content())
                        && !isLeftOut(block, lowTrust);
                String text = shown ? DataFrame.pinned(block, lowTrust) : "";
                byName.put(block.name(), new Piece(List.of(new EntryRef(owner, Kind.BLOCK, block.name())), text));
            }
        }
        return byName.values().stream().filter(piece -> !piece.text().isEmpty()).toList();
    }

    /** Returns whether a reader may see a text: a possible secret is shown in its own scope only. */
    private static boolean isVisible(Scope reader, Scope owner, String text) {
        return reader.equals(owner) || !SecretScreen.finds(text);
    }

    @SuppressWarnings("unchecked") // a copy has the type of its original
    private static <E extends Entry> E bounded(ContextRequest contextRequest, Scope owner, E entry) {
        return (E) entry.withProvenance(
                entry.provenance().atMost(contextRequest.scopes().atMost(owner)));
    }

    private ContextTier bank(ContextRequest contextRequest, SpaceSettings ofSpace) {
        Scope scope = contextRequest.scope();
        Space space = scope.space();
        Scope owner = new Scope.Shared(space);
        Instant asOf = contextRequest.options().asOf();
        List<Summary> summaries = (asOf == null ? bank.live(space) : bank.asOf(space, asOf))
                .stream()
                        .filter(summary -> isVisible(scope, owner, summary.text()))
                        .map(summary -> bounded(contextRequest, owner, summary))
                        .filter(summary -> !isLeftOut(summary, ofSpace.lowTrust()))
                        .toList();
        int most = ofSpace.bank().maxTokens();
        return new ContextTier(BudgetShare.BANK, tokens -> {
            BankText text = bankBlock.render(space, summaries, Math.min(tokens, most));
            return EntrySection.rendered(BudgetShare.BANK.section(), text, new TokenBudget(counter, tokens));
        });
    }

    private List<Hit> facts(SearchView view, ContextRequest contextRequest) {
        ContextOptions options = contextRequest.options();
        Instant known = options.asOf() == null ? clock.instant() : options.asOf();
        Instant validAt = options.validAt() == null ? known : options.validAt();
        Query query =
                contextRequest.query(Kind.FACT, MAX_FACTS + MAX_STATEMENTS).validAt(validAt);
        return memorySearch.recall(view, contextRequest.scopes(), query, (owner, entry) -> true);
    }

    /** The section of facts: contradictions, each on one line, before the others. */
    private ContextTier facts(RecalledFacts facts, LowTrust lowTrust) {
        List<Hit> others = facts.others().stream().limit(MAX_FACTS).toList();
        SectionLabels labels = SectionLabels.ofItems(
                Stream.concat(facts.contradictions().stream().flatMap(List::stream), others.stream())
                        .map(Hit::entry)
                        .toList());
        Stream<Piece> contradictions = facts.contradictions().stream()
                .map(group -> new Piece(
                        group.stream().map(ContextTiers::ref).toList(),
                        DataFrame.contradiction(
                                group.stream().map(hit -> (Fact) hit.entry()).toList(), lowTrust, labels)));
        return tier(
                facts.contradictions().isEmpty() ? BudgetShare.FACTS : BudgetShare.DISPUTED_FACTS,
                labels.heading(DataFrame.FACTS_HEADING),
                Stream.concat(
                                contradictions,
                                others.stream().map(hit -> Piece.of(hit, DataFrame.item(hit, lowTrust, labels))))
                        .toList());
    }

    private List<Hit> notes(SearchView view, ContextRequest contextRequest) {
        return memorySearch.recall(
                view, contextRequest.scopes(), contextRequest.query(Kind.NOTE, MAX_NOTES), (owner, entry) -> true);
    }

    /** Returns the notes of the scope that are due, whatever is asked. */
    private List<Hit> due(ContextRequest contextRequest, LowTrust lowTrust) {
        if (contextRequest.options().asOf() != null || contextRequest.options().filter() != null) {
            return List.of();
        }
        Scope scope = contextRequest.scope();
        return notes.due(scope, clock.instant(), MAX_DUE).stream()
                .filter(note -> !isLeftOut(note, lowTrust))
                .map(note -> new Hit(scope, note, 0, List.of(), List.of(), false))
                .toList();
    }

    private static List<Hit> withDue(List<Hit> due, List<Hit> recalled) {
        Set<EntryRef> shown = due.stream().map(ContextTiers::ref).collect(Collectors.toSet());
        return Stream.concat(due.stream(), recalled.stream().filter(hit -> !shown.contains(ref(hit))))
                .toList();
    }

    private List<Hit> gists(SearchView view, ContextRequest contextRequest) {
        // Shared gists are the summaries of the bank, which has its own section.
        return memorySearch.recall(
                view,
                contextRequest.scopes().withoutShared(),
                contextRequest.query(Kind.SUMMARY, MAX_GISTS),
                (owner, entry) -> ((Summary) entry).level() == Summary.Level.SESSION
                        && !(owner.equals(contextRequest.scope())
                                && contextRequest.session().equals(entry.session())));
    }
}
