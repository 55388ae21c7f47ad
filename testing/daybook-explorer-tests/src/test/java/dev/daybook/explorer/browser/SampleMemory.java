package dev.daybook.explorer.browser;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import java.time.OffsetDateTime;

/** A small memory with something for each panel: of ada two sessions, two jobs and a block; of bob one session. */
final class SampleMemory {

    private SampleMemory() {}

    static void fill(Daybook daybook) {
        Memory ada = daybook.user("ada");
        remember(ada, "trip", "trip-1", "2026-05-01T10:00:00Z", "The ferry to Capri leaves at nine.");
        remember(ada, "trip", "trip-2", "2026-05-01T10:05:00Z", "I am allergic to peanuts, so no satay on the ferry.");
        remember(
                ada,
                "trip",
                "trip-3",
                "2026-05-02T10:00:00Z",
                "The hotel is the Miramare, up the hill from the harbour.");
        remember(ada, "home", "home-1", "2026-05-03T18:00:00Z", "The kettle is blue and whistles.");
        ada.facts()
                .remember(fact("job-1", "the harbour office").validFrom(OffsetDateTime.parse("2020-01-01T00:00:00Z")));
        ada.facts()
                .remember(fact("job-2", "the ferry company").validFrom(OffsetDateTime.parse("2026-01-01T00:00:00Z")));
        ada.blocks().remember("about", "Ada drinks coffee at seven.");
        ada.blocks().remember("about", "Ada drinks tea at seven.");
        ada.consolidate();
        remember(daybook.user("bob"), "bread", "bread-1", "2026-05-04T08:00:00Z", "My starter is called Herbert.");
    }

    private static void remember(Memory memory, String session, String id, String at, String text) {
        memory.remember(
                NewEpisode.of(Message.user(text)).id(id).session(session).occurredAt(OffsetDateTime.parse(at)));
    }

    private static NewFact fact(String id, String place) {
        return NewFact.of("Ada", "works at", place).id(id);
    }
}
