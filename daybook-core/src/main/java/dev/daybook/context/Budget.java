package dev.daybook.context;

import dev.daybook.spi.TokenCounter;

/** Tokens to spend. Each piece is counted with the line break that joins it to the rest. */
final class Budget {

    private final TokenCounter counter;
    private int left;

    Budget(TokenCounter counter, int tokens) {
        this.counter = counter;
        this.left = tokens;
    }

    int left() {
        return left;
    }

    int cost(String piece) {
        return cost(counter, piece);
    }

    static int cost(TokenCounter counter, String piece) {
        return counter.count(piece + "\n");
    }

    /** Spends what a piece costs if it is there, else nothing. */
    boolean spend(int cost) {
        if (cost > left) {
            return false;
        }
        left -= cost;
        return true;
    }

    /** Takes back what was spent on a piece that is not shown after all. */
    void giveBack(int cost) {
        left += cost;
    }
}
