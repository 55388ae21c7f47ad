package dev.daybook.replay;

import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.Selection;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The operations of jeevesagent on a whole scope: profile, export, forget. */
record ScopeOperations(ReplayStage stage) {

    Map<String, SeedOperation> operations() {
        return Map.of("profile", this::profile, "export", this::export, "forget", this::forget);
    }

    private Map<String, @Nullable Object> profile(StepArguments given) {
        Memory memory = memory(given);
        Profile profile = memory.archive().profile();
        return SeedJson.object(
                "user_id", SeedJson.user(memory.scope()),
                "episode_count", profile.count(Kind.EPISODE),
                "fact_count", profile.count(Kind.FACT),
                "last_seen", SeedJson.time(profile.lastSeen()),
                "recent_sessions",
                        profile.recentSessions().stream().map(SessionInfo::id).toList(),
                "sample_facts", SeedJson.ids(profile.sampleFacts()));
    }

    private Map<String, @Nullable Object> export(StepArguments given) {
        Memory memory = memory(given);
        return SeedJson.object(
                "user_id", SeedJson.user(memory.scope()),
                "episodes", exported(memory, Kind.EPISODE),
                "facts", exported(memory, Kind.FACT));
    }

    private static List<String> exported(Memory memory, Kind kind) {
        try (Stream<Entry> entries = memory.archive().exportAll()) {
            return entries.filter(entry -> entry.kind() == kind).map(Entry::id).toList();
        }
    }

    private long forget(StepArguments given) {
        ErasureReceipt erasure = memory(given).forget(selection(given));
        return Stream.of(Kind.EPISODE, Kind.FACT)
                .mapToLong(kind -> erasure.counts().getOrDefault(kind, 0L))
                .sum();
    }

    private static Selection selection(StepArguments given) {
        String session = given.optionalText("session_id");
        OffsetDateTime before = given.time("before");
        Optional<Selection.Matching> conditions = Stream.concat(
                        Stream.ofNullable(session).map(Selection::session),
                        Stream.ofNullable(before).map(time -> Selection.before(time.toInstant())))
                .reduce(Selection.Matching::and);
        return conditions.isPresent() ? conditions.get() : Selection.everything();
    }

    private Memory memory(StepArguments given) {
        return stage.memory(given.optionalText("user_id"));
    }
}
