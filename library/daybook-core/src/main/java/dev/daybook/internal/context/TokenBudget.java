package dev.daybook.internal.context;

import dev.daybook.spi.TokenCounter;

/** Tokens left to spend. Each piece is counted with its line break. */
final class TokenBudget {

    private final TokenCounter counter;
    private int left;

    TokenBudget(TokenCounter counter, int tokens) {
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

    /** Spends the cost of a piece if the budget covers it, else nothing. */
    boolean spend(int cost) {
        if (cost > left) {
            return false;
        }
        left -= cost;
        return true;
    }

    /** Returns the cost of a piece that is not shown after all. */
    void refund(int cost) {
        left += cost;
    }
}
