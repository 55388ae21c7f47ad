package dev.daybook.context;

import dev.daybook.data.BankText;
import dev.daybook.data.Block;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Entry;
import dev.daybook.data.Fact;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.Summary;
import dev.daybook.extract.SecretScreen;
import dev.daybook.recall.Recaller;
import dev.daybook.remember.BankEntries;
import dev.daybook.remember.BlockWriter;
import dev.daybook.remember.SettingsStates;
import dev.daybook.spi.Scan;
import dev.daybook.spi.TokenCounter;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What stands before the details: the blocks, the bank, then what is known as facts and notes, and the gists of other
 * conversations. Each has its {@link Share} of the budget.
 */
final class Tiers {

    private static final int FACTS_ASKED = 20;
    private static final int NOTES_ASKED = 20;
    private static final int GISTS_ASKED = 10;

    private final Recaller recaller;
    private final BlockWriter blocks;
    private final BankEntries bank;
    private final BankBlock bankBlock;
    private final SettingsStates settings;
    private final TokenCounter counter;
    private final Clock clock;

    Tiers(
            Recaller recaller,
            BlockWriter blocks,
            BankEntries bank,
            SettingsStates settings,
            TokenCounter counter,
            Clock clock) {
        this.recaller = recaller;
        this.blocks = blocks;
        this.bank = bank;
        this.bankBlock = new BankBlock(counter);
        this.settings = settings;
        this.counter = counter;
        this.clock = clock;
    }

    /** The sections in their order, those that are empty too. */
    List<Tier> read(Scope scope, String session, String prompt, ContextOptions options, boolean shared) {
        List<Tier> sections = new ArrayList<>();
        sections.add(tier(Share.BLOCKS, Frame.BLOCKS_HEADING, blocks(scope, options, shared)));
        if (shared && settings.of(scope.space()).bank().enabled()) {
            sections.add(bank(scope, options));
        }
        // A blank prompt asks nothing, so nothing is recalled for it.
        if (!prompt.isBlank()) {
            sections.add(tier(Share.FACTS, Frame.FACTS_HEADING, facts(scope, prompt, options, shared)));
            sections.add(tier(Share.NOTES, Frame.NOTES_HEADING, notes(scope, prompt, options, shared)));
            sections.add(tier(Share.GISTS, Frame.GISTS_HEADING, gists(scope, session, prompt, options)));
        }
        return sections;
    }

    /** An entry, and how it is shown. */
    private record Piece(Ref entry, String text) {

        static Piece of(Hit hit) {
            Entry entry = hit.entry();
            return new Piece(new Ref(hit.scope(), entry.kind(), entry.id()), Frame.item(entry));
        }
    }

    private Tier tier(Share share, String heading, List<Piece> pieces) {
        return new Tier(share, tokens -> {
            Items items = new Items(share.section(), heading, new Budget(counter, tokens));
            pieces.forEach(piece -> items.offer(piece.entry(), piece.text()));
            return items;
        });
    }

    private List<Piece> blocks(Scope scope, ContextOptions options, boolean shared) {
        OffsetDateTime asOf = options.asOf();
        Scan.Versions versions = asOf == null ? Scan.Versions.CURRENT : Scan.Versions.asOf(asOf.toInstant());
        Scope ofAll = new Scope.Shared(scope.space());
        Map<String, Piece> byName = new LinkedHashMap<>();
        for (Scope owner : scope.equals(ofAll) || !shared ? List.of(scope) : List.of(ofAll, scope)) {
            for (Block block : blocks.list(owner, versions)) {
                // One of one's own takes the place of the shared one, even if it says nothing.
                boolean shown = !block.content().isBlank() && maySee(scope, owner, block.content());
                String text = shown ? Frame.pinned(block) : "";
                byName.put(block.name(), new Piece(new Ref(owner, Kind.BLOCK, block.name()), text));
            }
        }
        return byName.values().stream().filter(piece -> !piece.text().isEmpty()).toList();
    }

    /** What looks like a secret is shown in its own scope only. */
    private static boolean maySee(Scope reader, Scope owner, String text) {
        return reader.equals(owner) || !SecretScreen.finds(text);
    }

    private Tier bank(Scope scope, ContextOptions options) {
        Space space = scope.space();
        Scope owner = new Scope.Shared(space);
        OffsetDateTime asOf = options.asOf();
        List<Summary> summaries = (asOf == null ? bank.live(space) : bank.asOf(space, asOf))
                .stream()
                        .filter(summary -> maySee(scope, owner, summary.text()))
                        .toList();
        int most = settings.of(space).bank().maxTokens();
        return new Tier(Share.BANK, tokens -> {
            BankText text = bankBlock.render(space, summaries, Math.min(tokens, most));
            return Items.rendered(Share.BANK.section(), text, new Budget(counter, tokens));
        });
    }

    private List<Piece> facts(Scope scope, String prompt, ContextOptions options, boolean shared) {
        OffsetDateTime now = options.asOf() == null ? OffsetDateTime.now(clock) : options.asOf();
        return recall(scope, query(prompt, options, Kind.FACT, FACTS_ASKED), shared)
                .filter(hit -> ((Fact) hit.entry()).isValidAt(now))
                .map(Piece::of)
                .toList();
    }

    private List<Piece> notes(Scope scope, String prompt, ContextOptions options, boolean shared) {
        return recall(scope, query(prompt, options, Kind.NOTE, NOTES_ASKED), shared)
                .map(Piece::of)
                .toList();
    }

    private List<Piece> gists(Scope scope, String session, String prompt, ContextOptions options) {
        Query query = query(prompt, options, Kind.SUMMARY, GISTS_ASKED).notInSessions(session);
        // What is shared are the summaries of the bank, which have a section of their own.
        return recaller.recall(scope, query).stream()
                .filter(hit -> ((Summary) hit.entry()).level() == Summary.Level.SESSION)
                .map(Piece::of)
                .toList();
    }

    private Stream<Hit> recall(Scope scope, Query query, boolean shared) {
        return recaller.recall(scope, shared ? query.includeShared() : query).stream();
    }

    private static Query query(String prompt, ContextOptions options, Kind kind, int limit) {
        return Query.of(prompt).kinds(kind).limit(limit).asOf(options.asOf());
    }
}
