package dev.daybook.context;

import dev.daybook.context.Tiers.Sections;
import dev.daybook.data.Episode;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.recall.Recaller;
import dev.daybook.recall.Recaller.Place;
import dev.daybook.spi.TokenCounter;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The input of one context, read once for any number of layouts. Not thread-safe. */
final class Material {

    private final Recaller recaller;
    private final TokenCounter counter;
    private final Asked asked;
    private final EarlierTurns turns;
    private final Sections sections;
    private @Nullable List<Hit> hits;

    Material(Recaller recaller, TokenCounter counter, Asked asked, EarlierTurns turns, Sections sections) {
        this.recaller = recaller;
        this.counter = counter;
        this.asked = asked;
        this.turns = turns;
        this.sections = sections;
    }

    Recaller recaller() {
        return recaller;
    }

    TokenCounter counter() {
        return counter;
    }

    Asked asked() {
        return asked;
    }

    EarlierTurns turns() {
        return turns;
    }

    Sections sections() {
        return sections;
    }

    /**
     * Returns the entries recalled for the prompt, without episodes whose messages are all shown. Recalled for the
     * first layout, because others differ from it by a turn or two.
     */
    List<Hit> hits(SessionTurns shown) {
        List<Hit> recalled = hits;
        if (recalled == null) {
            recalled = asked.asksForDetails()
                    ? recaller.recall(
                            asked.scope(), asked.details(), (owner, entry) -> !isShown(shown, owner, (Episode) entry))
                    : List.of();
            hits = recalled;
        }
        return recalled;
    }

    private static boolean isShown(SessionTurns shown, Scope owner, Episode episode) {
        Ref entry = new Ref(owner, Kind.EPISODE, episode.id());
        int messages = episode.messages().size();
        return messages > 0 && IntStream.range(0, messages).allMatch(index -> shown.shows(new Place(entry, index)));
    }
}
