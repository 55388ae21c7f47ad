package dev.daybook.internal.ledger;

import dev.daybook.internal.checks.EscapedText;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.Summary.Level;
import dev.daybook.store.EntryScan;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Reads the bank of a space: all summaries in the shared scope except the gists of its own sessions. */
public final class BankEntries {

    /** Newest source first; without sources by the time of writing. */
    private static final Comparator<Summary> NEWEST_FIRST = Comparator.comparing(
                    (Summary summary) -> summary.occurredAt().toInstant())
            .thenComparingLong(Summary::position)
            .reversed();

    private static final String ATTEMPTS = DerivedStates.attempt("bank", "");

    private final EntryLedger ledger;

    public BankEntries(EntryLedger ledger) {
        this.ledger = ledger;
    }

    /** Lists the live summaries, newest first. */
    public List<Summary> live(Space space) {
        return inState(space, EntryScan.Versions.CURRENT, List.of(Summary.State.LIVE));
    }

    /** Lists the summaries that were live at a time, newest first. */
    public List<Summary> asOf(Space space, Instant time) {
        return inState(space, EntryScan.Versions.asOf(time), List.of(Summary.State.LIVE));
    }

    /** Lists the folded and dropped summaries, newest first. */
    public List<Summary> archive(Space space) {
        return inState(space, EntryScan.Versions.CURRENT, List.of(Summary.State.FOLDED, Summary.State.DROPPED));
    }

    private List<Summary> inState(Space space, EntryScan.Versions versions, List<Summary.State> states) {
        List<String> labels = states.stream().map(Summary.State::label).toList();
        EntryScan summaries = EntryScan.of(Kind.SUMMARY).versions(versions);
        // The status decides, not the text: a withdrawn summary is in no list.
        return ledger.all(new Scope.Shared(space), summaries, stored -> labels.contains(stored.status())).stream()
                .map(stored -> (Summary) EntryCodec.decode(stored))
                .filter(BankEntries::isOfBank)
                .sorted(NEWEST_FIRST)
                .toList();
    }

    /**
     * Tests whether a summary belongs to the bank. A gist has no period; a session summary of the bank has one,
     * possibly empty.
     */
    public static boolean isOfBank(Summary summary) {
        return summary.level() != Level.SESSION || summary.period() != null;
    }

    /** Returns the subject of a session in derived work: the code of its scope without slashes, and the session id. */
    public static String subject(SessionRef sessionRef) {
        return prefix(sessionRef.scope()) + sessionRef.session();
    }

    private static String prefix(Scope scope) {
        return EscapedText.of(scope.code()) + "/";
    }

    /** Parses a {@link #subject}. */
    public static SessionRef sessionRef(Space space, String subject) {
        int slash = subject.indexOf('/');
        String code = EscapedText.read(subject.substring(0, slash));
        return new SessionRef(Scope.of(space, code), subject.substring(slash + 1));
    }

    /** Returns the prefix of all states that the bank keeps for the sessions of a scope. */
    public static String states(Scope scope) {
        return ATTEMPTS + prefix(scope);
    }

    /** Returns the prefix of all states that the bank keeps for sessions. */
    public static String states() {
        return ATTEMPTS;
    }
}
