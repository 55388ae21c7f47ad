package dev.daybook.store;

import dev.daybook.error.ConflictException;

/**
 * The numbers that a scope must have for a batch to be applied: those of the {@link Head} on which the batch was
 * decided. It finds changes of entries that the batch does not name, which {@link EntryPut#expected} cannot find. A
 * change of states only takes no revision, so a decision on a state also expects its version.
 *
 * @param revision the present revision, or {@link EntryPut#ANY} for any
 * @param epoch the present epoch, or {@link EntryPut#ANY} for any
 */
public record ExpectedHead(long revision, long epoch) {

    /** Expects nothing. */
    public static final ExpectedHead ANY = new ExpectedHead(EntryPut.ANY, EntryPut.ANY);

    /** Returns the expectation that no entry of the scope is changed and none is erased. */
    public static ExpectedHead of(Head head) {
        return new ExpectedHead(head.revision(), head.epoch());
    }

    /** Returns the expectation that nothing is erased in the scope; entries may change. */
    public static ExpectedHead ofEpoch(long epoch) {
        return new ExpectedHead(EntryPut.ANY, epoch);
    }

    /**
     * Checks the expected numbers; for stores.
     *
     * @param now the present numbers of the scope; for an erasure, those before it
     * @throws ConflictException if they are not the expected ones; the batch must then change nothing
     */
    public void requireHeld(ScopeNumbers now) {
        if (isOther(revision, now.revision()) || isOther(epoch, now.epoch())) {
            throw new ConflictException("the scope has revision " + now.revision() + " and epoch " + now.epoch()
                    + ", the batch expects " + text(revision) + " and " + text(epoch)
                    + "; read it again, then repeat the change");
        }
    }

    private static boolean isOther(long expected, long present) {
        return expected != EntryPut.ANY && expected != present;
    }

    private static String text(long expected) {
        return expected == EntryPut.ANY ? "any" : Long.toString(expected);
    }
}
