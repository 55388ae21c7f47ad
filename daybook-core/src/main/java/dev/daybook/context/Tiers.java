package dev.daybook.context;

import dev.daybook.data.BankText;
import dev.daybook.data.Block;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Entry;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the sections before the details: blocks, bank, facts, notes and gists of sessions. Each has its {@link Share}
 * of the budget.
 */
final class Tiers {

    private static final int MAX_FACTS = 20;
    private static final int MAX_NOTES = 20;
    private static final int MAX_GISTS = 10;

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

    /**
     * The sections in order, including empty ones.
     *
     * @param gist the gist of the current session, or null if none may be shown
     * @param plain the sections without it
     * @param withGist the sections with it, before the gists of other sessions
     */
    record Sections(@Nullable Summary summary, List<Tier> plain, List<Tier> withGist) {

        /** Returns the summary of the present session; empty if none may be shown. */
        Optional<Summary> gist() {
            return Optional.ofNullable(summary);
        }
    }

    Sections read(Asked asked) {
        Scope scope = asked.scope();
        ContextOptions options = asked.options();
        List<Tier> sections = new ArrayList<>();
        if (options.shows(Kind.BLOCK)) {
            sections.add(tier(Share.BLOCKS, Frame.BLOCKS_HEADING, blocks(asked)));
        }
        if (asked.shared()
                && options.shows(Kind.SUMMARY)
                && settings.of(scope.space()).bank().enabled()) {
            sections.add(bank(scope, options));
        }
        // A blank prompt matches nothing, so nothing is recalled for it.
        boolean asks = !asked.prompt().isBlank();
        if (asks && options.shows(Kind.FACT)) {
            sections.add(tier(Share.FACTS, Frame.FACTS_HEADING, facts(asked)));
        }
        if (asks && options.shows(Kind.NOTE)) {
            sections.add(tier(Share.NOTES, Frame.NOTES_HEADING, notes(asked)));
        }
        List<Tier> withGist = new ArrayList<>(sections);
        Optional<Summary> gist = Optional.empty();
        if (options.shows(Kind.SUMMARY)) {
            List<Piece> gists = new ArrayList<>(asks ? gists(asked) : List.of());
            sections.add(tier(Share.GISTS, Frame.GISTS_HEADING, List.copyOf(gists)));
            gist = gist(asked);
            gist.ifPresent(here -> gists.add(0, Piece.ofCurrentSession(scope, here)));
            withGist.add(tier(Share.GISTS, Frame.GISTS_HEADING, gists));
        }
        return new Sections(gist.orElse(null), sections, withGist);
    }

    private Optional<Summary> gist(Asked asked) {
        Query query = asked.ownQuery("", Kind.SUMMARY, 1).by(Query.By.NEWEST).inSessions(asked.session());
        return recaller.recall(asked.scope(), query, (owner, entry) -> !BankEntries.isOfBank((Summary) entry)).stream()
                .map(hit -> (Summary) hit.entry())
                .findFirst();
    }

    /** An entry and its text in the context. */
    private record Piece(Ref entry, String text) {

        static Piece of(Hit hit) {
            Entry entry = hit.entry();
            return new Piece(new Ref(hit.scope(), entry.kind(), entry.id()), Frame.item(entry));
        }

        static Piece ofCurrentSession(Scope scope, Summary gist) {
            return new Piece(new Ref(scope, Kind.SUMMARY, gist.id()), Frame.gistOfCurrentSession(gist));
        }
    }

    private Tier tier(Share share, String heading, List<Piece> pieces) {
        return new Tier(share, tokens -> {
            Items items = new Items(share.section(), heading, new Budget(counter, tokens));
            pieces.forEach(piece -> items.offer(piece.entry(), piece.text()));
            return items;
        });
    }

    private List<Piece> blocks(Asked asked) {
        Scope scope = asked.scope();
        OffsetDateTime asOf = asked.options().asOf();
        Scan.Versions versions = asOf == null ? Scan.Versions.CURRENT : Scan.Versions.asOf(asOf.toInstant());
        Scope ofAll = new Scope.Shared(scope.space());
        Map<String, Piece> byName = new LinkedHashMap<>();
        for (Scope owner : scope.equals(ofAll) || !asked.shared() ? List.of(scope) : List.of(ofAll, scope)) {
            for (Block block : blocks.list(owner, versions)) {
                // A block of the scope replaces the shared block of its name, even if it is empty.
                boolean shown = !block.content().isBlank() && isVisible(scope, owner, block.content());
                String text = shown ? Frame.pinned(block) : "";
                byName.put(block.name(), new Piece(new Ref(owner, Kind.BLOCK, block.name()), text));
            }
        }
        return byName.values().stream().filter(piece -> !piece.text().isEmpty()).toList();
    }

    /** Returns whether a reader may see a text: a possible secret is shown in its own scope only. */
    private static boolean isVisible(Scope reader, Scope owner, String text) {
        return reader.equals(owner) || !SecretScreen.finds(text);
    }

    private Tier bank(Scope scope, ContextOptions options) {
        Space space = scope.space();
        Scope owner = new Scope.Shared(space);
        OffsetDateTime asOf = options.asOf();
        List<Summary> summaries = (asOf == null ? bank.live(space) : bank.asOf(space, asOf))
                .stream()
                        .filter(summary -> isVisible(scope, owner, summary.text()))
                        .toList();
        int most = settings.of(space).bank().maxTokens();
        return new Tier(Share.BANK, tokens -> {
            BankText text = bankBlock.render(space, summaries, Math.min(tokens, most));
            return Items.rendered(Share.BANK.section(), text, new Budget(counter, tokens));
        });
    }

    private List<Piece> facts(Asked asked) {
        ContextOptions options = asked.options();
        OffsetDateTime known = options.asOf() == null ? OffsetDateTime.now(clock) : options.asOf();
        OffsetDateTime validAt = options.validAt() == null ? known : options.validAt();
        Query query = asked.query(Kind.FACT, MAX_FACTS).validAt(validAt);
        return recaller.recall(asked.scope(), query).stream().map(Piece::of).toList();
    }

    private List<Piece> notes(Asked asked) {
        return recaller.recall(asked.scope(), asked.query(Kind.NOTE, MAX_NOTES)).stream()
                .map(Piece::of)
                .toList();
    }

    private List<Piece> gists(Asked asked) {
        Query query = asked.ownQuery(asked.prompt(), Kind.SUMMARY, MAX_GISTS).notInSessions(asked.session());
        // Shared gists are the summaries of the bank, which has its own section.
        return recaller
                .recall(asked.scope(), query, (owner, entry) -> ((Summary) entry).level() == Summary.Level.SESSION)
                .stream()
                .map(Piece::of)
                .toList();
    }
}
