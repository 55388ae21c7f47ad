package dev.daybook.internal.scopes;

import dev.daybook.model.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The order in which an erasure that reaches several spaces erases in them. */
public final class ErasureOrder {

    private ErasureOrder() {}

    /**
     * Returns the spaces with those under a legal hold first: such a space refuses the erasure before another one has erased
     * anything.
     *
     * @param isHeld asked once for each space
     */
    public static List<Space> heldFirst(Stream<Space> spaces, Predicate<Space> isHeld) {
        List<Space> held = new ArrayList<>();
        List<Space> others = new ArrayList<>();
        spaces.forEach(space -> (isHeld.test(space) ? held : others).add(space));
        held.addAll(others);
        return held;
    }
}
