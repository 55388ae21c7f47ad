package dev.daybook.client;

import dev.daybook.internal.json.CommonFields;
import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionOptions;
import dev.daybook.model.SessionRef;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON bodies of requests. A server takes a trust, a method other than given, a recording time, and an origin that
 * claims a derivation or a key, from an import only.
 */
final class RequestBodies {

    private RequestBodies() {}

    /** Returns whether a server takes the episode from an import only. */
    static boolean isImport(NewEpisode episode) {
        return episode.trust() != null || isImport(episode.origin());
    }

    /** Returns whether a server takes the fact from an import only. */
    static boolean isImport(NewFact fact) {
        return fact.trust() != null
                || fact.recordedAt() != null
                || fact.method() != SummaryMethod.GIVEN
                || isImport(fact.origin());
    }

    /** Returns whether a server takes the block from an import only. */
    static boolean isImport(NewBlock block) {
        return block.trust() != null || isImport(block.origin());
    }

    private static boolean isImport(@Nullable Origin origin) {
        return origin != null && (origin.source() == Origin.Source.DERIVATION || origin.key() != null);
    }

    static Map<String, @Nullable Object> empty() {
        return new LinkedHashMap<>();
    }

    static Map<String, @Nullable Object> of(String name, @Nullable Object value) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        put(body, name, value);
        return body;
    }

    /** Writes an episode that has an id. */
    static Map<String, @Nullable Object> episode(NewEpisode episode) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        put(body, "id", episode.id());
        put(body, "session", episode.session());
        put(body, "occurredAt", episode.occurredAt());
        body.put(
                "messages",
                episode.messages().stream().map(EpisodeLines::fieldsOf).toList());
        EpisodeLines.toolCalls(body, episode.toolCalls());
        put(body, "metadata", episode.metadata().isEmpty() ? null : episode.metadata());
        put(body, "origin", episode.origin());
        put(body, "trust", episode.trust());
        if (episode.embedding() != null) {
            List<Float> numbers = new ArrayList<>();
            for (float number : episode.embedding().toArray()) {
                numbers.add(number);
            }
            body.put("embedding", numbers);
        }
        return body;
    }

    /** Writes a fact that has an id. */
    static Map<String, @Nullable Object> fact(Scope scope, NewFact fact) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        put(body, "id", fact.id());
        body.put("subject", fact.subject());
        body.put("predicate", fact.predicate());
        body.put("object", fact.object());
        body.put("confidence", fact.confidence());
        put(body, "validFrom", fact.validFrom());
        put(body, "validUntil", fact.validUntil());
        body.put("singleValued", fact.singleValued());
        put(body, "origin", fact.origin());
        put(body, "trust", fact.trust());
        put(body, "recordedAt", fact.recordedAt());
        put(
                body,
                "method",
                fact.method() == SummaryMethod.GIVEN ? null : fact.method().label());
        CommonFields.refs(body, "sources", scope, fact.sources());
        return body;
    }

    static Map<String, @Nullable Object> block(Scope scope, NewBlock block) {
        Map<String, @Nullable Object> body = of("content", block.content());
        put(body, "agentWritable", block.agentWritable());
        put(body, "maxLength", block.maxLength());
        put(body, "origin", block.origin());
        put(body, "trust", block.trust());
        CommonFields.refs(body, "sources", scope, block.sources());
        return body;
    }

    static Map<String, @Nullable Object> session(SessionOptions options) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        put(body, "name", options.name());
        put(body, "private", options.isPrivate());
        put(body, "created", options.created());
        put(body, "retentionDays", options.retentionDays());
        return body;
    }

    static Map<String, @Nullable Object> query(Query query) {
        Map<String, @Nullable Object> body = of("query", query.text());
        body.put("by", query.by().label());
        body.put("limit", query.limit());
        put(body, "kinds", labels(query.kinds()));
        put(body, "from", query.from());
        put(body, "to", query.to());
        put(body, "session", texts(query.sessions()));
        put(body, "excludeSession", texts(query.excludedSessions()));
        put(body, "asOf", query.asOf());
        put(body, "validAt", query.validAt());
        put(body, "filter", query.filter());
        put(body, "minimumScore", query.minimumScore());
        put(body, "minimumConfidence", query.minimumConfidence());
        put(body, "include", query.shared() ? "shared" : null);
        body.put("fallback", query.fallback());
        return body;
    }

    static Map<String, @Nullable Object> context(String session, String prompt, ContextOptions options) {
        Map<String, @Nullable Object> body = of("session", session);
        body.put("prompt", prompt);
        body.put("maxTokens", options.maxTokens());
        put(body, "asOf", options.asOf());
        body.put("keep", options.keep());
        body.put("recent", options.recent().label());
        put(body, "kinds", labels(options.kinds()));
        put(body, "filter", options.filter());
        put(body, "validAt", options.validAt());
        return body;
    }

    static Map<String, @Nullable Object> selection(Selection selection) {
        return selection instanceof Selection.Matching matching ? matching(matching) : of("all", true);
    }

    private static Map<String, @Nullable Object> matching(Selection.Matching selection) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        put(body, "session", selection.session());
        put(body, "before", selection.before());
        put(body, "kind", selection.kind() == null ? null : selection.kind().label());
        put(body, "id", selection.id());
        put(body, "writer", selection.writer());
        put(
                body,
                "origin",
                selection.source() == null ? null : selection.source().label());
        put(body, "since", selection.since());
        put(body, "key", selection.key());
        return body;
    }

    static Map<String, @Nullable Object> receipt(Receipt receipt) {
        Map<String, @Nullable Object> body = of("id", receipt.id());
        body.put("position", receipt.position());
        body.put("revision", receipt.revision());
        body.put("durable", receipt.durable());
        body.put("words", label(receipt.words()));
        body.put("vector", label(receipt.vector()));
        body.put("derived", label(receipt.derived()));
        return body;
    }

    static Map<String, @Nullable Object> summary(NewSummary summary) {
        Map<String, @Nullable Object> body = of("level", summary.level().label());
        body.put("text", summary.text());
        put(body, "period", summary.period());
        put(body, "lastSourceAt", summary.lastSourceAt());
        body.put("sourceCount", summary.sourceCount());
        put(body, "tokens", summary.tokens());
        put(body, "chat", summary.session() == null ? null : session(summary.session()));
        return body;
    }

    static Map<String, @Nullable Object> session(SessionRef session) {
        Map<String, @Nullable Object> body = of("session", session.session());
        if (session.scope() instanceof Scope.User user) {
            body.put("user", user.id());
        }
        return body;
    }

    private static void put(Map<String, @Nullable Object> body, String name, @Nullable Object value) {
        if (value instanceof OffsetDateTime time) {
            body.put(name, IsoTimes.format(time));
        } else if (value instanceof Instant time) {
            body.put(name, time.toString());
        } else if (value instanceof Origin origin) {
            body.put(name, CommonFields.origin(origin));
        } else if (value instanceof Trust trust) {
            body.put(name, trust.label());
        } else if (value instanceof Filter filter) {
            body.put(name, filter.fields());
        } else if (value != null) {
            body.put(name, value);
        }
    }

    private static @Nullable List<String> labels(Collection<Kind> kinds) {
        return kinds.isEmpty() ? null : kinds.stream().map(Kind::label).sorted().toList();
    }

    private static @Nullable List<String> texts(Collection<String> texts) {
        return texts.isEmpty() ? null : texts.stream().sorted().toList();
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
