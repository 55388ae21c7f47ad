package dev.daybook.internal.inference;

/**
 * An answer in the wrong form. The message is for the model: it names the error and the correction, and never quotes
 * the answer.
 */
final class UnusableOutput extends Exception {

    private static final long serialVersionUID = 1;

    UnusableOutput(String problem) {
        super(problem);
    }

    String problem() {
        return String.valueOf(getMessage());
    }
}
