package dev.daybook.server.json;

import dev.daybook.internal.json.CommonFields;
import dev.daybook.internal.json.EntryLines;
import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.SettingsLines;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionInfo;
import dev.daybook.model.Summary;
import dev.daybook.model.Turn;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.RebuildProgress;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.outcome.TokenUsage;
import dev.daybook.query.SpaceSettings;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The JSON shapes of the answers, the same on the command line and over REST. */
public final class AnswerJson {

    private AnswerJson() {}

    public static Map<String, @Nullable Object> receipt(Receipt receipt) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("id", receipt.id());
        answer.put("position", receipt.position());
        answer.put("revision", receipt.revision());
        answer.put("durable", receipt.durable());
        answer.put("words", label(receipt.words()));
        answer.put("vector", label(receipt.vector()));
        answer.put("derived", label(receipt.derived()));
        return answer;
    }

    /**
     * Formats the hits of a recall, best first.
     *
     * @param explain whether to include the score of each message
     */
    public static Map<String, @Nullable Object> hits(List<Hit> hits, boolean explain) {
        return hits(hits, explain, false);
    }

    /**
     * Formats the hits of a recall, best first.
     *
     * @param explain whether to include the score of each message
     * @param entries whether to include the scope and all fields of each entry
     */
    public static Map<String, @Nullable Object> hits(List<Hit> hits, boolean explain, boolean entries) {
        List<Object> all = new ArrayList<>();
        for (Hit hit : hits) {
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("kind", hit.kind().label());
            answer.put("id", hit.id());
            answer.put("score", hit.score());
            answer.put("text", hit.text());
            answer.put("occurredAt", IsoTimes.format(hit.occurredAt()));
            answer.put("session", hit.session());
            answer.put(
                    "sources",
                    sources(hit.entry()).stream().map(AnswerJson::ref).toList());
            answer.put("origin", CommonFields.origin(hit.entry().origin()));
            answer.put("trust", hit.trust().label());
            answer.put("why", reasons(hit.why()));
            if (hit.entry() instanceof Episode episode) {
                answer.put("messages", messages(hit, episode, explain));
            }
            if (hit.fallback()) {
                answer.put("fallback", true);
            }
            if (entries) {
                answer.put("scope", hit.scope().code());
                answer.put("entry", complete(hit.scope(), hit.entry()));
            }
            all.add(answer);
        }
        return with("hits", all);
    }

    /** Formats an episode: the fields of its interchange line, with position and revision. */
    public static Map<String, @Nullable Object> episode(Scope scope, Episode episode) {
        Map<String, @Nullable Object> answer = EpisodeLines.fieldsOf(scope, episode);
        answer.put("position", episode.position());
        answer.put("revision", episode.revision());
        return answer;
    }

    /** Formats an entry of any kind with all its fields, as a client library reads it. */
    public static Map<String, @Nullable Object> complete(Scope scope, Entry entry) {
        if (!(entry instanceof Episode episode)) {
            return entry(scope, entry);
        }
        Map<String, @Nullable Object> answer = episode(scope, episode);
        answer.put("recordedAt", IsoTimes.format(episode.recordedAt()));
        answer.put("sensitive", episode.sensitive());
        return answer;
    }

    /** Formats entries of a scope with all their fields: {@code {"entries":[…]}}. */
    public static Map<String, @Nullable Object> complete(Scope scope, List<? extends Entry> entries) {
        return with(
                "entries", entries.stream().map(entry -> complete(scope, entry)).toList());
    }

    /** Formats the explanation of a score. */
    public static Map<String, @Nullable Object> explanation(Explanation explanation) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("entry", ref(explanation.entry()));
        answer.put("rank", explanation.rank());
        answer.put("score", explanation.score());
        answer.put("why", reasons(explanation.why()));
        answer.put("keptOut", explanation.keptOut());
        return answer;
    }

    /** Formats an audit entry of a scope. */
    public static Map<String, @Nullable Object> audit(AuditEntry audit) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("operation", audit.operation());
        answer.put("action", audit.action());
        answer.put("scope", audit.scope() == null ? null : audit.scope().code());
        answer.put("at", IsoTimes.format(audit.at()));
        answer.put("counts", counts(audit.counts()));
        return answer;
    }

    public static Map<String, @Nullable Object> context(Context context) {
        Map<String, @Nullable Object> answer = with("text", context.text());
        List<Object> sections = new ArrayList<>();
        for (Context.Section section : context.sections()) {
            Map<String, @Nullable Object> part = new LinkedHashMap<>();
            part.put("name", section.name());
            part.put("tokens", section.tokens());
            part.put("entries", section.entries().stream().map(AnswerJson::ref).toList());
            sections.add(part);
        }
        answer.put("sections", sections);
        answer.put("tokens", context.tokens());
        List<Object> leftOut = new ArrayList<>();
        for (Context.LeftOut left : context.leftOut()) {
            Map<String, @Nullable Object> part = with("entry", ref(left.entry()));
            part.put("reason", left.reason());
            leftOut.add(part);
        }
        answer.put("leftOut", leftOut);
        if (context.id() != null) {
            answer.put("id", context.id());
        }
        return answer;
    }

    public static Map<String, @Nullable Object> sessions(List<SessionInfo> sessions) {
        return with("sessions", sessions.stream().map(AnswerJson::session).toList());
    }

    public static Map<String, @Nullable Object> messages(List<Turn> turns) {
        List<Object> messages = new ArrayList<>();
        for (Turn turn : turns) {
            Map<String, @Nullable Object> message = new LinkedHashMap<>();
            message.put("episode", turn.episode());
            message.put("position", turn.position());
            message.put("index", turn.index());
            message.put("occurredAt", IsoTimes.format(turn.occurredAt()));
            message.putAll(EpisodeLines.fieldsOf(turn.message()));
            message.put("trust", turn.trust().label());
            messages.add(message);
        }
        return with("messages", messages);
    }

    public static Map<String, @Nullable Object> profile(Profile profile) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("space", profile.scope().space().id());
        answer.put("scope", profile.scope().code());
        answer.put("counts", counts(profile.counts()));
        answer.put("sessions", profile.sessions());
        answer.put("firstSeen", time(profile.firstSeen()));
        answer.put("lastSeen", time(profile.lastSeen()));
        answer.put(
                "recentSessions",
                profile.recentSessions().stream().map(AnswerJson::session).toList());
        answer.put(
                "sampleFacts",
                profile.sampleFacts().stream()
                        .map(fact -> entry(profile.scope(), fact))
                        .toList());
        return answer;
    }

    /** Formats entries of a scope with all their fields; {@code name} is the name of the list. */
    public static Map<String, @Nullable Object> entries(String name, Scope scope, List<? extends Entry> entries) {
        return with(name, entries.stream().map(entry -> entry(scope, entry)).toList());
    }

    /** Formats an entry other than an episode: the fields of its interchange line, with position and revision. */
    public static Map<String, @Nullable Object> entry(Scope scope, Entry entry) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("kind", entry.kind().label());
        answer.put("id", entry.id());
        answer.put("position", entry.position());
        answer.put("revision", entry.revision());
        EntryLines.write(answer, scope, entry);
        if (entry instanceof Summary summary) {
            answer.put("upTo", summary.upTo());
        }
        return answer;
    }

    public static Map<String, @Nullable Object> erasure(ErasureReceipt erasure, boolean dryRun) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("operation", erasure.operation());
        answer.put("counts", counts(erasure.counts()));
        answer.put("at", IsoTimes.format(erasure.at()));
        answer.put("bytes", label(erasure.bytes()));
        if (erasure.keptHashes() > 0) {
            answer.put("keptHashes", erasure.keptHashes());
        }
        answer.put("dryRun", dryRun);
        return answer;
    }

    /** Formats the settings of a space, with the token usage of its models. */
    public static Map<String, @Nullable Object> settings(SpaceSettings settings, TokenUsage usage) {
        Map<String, @Nullable Object> answer = SettingsLines.fieldsOf(settings);
        Map<String, @Nullable Object> cost = with("day", usage.day().toString());
        cost.put("tokensToday", usage.tokensToday());
        cost.put("tokens", usage.tokens());
        answer.put("usage", cost);
        return answer;
    }

    public static Map<String, @Nullable Object> rebuilt(RebuildProgress rebuildProgress) {
        Map<String, @Nullable Object> answer = with("scopes", rebuildProgress.scopes());
        answer.put("entries", rebuildProgress.entries());
        answer.put("words", rebuildProgress.words());
        answer.put("vectors", rebuildProgress.vectors());
        answer.put("failed", rebuildProgress.failed());
        answer.put("kept", rebuildProgress.kept().stream().sorted().toList());
        answer.put("complete", rebuildProgress.complete());
        return answer;
    }

    public static Map<String, @Nullable Object> health(HealthReport health) {
        Map<String, @Nullable Object> answer = with("ok", health.ok());
        List<Object> findings = new ArrayList<>();
        for (HealthReport.Finding finding : health.findings()) {
            Map<String, @Nullable Object> part = new LinkedHashMap<>();
            part.put("level", label(finding.level()));
            part.put("what", finding.aspect());
            part.put("detail", finding.detail());
            part.put("remedy", finding.remedy());
            findings.add(part);
        }
        answer.put("findings", findings);
        return answer;
    }

    /** Formats the outcomes of derivations: {@code {"outcomes":[…]}}. */
    public static Map<String, @Nullable Object> outcomes(List<DerivationOutcome> outcomes) {
        return with("outcomes", outcomes.stream().map(AnswerJson::outcome).toList());
    }

    /** Formats the outcome of one derivation. */
    public static Map<String, @Nullable Object> outcome(DerivationOutcome outcome) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("scope", outcome.scope().code());
        answer.put("derivation", outcome.derivation());
        answer.put("subject", outcome.subject());
        answer.put("result", outcome.result().label());
        answer.put("operation", outcome.operation());
        answer.put("detail", outcome.detail());
        answer.put("tokens", outcome.tokens());
        answer.put("at", IsoTimes.format(outcome.at()));
        return answer;
    }

    /** Returns a mutable map with one entry. */
    public static Map<String, @Nullable Object> with(String name, @Nullable Object value) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put(name, value);
        return map;
    }

    public static Map<String, @Nullable Object> session(SessionInfo session) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("id", session.id());
        answer.put("name", session.name());
        answer.put("created", IsoTimes.format(session.created()));
        answer.put("lastActivity", IsoTimes.format(session.lastActivity()));
        answer.put("episodes", session.episodes());
        answer.put("private", session.isPrivate());
        if (session.retentionDays() != null) {
            answer.put("retentionDays", session.retentionDays());
        }
        return answer;
    }

    /** Formats the sources (provenance) of an entry; an episode has none. */
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

    /** Formats the speaker and the trust of each message of an episode; best first if they have scores. */
    private static List<Object> messages(Hit hit, Episode episode, boolean explain) {
        List<Object> messages = new ArrayList<>();
        if (hit.messages().isEmpty()) {
            for (int index = 0; index < episode.messages().size(); index++) {
                messages.add(message(episode, index));
            }
        }
        for (Hit.MessageScore scored : hit.messages()) {
            Map<String, @Nullable Object> message = message(episode, scored.index());
            if (explain) {
                message.put("score", scored.score());
            }
            messages.add(message);
        }
        return messages;
    }

    private static Map<String, @Nullable Object> message(Episode episode, int index) {
        Message message = episode.messages().get(index);
        Map<String, @Nullable Object> answer = with("index", index);
        answer.put("role", message.role());
        if (message.name() != null) {
            answer.put("name", message.name());
        }
        answer.put("trust", episode.trustOf(index).label());
        return answer;
    }

    private static List<Object> reasons(List<ScoreReason> reasons) {
        List<Object> answers = new ArrayList<>();
        for (ScoreReason reason : reasons) {
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("signal", reason.signal());
            answer.put("contribution", reason.contribution());
            answer.put("detail", reason.detail());
            answers.add(answer);
        }
        return answers;
    }

    public static Object ref(EntryRef ref) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        Scope scope = ref.scope();
        answer.put("scope", scope.code());
        answer.put("kind", ref.kind().label());
        answer.put("id", ref.id());
        return answer;
    }

    /** Formats counts by kind. */
    public static Map<String, Long> counts(Map<Kind, Long> counts) {
        Map<String, Long> answer = new TreeMap<>();
        counts.forEach((kind, count) -> answer.put(kind.label(), count));
        return answer;
    }

    private static @Nullable String time(@Nullable OffsetDateTime time) {
        return time == null ? null : IsoTimes.format(time);
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
