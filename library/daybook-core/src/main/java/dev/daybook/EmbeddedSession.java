package dev.daybook;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.context.KeptContexts;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionInfo;
import dev.daybook.model.SessionOptions;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.Summary;
import dev.daybook.model.Turn;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.ContextOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A session of a daybook in this process. */
final class EmbeddedSession implements Session {

    private final ScopeAccess access;
    private final DaybookWiring wiring;
    private final Scope scope;
    private final String id;

    EmbeddedSession(ScopeAccess access, String id) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
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
        return access.write(List.of(NewEpisode.of(messages).session(id))).get(0);
    }

    @Override
    public Context context(String prompt, ContextOptions options) {
        SizeLimits.check("prompt", present("prompt", prompt), SizeLimits.QUESTION);
        present("options", options);
        if (options.keep()) {
            access.require(ProtectedOperation.KEEP_CONTEXT);
        }
        wiring.reads().isolation().recalls(scope, Kind.EPISODE);
        while (true) {
            KeptContexts.RevisionPair moment = wiring.reads().contexts().moment(scope);
            Context context = wiring.reads().assembler().assemble(scope, id, prompt, options, access.readsShared());
            Optional<Context> answer =
                    options.keep() ? wiring.reads().contexts().keep(scope, context, moment) : Optional.of(context);
            if (answer.isPresent()) {
                return answer.get();
            }
        }
    }

    @Override
    public List<Turn> turns(int limit) {
        return limit <= 0 ? List.of() : wiring.reads().sessions().turns(scope, id, limit);
    }

    @Override
    public Optional<SessionInfo> info() {
        return new SessionList(wiring, scope).find(id);
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
        wiring.writes().sessions().put(scope, id, options, access.rules());
        return info().orElseThrow(() -> new IllegalStateException(
                "session '" + id + "' was forgotten by another thread during the call; call again to create it"));
    }

    @Override
    public Optional<Summary> summary() {
        return wiring.writes().summaries().find(scope, id);
    }

    @Override
    public List<Summary> summaryHistory() {
        return wiring.writes().summaries().history(scope, id);
    }

    @Override
    public long pending() {
        return wiring.writes().summaries().pending(scope, id);
    }

    @Override
    public Summary rememberSummary(String text, long upTo) {
        SizeLimits.check("text", present("text", text), SizeLimits.TEXT);
        access.require(ProtectedOperation.SET_SUMMARY);
        Summary summary = wiring.writes().summaries().put(scope, id, text, upTo, access.policy());
        access.written();
        return summary;
    }

    @Override
    public List<DerivationOutcome> summarize() {
        access.require(ProtectedOperation.DERIVE);
        return wiring.derived().consolidation().gist(scope, id);
    }
}
