package dev.daybook.remember;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Chat;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.Summary;
import dev.daybook.data.Summary.Level;
import dev.daybook.spi.Scan;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;

/** Reads the bank of a space: the summaries in what is shared there that are no gist of a conversation there. */
public final class BankEntries {

    /** The newest source first; of one that has none it is when it was written. */
    private static final Comparator<Summary> NEWEST_FIRST = Comparator.comparing(
                    (Summary summary) -> summary.occurredAt().toInstant())
            .thenComparingLong(Summary::position)
            .reversed();

    private static final String ATTEMPTS = DerivedStates.attempt("bank", "");

    private final Ledger ledger;

    public BankEntries(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Those in use, newest first. */
    public List<Summary> live(Space space) {
        return inState(space, Scan.Versions.CURRENT, List.of(Summary.State.LIVE));
    }

    /** Those that were in use at a time, newest first. */
    public List<Summary> asOf(Space space, OffsetDateTime time) {
        return inState(space, Scan.Versions.asOf(time.toInstant()), List.of(Summary.State.LIVE));
    }

    /** Those that a digest stands for and those that did not fit, newest first. */
    public List<Summary> archive(Space space) {
        return inState(space, Scan.Versions.CURRENT, List.of(Summary.State.FOLDED, Summary.State.DROPPED));
    }

    private List<Summary> inState(Space space, Scan.Versions versions, List<Summary.State> states) {
        List<String> labels = states.stream().map(Summary.State::label).toList();
        return ledger.all(new Scope.Shared(space), Scan.of(Kind.SUMMARY).versions(versions)).stream()
                // The status knows better than the text: what was taken back is in no list.
                .filter(stored -> labels.contains(stored.status()))
                .map(stored -> (Summary) EntryCodec.decode(stored))
                .filter(BankEntries::isOfBank)
                .sorted(NEWEST_FIRST)
                .toList();
    }

    /** A gist has no period; what the bank has of a conversation has one, if only an empty one. */
    public static boolean isOfBank(Summary summary) {
        return summary.level() != Level.SESSION || summary.period() != null;
    }

    /** How derived work names a conversation: the code of its scope, in which no slash is left, and its id there. */
    public static String subject(Chat chat) {
        return prefix(chat.scope()) + chat.session();
    }

    private static String prefix(Scope scope) {
        return scope.code().replace("%", "%25").replace("/", "%2F") + "/";
    }

    /** Reads a {@link #subject} back. */
    public static Chat chat(Space space, String subject) {
        int slash = subject.indexOf('/');
        String code = subject.substring(0, slash).replace("%2F", "/").replace("%25", "%");
        return new Chat(Scope.of(space, code), subject.substring(slash + 1));
    }

    /** The names of all states that the bank keeps of the conversations of a scope begin with this. */
    public static String states(Scope scope) {
        return ATTEMPTS + prefix(scope);
    }

    /** The names of all states that the bank keeps of conversations begin with this. */
    public static String states() {
        return ATTEMPTS;
    }
}
