package dev.daybook.server.cli.memory;

import dev.daybook.internal.json.FieldType;
import dev.daybook.internal.json.HitCodec;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.model.Kind;
import dev.daybook.outcome.RecallDifference;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.options.JoinedScopes;
import dev.daybook.server.cli.terminal.DisplayText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "recall",
        description = "Searches the memory: all sessions, or the session named by --session.",
        sortOptions = false)
final class RecallCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Parameters(paramLabel = "QUERY", description = "Search text; blank: the newest entries.")
    private String query;

    @Option(
            names = "--by",
            paramLabel = "HOW",
            description = "best: hybrid search; meaning: semantic search; words: keyword search (BM25); text: exact"
                    + " text; newest: latest first (default best).")
    private @Nullable String by;

    @Option(names = "--limit", paramLabel = "N", description = "Maximum number of hits (default 10).")
    private int limit = Query.DEFAULT_LIMIT;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only entries at this time or later, ISO 8601 with an offset, or a day.")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            description = "Only entries at this time or earlier, ISO 8601 with an offset, or a day, which is included.")
    private @Nullable String to;

    @Option(
            names = "--kinds",
            split = ",",
            paramLabel = "KIND",
            description = "Only entries of these kinds, separated by commas: episode, block, fact, note, summary.")
    private List<String> kinds = List.of();

    @Option(
            names = "--valid-at",
            paramLabel = "TIME",
            description = "Facts that were true in the world then, ISO 8601 with an offset, or a day.")
    private @Nullable String validAt;

    @Option(
            names = "--collapse",
            description =
                    "Show near-equal texts once: the newest, with their number; the limit counts different texts.")
    private boolean collapse;

    @Option(names = "--explain", description = "Show the parts of each score.")
    private boolean explain;

    @Option(
            names = "--without",
            paramLabel = "KIND/ID",
            description =
                    "Compare with the hits without this entry and everything derived from it, as if it had never been"
                            + " known; may be repeated.")
    private List<String> without = List.of();

    @Option(
            names = "--without-writer",
            paramLabel = "NAME",
            description = "The same without the entries of this writer; may be repeated.")
    private List<String> withoutWriters = List.of();

    @Mixin
    private JoinedScopes joined = new JoinedScopes();

    @Override
    public Integer call() {
        Query asked = asked();
        List<Selection> leftOut = leftOut();
        return root.searching(joined, memory -> {
            if (leftOut.isEmpty()) {
                return ShownHits.answer(
                        root,
                        explain,
                        joined.isGiven(),
                        memory.recall(asked),
                        "Nothing found in " + root.scope() + ".");
            }
            RecallDifference difference =
                    memory.without(leftOut.toArray(Selection[]::new)).recall(asked);
            return root.answer(
                    () -> new HitCodec(explain, false, joined.isGiven()).write(difference), () -> print(difference));
        });
    }

    private List<Selection> leftOut() {
        List<Selection> leftOut = new ArrayList<>();
        for (String each : without) {
            int slash = each.indexOf('/');
            if (slash < 0) {
                throw root.options()
                        .wrongUsage("--without is '" + each + "'; give a kind and an id, such as episode/e1");
            }
            leftOut.add(Selection.entry(Kind.of(each.substring(0, slash)), each.substring(slash + 1)));
        }
        withoutWriters.forEach(writer -> leftOut.add(Selection.writer(writer)));
        return leftOut;
    }

    private void print(RecallDifference difference) {
        root.output()
                .note("Without " + DisplayText.count(difference.leftOut().size(), "entry", "entries") + ", of the hits "
                        + difference.changes().size() + " have another rank:");
        for (RecallDifference.RankChange change : difference.changes()) {
            root.output()
                    .println(place(change.with()) + " -> " + place(change.without()) + "  "
                            + change.entry().kind().label() + " "
                            + DisplayText.line(change.entry().id(), 60));
        }
        new ShownHits(root.terminal(), explain, joined.isGiven()).print(difference.without());
    }

    private static String place(int rank) {
        return rank == 0 ? "none" : String.format(Locale.ROOT, "%4d", rank);
    }

    private Query asked() {
        Instant earliest = IsoTimes.instantOrDay("--from", from);
        Instant latest = to == null ? null : IsoTimes.parseEndOrDay("--to", to).toInstant();
        if (earliest != null && latest != null && earliest.isAfter(latest)) {
            throw root.options()
                    .wrongUsage("--from " + from + " is later than --to " + to + "; give the earlier time first");
        }
        Query asked = Query.of(query).limit(limit).from(earliest).to(latest).collapse(collapse);
        if (by != null) {
            asked = asked.by(Query.By.of(by));
        }
        String session = root.options().namedSession();
        if (session != null) {
            asked = asked.sessions(session);
        }
        return asked.validAt(IsoTimes.instantOrDay("--valid-at", validAt)).kinds(FieldType.kinds(kinds));
    }
}
