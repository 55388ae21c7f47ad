package dev.daybook.all;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A step of a random sequence. Its numbers mean something in the state that it meets, so any steps can be left out of a
 * sequence and the rest still runs.
 *
 * @param scope the scope that it changes, 0 to 2
 */
record SequenceStep(Action action, int scope, int first, int second) {

    /** A change of a memory, or of the bank. */
    enum Action {
        REMEMBER(6),
        REWRITE(2),
        FORGET_EPISODE(1),
        FORGET_SESSION(1),
        FORGET_BEFORE(1),
        FORGET_ALL(1),
        PUT_BLOCK(2),
        APPEND_BLOCK(1),
        REMOVE_BLOCK(1),
        ASSERT_FACT(4),
        REMOVE_FACT(1),
        CONSOLIDATE(3),
        UNDO(2),
        NAME_SESSION(1),
        ADD_TO_BANK(1),
        CLEAR_BANK(1),
        REOPEN(1),

        /** Only time passes. */
        WAIT(0);

        private final int weight;

        Action(int weight) {
            this.weight = weight;
        }

        Stream<Action> weighted() {
            return Stream.generate(() -> this).limit(weight);
        }
    }

    static final int SCOPES = 3;

    private static final List<Action> WEIGHTED =
            Stream.of(Action.values()).flatMap(Action::weighted).toList();
    private static final int MAX = 1 << 20;

    /** Returns a step that only takes its time. */
    SequenceStep leftOut() {
        return new SequenceStep(Action.WAIT, scope, first, second);
    }

    static SequenceStep next(Random random) {
        return new SequenceStep(
                WEIGHTED.get(random.nextInt(WEIGHTED.size())),
                random.nextInt(SCOPES),
                random.nextInt(MAX),
                random.nextInt(MAX));
    }
}
