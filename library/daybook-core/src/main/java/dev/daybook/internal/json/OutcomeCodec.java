package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.COUNT;
import static dev.daybook.internal.json.FieldType.COUNTS;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TIME;

import dev.daybook.model.Scope;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.FactAssessment;
import dev.daybook.outcome.TokenUsage;
import java.time.LocalDate;

/** The JSON forms of derivations, assessments, audit entries and token usage. */
public final class OutcomeCodec {

    private static final FieldType<LocalDate> DAY = FieldType.label(LocalDate::parse, LocalDate::toString);
    private static final FieldType<DerivationOutcome.Result> RESULT =
            FieldType.constant(DerivationOutcome.Result.class);

    public static final RecordCodec<DerivationOutcome> OUTCOME = fields -> new DerivationOutcome(
            fields.required("scope", ReferenceCodec.scope(fields.space()), DerivationOutcome::scope),
            fields.required("derivation", TEXT, DerivationOutcome::derivation),
            fields.required("subject", TEXT, DerivationOutcome::subject),
            fields.required("result", RESULT, DerivationOutcome::result),
            fields.nullable("operation", TEXT, DerivationOutcome::operation),
            fields.required("detail", TEXT, DerivationOutcome::detail),
            fields.required("tokens", COUNT, DerivationOutcome::tokens),
            fields.required("at", TIME, DerivationOutcome::at));

    public static final RecordCodec<AuditEntry> AUDIT = fields -> {
        String operation = fields.required("operation", TEXT, AuditEntry::operation);
        String action = fields.required("action", TEXT, AuditEntry::action);
        Scope scope = fields.nullable("scope", ReferenceCodec.scope(fields.space()), AuditEntry::scope);
        return new AuditEntry(
                fields.space(),
                scope,
                operation,
                action,
                fields.required("at", TIME, AuditEntry::at),
                fields.required("counts", COUNTS, AuditEntry::counts));
    };

    public static final RecordCodec<TokenUsage> USAGE = fields -> new TokenUsage(
            fields.required("day", DAY, TokenUsage::day),
            fields.required("tokensToday", COUNT, TokenUsage::tokensToday),
            fields.required("tokens", COUNT, TokenUsage::tokens));

    private static final FieldType<FactAssessment.EffectKind> EFFECT_KIND =
            FieldType.constant(FactAssessment.EffectKind.class);

    private static final RecordCodec<FactAssessment.Effect> EFFECT = fields -> new FactAssessment.Effect(
            fields.required("effect", EFFECT_KIND, FactAssessment.Effect::kind),
            fields.required("text", TEXT, FactAssessment.Effect::text),
            fields.optional("stated", NewEntryCodec.IMPORTED_FACT.in(fields.scope()), FactAssessment.Effect::stated),
            fields.optional("present", EntryAnswers.fact(fields.scope()), FactAssessment.Effect::present));

    public static final RecordCodec<FactAssessment> ASSESSMENT = fields ->
            new FactAssessment(fields.required("effects", EFFECT.list(fields.scope()), FactAssessment::effects));

    private OutcomeCodec() {}
}
