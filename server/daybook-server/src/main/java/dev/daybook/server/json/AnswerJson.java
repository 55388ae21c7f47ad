package dev.daybook.server.json;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.SessionCodec;
import dev.daybook.internal.json.settings.SettingsLines;
import dev.daybook.model.Entry;
import dev.daybook.model.Scope;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.outcome.RebuildProgress;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.outcome.TokenUsage;
import dev.daybook.outcome.Turn;
import dev.daybook.query.SpaceSettings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers that are more than one record, the same on the command line and over REST. */
public final class AnswerJson {

    private AnswerJson() {}

    public static Map<String, @Nullable Object> sessions(List<SessionInfo> sessions) {
        return SessionCodec.SESSION.writeList("sessions", sessions);
    }

    public static Map<String, @Nullable Object> messages(List<Turn> turns) {
        return SessionCodec.TURN.writeList("messages", turns);
    }

    public static Map<String, @Nullable Object> profile(Profile profile) {
        return SessionCodec.PROFILE.write(profile, profile.scope());
    }

    /** Formats entries of a scope; {@code name} is the name of the list. */
    public static Map<String, @Nullable Object> entries(String name, Scope scope, List<? extends Entry> entries) {
        return PlainJson.object(
                name,
                entries.stream().map(entry -> EntryAnswers.write(scope, entry)).toList());
    }

    /** Formats the outcomes of derivations: {@code {"outcomes":[…]}}. */
    public static Map<String, @Nullable Object> outcomes(List<DerivationOutcome> outcomes) {
        return OutcomeCodec.OUTCOME.writeList("outcomes", outcomes);
    }

    public static Map<String, @Nullable Object> erasure(ErasureReceipt erasure, boolean dryRun) {
        Map<String, @Nullable Object> answer = ReceiptCodec.ERASURE.write(erasure);
        answer.put("dryRun", dryRun);
        return answer;
    }

    /** Formats a quarantine or its preview. */
    public static Map<String, @Nullable Object> quarantined(QuarantineReceipt quarantineReceipt, boolean dryRun) {
        Map<String, @Nullable Object> answer = ReceiptCodec.QUARANTINED.write(quarantineReceipt);
        answer.put("dryRun", dryRun);
        return answer;
    }

    /** Formats the entries that an operation quarantined: {@code {"operation":…,"entries":[…]}}. */
    public static Map<String, @Nullable Object> quarantined(String operation, Scope scope, List<Entry> entries) {
        Map<String, @Nullable Object> answer = PlainJson.object("operation", operation);
        answer.putAll(entries("entries", scope, entries));
        return answer;
    }

    /** Formats the settings of a space, with the token usage of its models. */
    public static Map<String, @Nullable Object> settings(SpaceSettings settings, TokenUsage usage) {
        Map<String, @Nullable Object> answer = SettingsLines.fieldsOf(settings);
        answer.put("usage", OutcomeCodec.USAGE.write(usage));
        return answer;
    }

    public static Map<String, @Nullable Object> rebuilt(RebuildProgress rebuildProgress) {
        Map<String, @Nullable Object> answer = PlainJson.object("scopes", rebuildProgress.scopes());
        answer.put("entries", rebuildProgress.entries());
        answer.put("words", rebuildProgress.words());
        answer.put("vectors", rebuildProgress.vectors());
        answer.put("failed", rebuildProgress.failed());
        answer.put("kept", rebuildProgress.kept().stream().sorted().toList());
        answer.put("complete", rebuildProgress.complete());
        return answer;
    }

    public static Map<String, @Nullable Object> health(HealthReport health) {
        Map<String, @Nullable Object> answer = PlainJson.object("ok", health.ok());
        answer.put(
                "findings", health.findings().stream().map(AnswerJson::finding).toList());
        return answer;
    }

    private static Map<String, @Nullable Object> finding(HealthReport.Finding finding) {
        Map<String, @Nullable Object> answer = PlainJson.object("level", EnumLabels.label(finding.level()));
        answer.put("what", finding.aspect());
        answer.put("detail", finding.detail());
        answer.put("remedy", finding.remedy());
        return answer;
    }
}
