package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.DECIMAL;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.WHOLE;

import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.RecallDifference;
import dev.daybook.outcome.ScoreReason;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The JSON forms of hits and their scores, and of their comparison with the hits without some entries.
 *
 * @param explain whether to write the score of each message
 * @param entries whether to write the scope and all fields of each entry
 * @param scopes whether to write the scope of each entry
 */
public record HitCodec(boolean explain, boolean entries, boolean scopes) {

    public static final RecordCodec<Explanation> EXPLANATION = fields -> new Explanation(
            fields.required("entry", ReferenceCodec.ENTRY.in(fields.scope()), Explanation::entry),
            fields.required("rank", WHOLE, Explanation::rank),
            fields.required("score", DECIMAL, Explanation::score),
            fields.required("why", HitCodec.REASON.list(fields.scope()), Explanation::why),
            fields.nullable("keptOut", TEXT, Explanation::keptOut));

    private static final RecordCodec<ScoreReason> REASON = fields -> new ScoreReason(
            fields.required("signal", TEXT, ScoreReason::signal),
            fields.required("contribution", DECIMAL, ScoreReason::contribution),
            fields.required("detail", TEXT, ScoreReason::detail));

    private static final RecordCodec<RecallDifference.RankChange> CHANGE = fields -> new RecallDifference.RankChange(
            fields.required("entry", ReferenceCodec.ENTRY.in(fields.scope()), RecallDifference.RankChange::entry),
            fields.required("with", WHOLE, RecallDifference.RankChange::with),
            fields.required("without", WHOLE, RecallDifference.RankChange::without));

    /** Writes the hits of a recall, best first: {@code {"hits":[…]}}. */
    public Map<String, @Nullable Object> write(List<Hit> hits) {
        return PlainJson.object("hits", hits.stream().map(this::write).toList());
    }

    public Map<String, @Nullable Object> write(Hit hit) {
        Map<String, @Nullable Object> answer =
                PlainJson.object("kind", hit.kind().label());
        answer.put("id", hit.id());
        answer.put("score", hit.score());
        answer.put("text", hit.text());
        answer.put("occurredAt", IsoTimes.format(hit.occurredAt()));
        answer.put("session", hit.session());
        answer.put(
                "sources",
                sources(hit.entry()).stream().map(ReferenceCodec.ENTRY::write).toList());
        answer.put("origin", CommonFields.origin(hit.entry().origin()));
        answer.put("trust", hit.trust().label());
        answer.put("why", hit.why().stream().map(REASON::write).toList());
        if (hit.entry() instanceof Episode episode) {
            answer.put("messages", messages(hit, episode));
        }
        if (hit.fallback()) {
            answer.put("fallback", true);
        }
        if (hit.copies() > 1) {
            answer.put("copies", hit.copies());
        }
        if (entries || scopes) {
            answer.put("scope", hit.scope().code());
        }
        if (entries) {
            answer.put("entry", EntryAnswers.complete(hit.scope(), hit.entry()));
        }
        return answer;
    }

    /** Returns the sources (provenance) of an entry; an episode has none. */
    private static List<EntryRef> sources(Entry entry) {
        if (entry instanceof Fact fact) {
            return fact.sources();
        }
        if (entry instanceof Note note) {
            return note.sources();
        }
        if (entry instanceof Summary summary) {
            return summary.covers();
        }
        return entry instanceof Block block ? block.sources() : List.of();
    }

    /** Writes the speaker and the trust of each message of an episode; best first if they have scores. */
    private List<Map<String, @Nullable Object>> messages(Hit hit, Episode episode) {
        if (hit.messages().isEmpty()) {
            return IntStream.range(0, episode.messages().size())
                    .mapToObj(index -> message(episode, index))
                    .toList();
        }
        return hit.messages().stream()
                .map(scored -> {
                    Map<String, @Nullable Object> message = message(episode, scored.index());
                    if (explain) {
                        message.put("score", scored.score());
                    }
                    return message;
                })
                .toList();
    }

    private static Map<String, @Nullable Object> message(Episode episode, int index) {
        Message message = episode.messages().get(index);
        Map<String, @Nullable Object> answer = PlainJson.object("index", index);
        answer.put("role", message.role());
        if (message.name() != null) {
            answer.put("name", message.name());
        }
        answer.put("trust", episode.trustOf(index).label());
        if (!message.parts().isEmpty()) {
            answer.put("parts", EpisodeLines.PARTS.writing().apply(message.parts()));
        }
        return answer;
    }

    /** Reads hits that were written with scores and entries. */
    public static List<Hit> read(JsonFields fields, Scope any) {
        return fields.list("hits").stream().map(hit -> hit(hit, any)).toList();
    }

    private static Hit hit(JsonFields fields, Scope any) {
        Scope scope = Scope.of(any.space(), fields.text("scope"));
        List<Hit.MessageScore> messages = fields.list("messages").stream()
                .filter(message -> message.has("score"))
                .map(message -> new Hit.MessageScore(message.count("index"), message.decimal("score", 0)))
                .toList();
        return new Hit(
                scope,
                EntryAnswers.read(fields.fields("entry"), scope),
                fields.decimal("score", 0),
                messages,
                REASON.readList(fields, "why", scope),
                fields.truth("fallback"),
                Math.max(1, fields.count("copies")));
    }

    /** Writes the hits with and without the entries, and the ranks that differ. */
    public Map<String, @Nullable Object> write(RecallDifference difference) {
        Map<String, @Nullable Object> answer = ReferenceCodec.ENTRY.writeList("leftOut", difference.leftOut());
        answer.put("changes", difference.changes().stream().map(CHANGE::write).toList());
        answer.put("with", write(difference.with()));
        answer.put("without", write(difference.without()));
        return answer;
    }

    /** Reads hits with and without entries; the ranks follow from them. */
    public static RecallDifference readDifference(JsonFields fields, Scope any) {
        return new RecallDifference(
                ReferenceCodec.ENTRY.readList(fields, "leftOut", any),
                read(fields.fields("with"), any),
                read(fields.fields("without"), any));
    }
}
