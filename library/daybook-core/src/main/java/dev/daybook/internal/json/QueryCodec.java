package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.DECIMAL;
import static dev.daybook.internal.json.FieldType.INSTANT;
import static dev.daybook.internal.json.FieldType.KINDS;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TEXTS;
import static dev.daybook.internal.json.FieldType.TRUTH;
import static dev.daybook.internal.json.FieldType.WHOLE;

import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.RecentTurns;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON forms of queries and of the options of a context. */
public final class QueryCodec {

    private static final FieldType<Query.By> BY = FieldType.label(Query.By::of, Query.By::label);

    /** Scopes to search as well: the shared one is the only one there is. */
    private static final FieldType<Boolean> SHARED =
            new FieldType<>(QueryCodec::shared, shared -> "shared", TEXT.remedy());

    public static final RecordCodec<Query> QUERY = fields -> Query.of(fields.required("query", TEXT, Query::text))
            .from(fields.optional("from", INSTANT, Query::from))
            .to(fields.optional("to", INSTANT, Query::to))
            .by(fields.with("by", BY, Query.By.BEST, Query::by))
            .limit(fields.with("limit", WHOLE, Query.DEFAULT_LIMIT, Query::limit))
            .kinds(fields.unless(Set.of(), "kinds", KINDS, Query::kinds))
            .sessions(fields.unless(Set.of(), "session", TEXTS, Query::sessions))
            .excludedSessions(fields.unless(Set.of(), "excludeSession", TEXTS, Query::excludedSessions))
            .asOf(fields.optional("asOf", INSTANT, Query::asOf))
            .validAt(fields.optional("validAt", INSTANT, Query::validAt))
            .filter(fields.optional("filter", FilterCodec.FILTER, Query::filter))
            .minimumScore(fields.optional("minimumScore", DECIMAL, Query::minimumScore))
            .minimumConfidence(fields.optional("minimumConfidence", DECIMAL, Query::minimumConfidence))
            .shared(fields.unless(false, "include", SHARED, Query::shared))
            .fallback(fields.with("fallback", TRUTH, false, Query::fallback))
            .collapse(fields.unless(false, "collapse", TRUTH, Query::collapse));

    /** {@code none}, {@code all}, or a number of messages. */
    public static final FieldType<RecentTurns> RECENT =
            new FieldType<>(QueryCodec::recent, RecentTurns::label, TEXT.remedy());

    public static final RecordCodec<ContextOptions> CONTEXT_OPTIONS = fields -> ContextOptions.defaults()
            .maxTokens(fields.with("maxTokens", WHOLE, ContextOptions.DEFAULT_MAX_TOKENS, ContextOptions::maxTokens))
            .asOf(fields.optional("asOf", INSTANT, ContextOptions::asOf))
            .keep(fields.with("keep", TRUTH, false, ContextOptions::keep))
            .recent(fields.with("recent", RECENT, RecentTurns.all(), ContextOptions::recent))
            .kinds(fields.unless(Set.of(), "kinds", KINDS, ContextOptions::kinds))
            .filter(fields.optional("filter", FilterCodec.FILTER, ContextOptions::filter))
            .validAt(fields.optional("validAt", INSTANT, ContextOptions::validAt))
            .collapse(fields.unless(true, "collapse", TRUTH, ContextOptions::collapse))
            .relevanceFloor(fields.unless(0.0, "relevanceFloor", DECIMAL, ContextOptions::relevanceFloor));

    private QueryCodec() {}

    private static Boolean shared(JsonFields fields, String name) {
        for (String include : fields.textOrTexts(name)) {
            if (!include.equals("shared")) {
                throw fields.wrong(name, include, "'shared', or leave it out");
            }
        }
        return !fields.textOrTexts(name).isEmpty();
    }

    private static @Nullable RecentTurns recent(JsonFields fields, String name) {
        if (fields.get(name) instanceof String label) {
            return RecentTurns.of(label);
        }
        Integer messages = fields.whole(name);
        return messages == null ? null : RecentTurns.last(messages);
    }
}
