package dev.daybook.server.doors;

/**
 * The answer of a door.
 *
 * @param shown everything the caller can see
 * @param refused whether every request of the call was refused
 */
public record DoorAnswer(String shown, boolean refused) {

    public static DoorAnswer of(String shown) {
        return new DoorAnswer(shown, false);
    }

    /** Appends the answer to a further request. */
    public DoorAnswer and(DoorAnswer next) {
        return new DoorAnswer(shown + "\n" + next.shown, refused && next.refused);
    }
}
