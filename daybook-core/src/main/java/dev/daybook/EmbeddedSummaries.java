package dev.daybook;

import static dev.daybook.checks.NullChecks.present;

import dev.daybook.data.DerivationOutcome;
import dev.daybook.data.ProtectedOperation;
import dev.daybook.data.Scope;
import dev.daybook.data.SizeLimits;
import dev.daybook.data.Summary;
import java.util.List;
import java.util.Optional;

/** The summaries of one scope of a daybook in this process. */
final class EmbeddedSummaries implements Summaries {

    private final ScopeAccess access;
    private final DaybookWiring wiring;
    private final Scope scope;

    EmbeddedSummaries(ScopeAccess access) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
    }

    @Override
    public Summary put(String session, String text, long upTo) {
        SizeLimits.check("text", present("text", text), SizeLimits.TEXT);
        access.require(ProtectedOperation.SET_SUMMARY);
        Summary summary =
                wiring.writes().summaries().put(scope, present("session", session), text, upTo, access.policy());
        access.written();
        return summary;
    }

    @Override
    public List<DerivationOutcome> refresh(String session) {
        access.require(ProtectedOperation.DERIVE);
        return wiring.derived().consolidation().gist(scope, present("session", session));
    }

    @Override
    public Optional<Summary> find(String session) {
        return wiring.writes().summaries().find(scope, present("session", session));
    }

    @Override
    public long pending(String session) {
        return wiring.writes().summaries().pending(scope, present("session", session));
    }

    @Override
    public List<Summary> list() {
        return wiring.writes().summaries().list(scope);
    }

    @Override
    public List<Summary> history(String session) {
        return wiring.writes().summaries().history(scope, present("session", session));
    }
}
