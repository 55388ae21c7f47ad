package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Quarantine;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.ReservedMetadata;
import dev.daybook.internal.forget.QuarantineWriter;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.remember.ProposalWriter;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Event;
import dev.daybook.outcome.Operation;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The quarantine of one scope of a daybook in this process. */
final class EmbeddedQuarantine implements Quarantine {

    /** The name of a quarantine among the operations of derived work. */
    private static final String NAME = AuditEntry.QUARANTINE;

    private final ScopeAccess access;
    private final Scope scope;
    private final QuarantineWriter writer;
    private final ProposalWriter proposals;
    private final BackgroundWork background;
    private final EventPublisher events;

    EmbeddedQuarantine(
            ScopeAccess access,
            QuarantineWriter writer,
            ProposalWriter proposals,
            BackgroundWork background,
            EventPublisher events) {
        this.proposals = proposals;
        this.access = access;
        this.scope = access.scope();
        this.writer = writer;
        this.background = background;
        this.events = events;
    }

    @Override
    public QuarantineReceipt preview(Selection.Matching selection) {
        return writer.preview(scope, present("selection", selection));
    }

    @Override
    public QuarantineReceipt hide(Selection.Matching selection) {
        access.require(ProtectedOperation.QUARANTINE);
        QuarantineReceipt there = writer.put(scope, present("selection", selection), access.rules());
        changed(there, false);
        return there;
    }

    /** Wakes no background work and tells no event: nothing may show that something waits. */
    @Override
    public List<String> propose(List<NewEpisode> episodes) {
        NullChecks.all("episodes", episodes)
                .forEach(episode -> ReservedMetadata.check(episode.metadata().keySet()));
        access.require(ProtectedOperation.PROPOSE_EPISODES);
        return proposals.write(scope, episodes, access.policy());
    }

    @Override
    public List<QuarantineReceipt> list() {
        return writer.list(scope);
    }

    @Override
    public Stream<Entry> entries(String operation) {
        return writer.entries(scope, present("operation", operation));
    }

    @Override
    public QuarantineReceipt release(String operation) {
        access.require(ProtectedOperation.RELEASE);
        QuarantineReceipt released = writer.release(
                scope,
                present("operation", operation),
                // Not checked by the proposal, whose refusal would tell that a text was there.
                () -> access.policy().refused());
        changed(released, true);
        return released;
    }

    /** Returns whether an operation has hidden entries that are hidden now. */
    boolean holds(String operation) {
        return writer.holds(scope, operation);
    }

    /** Releases a quarantine and returns the outcome of an undo. */
    DerivationOutcome undo(String operation) {
        if (isProposal(operation)) {
            throw new IllegalArgumentException(
                    "operation '" + operation + "' is a proposal, which an undo would release;"
                            + " release it in the quarantine, or forget its entries");
        }
        QuarantineReceipt released = release(operation);
        String detail = "released, " + released.count() + (released.count() == 1 ? " entry" : " entries");
        return new DerivationOutcome(
                scope, NAME, operation, DerivationOutcome.Result.DONE, null, detail, 0, released.at());
    }

    private static boolean isProposal(String operation) {
        return operation.startsWith(QuarantineStates.PROPOSAL);
    }

    /**
     * Returns the entries that an operation has hidden, or empty if none of them is hidden now. Empty for a proposal, which
     * cannot be undone and whose ids only a review shows.
     */
    Optional<Operation> operation(String id) {
        if (isProposal(id)) {
            return Optional.empty();
        }
        List<EntryRef> refs = writer.refs(scope, id);
        return refs.isEmpty() ? Optional.empty() : Optional.of(new Operation(scope, id, NAME, refs));
    }

    private void changed(QuarantineReceipt what, boolean released) {
        background.erased(scope);
        if (what.count() > 0) {
            events.tell(new Event.Quarantined(scope, what.operation(), what.count(), released));
        }
    }
}
