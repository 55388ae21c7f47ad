package dev.daybook.internal.embedded;

import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.spi.CallResult;
import dev.daybook.spi.CallResult.ShownEntry;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The entries of observed calls. */
final class ShownEntries {

    private ShownEntries() {}

    static List<ShownEntry> written(List<NewEpisode> episodes, List<Receipt> receipts) {
        return IntStream.range(0, receipts.size())
                .mapToObj(each -> new ShownEntry(
                        receipts.get(each).id(),
                        episodes.get(each).messages().stream()
                                .map(Message::shownText)
                                .collect(Collectors.joining("\n")),
                        null))
                .toList();
    }

    static List<ShownEntry> of(List<Hit> hits) {
        return hits.stream()
                .map(hit -> new ShownEntry(hit.id(), hit.text(), hit.score()))
                .toList();
    }

    /** Returns the result of a context, which is shown as one text. */
    static CallResult of(Context context) {
        long entries = context.sections().stream()
                .mapToLong(section -> section.entries().size())
                .sum();
        return CallResult.of(entries, () -> List.of(new ShownEntry(context.id(), context.text(), null)));
    }
}
