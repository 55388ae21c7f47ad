package dev.daybook.ask;

/**
 * There is an answer, but it is not what was asked for. The message is for the model: it says what to do better, and
 * never repeats what was answered.
 */
final class UnusableAnswer extends Exception {

    private static final long serialVersionUID = 1;

    UnusableAnswer(String problem) {
        super(problem);
    }

    String problem() {
        return String.valueOf(getMessage());
    }
}
