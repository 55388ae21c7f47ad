package dev.daybook.internal.consolidate;

/** The reasons for a run of derivations. */
public enum RunUrgency {
    /** Nobody waits: work that would soon be done together with other work may wait for it. */
    BACKGROUND,
    /** A caller waits for derived entries. */
    AWAITED,
    /** A user requested the run: anything new is due, even below the usual minimum, and no failure is waited out. */
    DEMANDED;

    public boolean isDemanded() {
        return this == DEMANDED;
    }
}
