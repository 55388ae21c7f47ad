package dev.daybook.context;

import dev.daybook.data.BankText;
import dev.daybook.data.Block;
import dev.daybook.data.Context.LeftOut;
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
 * What stands before the details: the blocks, then what is known as facts and notes, and the gists of other conversations.
 * Each has a share of the budget; what it leaves goes to this conversation and the details.
 */
final class Tiers {

    /** Blocks are meant to be there always, so they may take the most; a core of eight bullets needs a few hundred tokens. */
    private static final double BLOCKS = 0.4;

    /** A fact is ten tokens or so: the ten that fit best. */
    private static final double FACTS = 0.1;

    /** It is the same whatever is asked, so what is recalled for the prompt comes before it in worth. */
    private static final double BANK = 0.15;

    private static final double NOTES = 0.15;
    private static final double GISTS = 0.15;

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
    List<Items> pack(Scope scope, String session, String prompt, ContextOptions options, int tokens) {
        List<Items> sections = new ArrayList<>();
        sections.add(blocks(scope, options, (int) (tokens * BLOCKS)));
        if (settings.of(scope.space()).bank().enabled()) {
            sections.add(bank(scope.space(), options, (int) (tokens * BANK)));
        }
        // A blank prompt asks nothing, so nothing is recalled for it.
        if (!prompt.isBlank()) {
            sections.add(facts(scope, prompt, options, (int) (tokens * FACTS)));
            sections.add(notes(scope, prompt, options, (int) (tokens * NOTES)));
            sections.add(gists(scope, session, prompt, options, (int) (tokens * GISTS)));
        }
        return sections;
    }

    static List<LeftOut> leftOut(List<Items> sections) {
        return sections.stream().flatMap(items -> items.leftOut().stream()).toList();
    }

    private Items blocks(Scope scope, ContextOptions options, int tokens) {
        OffsetDateTime asOf = options.asOf();
        Scan.Versions versions = asOf == null ? Scan.Versions.CURRENT : Scan.Versions.asOf(asOf.toInstant());
        Scope shared = new Scope.Shared(scope.space());
        Map<String, Ref> owners = new LinkedHashMap<>();
        Map<String, Block> byName = new LinkedHashMap<>();
        for (Scope owner : scope.equals(shared) ? List.of(scope) : List.of(shared, scope)) {
            for (Block block : blocks.list(owner, versions)) {
                owners.put(block.name(), new Ref(owner, Kind.BLOCK, block.name()));
                byName.put(block.name(), block);
            }
        }
        Items items = new Items("blocks", Frame.BLOCKS_HEADING, new Budget(counter, tokens));
        byName.forEach((name, block) -> {
            Ref owner = owners.get(name);
            if (owner != null && !block.content().isBlank()) {
                items.offer(owner, Frame.pinned(block));
            }
        });
        return items;
    }

    private Items bank(Space space, ContextOptions options, int tokens) {
        OffsetDateTime asOf = options.asOf();
        List<Summary> summaries = asOf == null ? bank.live(space) : bank.asOf(space, asOf);
        BankText text = bankBlock.render(
                space, summaries, Math.min(tokens, settings.of(space).bank().maxTokens()));
        return Items.rendered("bank", text, new Budget(counter, tokens));
    }

    private Items facts(Scope scope, String prompt, ContextOptions options, int tokens) {
        OffsetDateTime now = options.asOf() == null ? OffsetDateTime.now(clock) : options.asOf();
        Items items = new Items("facts", Frame.FACTS_HEADING, new Budget(counter, tokens));
        recall(scope, prompt, options, Kind.FACT, FACTS_ASKED)
                .filter(hit -> ((Fact) hit.entry()).isValidAt(now))
                .forEach(hit -> items.offer(ref(hit), Frame.item(hit.entry())));
        return items;
    }

    private Items notes(Scope scope, String prompt, ContextOptions options, int tokens) {
        Items items = new Items("notes", Frame.NOTES_HEADING, new Budget(counter, tokens));
        recall(scope, prompt, options, Kind.NOTE, NOTES_ASKED)
                .forEach(hit -> items.offer(ref(hit), Frame.item(hit.entry())));
        return items;
    }

    private Items gists(Scope scope, String session, String prompt, ContextOptions options, int tokens) {
        Items items = new Items("gists", Frame.GISTS_HEADING, new Budget(counter, tokens));
        Query query = query(prompt, options, Kind.SUMMARY, GISTS_ASKED).notInSessions(session);
        // What is shared are the summaries of the bank, which have a section of their own.
        recaller.recall(scope, query).stream()
                .filter(hit -> ((Summary) hit.entry()).level() == Summary.Level.SESSION)
                .forEach(hit -> items.offer(ref(hit), Frame.item(hit.entry())));
        return items;
    }

    private Stream<Hit> recall(Scope scope, String prompt, ContextOptions options, Kind kind, int limit) {
        return recaller.recall(scope, query(prompt, options, kind, limit).includeShared()).stream();
    }

    private static Query query(String prompt, ContextOptions options, Kind kind, int limit) {
        return Query.of(prompt).kinds(kind).limit(limit).asOf(options.asOf());
    }

    private static Ref ref(Hit hit) {
        Entry entry = hit.entry();
        return new Ref(hit.scope(), entry.kind(), entry.id());
    }
}
