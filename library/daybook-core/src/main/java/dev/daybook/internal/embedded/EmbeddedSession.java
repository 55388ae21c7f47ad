package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Session;
import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.consolidate.Consolidation;
import dev.daybook.internal.ledger.SummaryLedger;
import dev.daybook.internal.recall.SessionReader;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.outcome.Turn;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.SessionOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A session of a daybook in this process. */
final class EmbeddedSession implements Session {

    private final ScopeAccess access;
    private final Scope scope;
    private final WritePath writes;
    private final ContextPath contexts;
    private final SessionReader turns;
    private final SessionList sessions;
    private final SummaryLedger summaries;
    private final Consolidation consolidation;
    private final String id;

    EmbeddedSession(
            ScopeAccess access,
            String id,
            WritePath writes,
            ContextPath contexts,
            SessionReader turns,
            SessionList sessions,
            SummaryLedger summaries,
            Consolidation consolidation) {
        this.access = access;
        this.scope = access.scope();
        this.writes = writes;
        this.contexts = contexts;
        this.turns = turns;
        this.sessions = sessions;
        this.summaries = summaries;
        this.consolidation = consolidation;
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Receipt remember(Message first, Message... more) {
        List<Message> messages = ArgumentChecks.oneOrMore("more", present("first", first), more);
        access.require(ProtectedOperation.WRITE_EPISODES);
        return writes.write(access, NewEpisode.of(messages).session(id));
    }

    @Override
    public Context context(String prompt, ContextOptions options) {
        SizeLimits.check("prompt", present("prompt", prompt), SizeLimits.QUESTION);
        return contexts.assemble(access, id, prompt, present("options", options));
    }

    @Override
    public List<Turn> turns(int limit) {
        return limit <= 0 ? List.of() : turns.turns(scope, id, limit);
    }

    @Override
    public Optional<SessionInfo> info() {
        return sessions.find(id);
    }

    @Override
    public SessionInfo change(UnaryOperator<SessionOptions> change) {
        ArgumentChecks.id("session", id);
        SessionOptions options = present("change", change).apply(SessionOptions.UNCHANGED);
        String name = present("changed options", options).name();
        if (name != null) {
            options = options.name(access.policy().screened("the name of a session", name));
        }
        access.policy().name("the id of a session", id);
        access.require(ProtectedOperation.CHANGE_SESSION);
        return sessions.change(id, options, access.rules());
    }

    @Override
    public Optional<Summary> summary() {
        return summaries.find(scope, id);
    }

    @Override
    public List<Summary> summaryHistory() {
        return summaries.history(scope, id);
    }

    @Override
    public long pending() {
        return summaries.pending(scope, id);
    }

    @Override
    public Summary rememberSummary(String text, long upTo) {
        SizeLimits.check("text", present("text", text), SizeLimits.TEXT);
        access.require(ProtectedOperation.SET_SUMMARY);
        Summary summary = summaries.put(scope, id, text, upTo, access.policy());
        writes.written(scope);
        return summary;
    }

    @Override
    public List<DerivationOutcome> summarize() {
        access.require(ProtectedOperation.DERIVE);
        return consolidation.gist(scope, id);
    }
}
