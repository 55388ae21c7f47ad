package dev.daybook.client;

import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Block;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionInfo;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.Trust;
import dev.daybook.model.Turn;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.BankContents;
import dev.daybook.outcome.BankText;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.ScoreReason;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the answers of a server. An unknown field is ignored: the server may be newer. */
final class AnswerReader {

    private AnswerReader() {}

    static Receipt receipt(JsonFields fields) {
        return new Receipt(
                fields.text("id"),
                number(fields, "position"),
                number(fields, "revision"),
                fields.truth("durable"),
                constant(Receipt.Progress.class, fields.text("words")),
                constant(Receipt.Progress.class, fields.text("vector")),
                constant(Receipt.Progress.class, fields.text("derived")));
    }

    static List<Hit> hits(Space space, JsonFields fields) {
        return fields.list("hits").stream().map(hit -> hit(space, hit)).toList();
    }

    private static Hit hit(Space space, JsonFields fields) {
        Scope scope = Scope.of(space, fields.text("scope"));
        List<Hit.MessageScore> messages = fields.list("messages").stream()
                .filter(message -> message.has("score"))
                .map(message -> new Hit.MessageScore(message.count("index"), message.decimal("score", 0)))
                .toList();
        return new Hit(
                scope,
                EntryAnswers.read(scope, fields.fields("entry")),
                fields.decimal("score", 0),
                messages,
                reasons(fields),
                fields.truth("fallback"));
    }

    private static List<ScoreReason> reasons(JsonFields fields) {
        return fields.list("why").stream()
                .map(reason -> new ScoreReason(
                        reason.text("signal"), reason.decimal("contribution", 0), reason.text("detail")))
                .toList();
    }

    static Explanation explanation(Space space, JsonFields fields) {
        return new Explanation(
                ref(space, fields.fields("entry")),
                fields.count("rank"),
                fields.decimal("score", 0),
                reasons(fields),
                fields.optionalText("keptOut"));
    }

    static Context context(Space space, JsonFields fields) {
        List<Context.Section> sections = fields.list("sections").stream()
                .map(section -> new Context.Section(
                        section.text("name"), section.count("tokens"), refs(space, section, "entries")))
                .toList();
        List<Context.LeftOut> leftOut = fields.list("leftOut").stream()
                .map(left -> new Context.LeftOut(ref(space, left.fields("entry")), left.text("reason")))
                .toList();
        return new Context(fields.text("text"), sections, fields.count("tokens"), leftOut, fields.optionalText("id"));
    }

    static SessionInfo session(JsonFields fields) {
        return new SessionInfo(
                fields.text("id"),
                fields.optionalText("name"),
                fields.time("created"),
                fields.time("lastActivity"),
                number(fields, "episodes"),
                fields.truth("private"),
                fields.optionalNumber("retentionDays"));
    }

    static Turn turn(JsonFields fields) {
        return new Turn(
                fields.text("episode"),
                number(fields, "position"),
                fields.count("index"),
                fields.time("occurredAt"),
                EpisodeLines.message(fields),
                Trust.of(fields.text("trust")));
    }

    static Profile profile(Scope scope, JsonFields fields) {
        return new Profile(
                scope,
                counts(fields, "counts"),
                number(fields, "sessions"),
                fields.optionalTime("firstSeen"),
                fields.optionalTime("lastSeen"),
                fields.list("recentSessions").stream()
                        .map(AnswerReader::session)
                        .toList(),
                entries(Fact.class, scope, fields, "sampleFacts"));
    }

    static <E> List<E> entries(Class<E> type, Scope scope, JsonFields fields, String name) {
        return fields.list(name).stream()
                .map(each -> type.cast(EntryAnswers.read(scope, each)))
                .toList();
    }

    static Block block(Scope scope, JsonFields fields) {
        return (Block) EntryAnswers.read(scope, fields);
    }

    static List<DerivationOutcome> outcomes(Space space, JsonFields fields) {
        return fields.list("outcomes").stream()
                .map(each -> outcome(space, each))
                .toList();
    }

    static DerivationOutcome outcome(Space space, JsonFields fields) {
        return new DerivationOutcome(
                Scope.of(space, fields.text("scope")),
                fields.text("derivation"),
                fields.text("subject"),
                constant(DerivationOutcome.Result.class, fields.text("result")),
                fields.optionalText("operation"),
                fields.text("detail"),
                number(fields, "tokens"),
                fields.time("at"));
    }

    /** Reads a receipt, without the number that a store gives an erasure: a server waits by the operation. */
    static ErasureReceipt erasure(JsonFields fields) {
        return new ErasureReceipt(
                fields.text("operation"),
                counts(fields, "counts"),
                fields.time("at"),
                ErasureReceipt.ALL,
                constant(ErasureReceipt.Bytes.class, fields.text("bytes")),
                fields.has("keptHashes") ? number(fields, "keptHashes") : 0);
    }

    static QuarantineReceipt quarantined(JsonFields fields) {
        return new QuarantineReceipt(
                fields.text("operation"),
                fields.time("at"),
                counts(fields, "counts"),
                fields.has("derived") ? counts(fields, "derived") : Map.of());
    }

    static AuditEntry audit(Space space, JsonFields fields) {
        String scope = fields.optionalText("scope");
        return new AuditEntry(
                space,
                scope == null ? null : Scope.of(space, scope),
                fields.text("operation"),
                fields.text("action"),
                fields.time("at"),
                counts(fields, "counts"));
    }

    static BankContents bank(Space space, JsonFields fields) {
        Map<Summary.Level, Integer> counts = new EnumMap<>(Summary.Level.class);
        fields.object("counts").forEach((level, count) -> counts.put(Summary.Level.of(level), whole(count)));
        return new BankContents(
                entries(Summary.class, new Scope.Shared(space), fields, "summaries"),
                counts,
                fields.count("tokens"),
                fields.count("maxTokens"));
    }

    static BankText bankText(Space space, JsonFields fields) {
        return new BankText(
                fields.text("text"),
                fields.count("tokens"),
                fields.count("maxTokens"),
                refs(space, fields, "shown"),
                refs(space, fields, "leftOut"));
    }

    static List<EntryRef> refs(Space space, JsonFields fields, String name) {
        return fields.list(name).stream().map(each -> ref(space, each)).toList();
    }

    private static EntryRef ref(Space space, JsonFields fields) {
        return new EntryRef(Scope.of(space, fields.text("scope")), Kind.of(fields.text("kind")), fields.text("id"));
    }

    static long number(JsonFields fields, String name) {
        Long number = fields.optionalCount(name);
        return number == null ? 0 : number;
    }

    private static Map<Kind, Long> counts(JsonFields fields, String name) {
        Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        fields.object(name).forEach((kind, count) -> counts.put(Kind.of(kind), (long) whole(count)));
        return counts;
    }

    private static int whole(@Nullable Object count) {
        return ((Number) Objects.requireNonNull(count, "a count is missing")).intValue();
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String label) {
        return Enum.valueOf(type, label.toUpperCase(Locale.ROOT));
    }
}
