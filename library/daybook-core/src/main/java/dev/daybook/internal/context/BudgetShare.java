package dev.daybook.internal.context;

/**
 * The share of each section in the budget. The bank comes first, up to its configured size. Each section before the
 * details has a share of the remainder, and takes no more than it needs. The remainder goes to messages word for word:
 * the newest turns have a share, the details get its remainder, and earlier turns get the tokens that the details
 * leave. Tokens left in the end are offered to the sections with a share, in order.
 *
 * <p>The details keep their share even if other sections need it: in that case the newest turns have the remainder of
 * up to 13 percent, and at least two turns or so.
 */
enum BudgetShare {
    /**
     * Blocks are meant to be always present, so their share is the largest: a core of eight bullets needs a few hundred
     * tokens.
     */
    BLOCKS("blocks", 0.35),
    /** Of the whole budget, and at most {@code bank.maxTokens}. */
    BANK("bank", 0.5),
    /** A fact has ten tokens or so: room for the ten that match best. */
    FACTS("facts", 0.1),
    /** Facts with a contradiction among them, which has forty tokens or so: room for one in a small budget. */
    DISPUTED_FACTS("facts", 0.2),
    /** A note is a sentence or two and condenses several turns: four or so in the usual budget. */
    NOTES("notes", 0.1),
    /**
     * A gist has up to 250 tokens, so at least one fits into the usual budget; the details show such a session in part.
     */
    GISTS("gists", 0.15),
    /**
     * Of the budget beyond {@link #SMALL}: the last several turns, which carry the subject of the prompt. A small
     * context gains more from recalled messages than from many of them.
     */
    SESSION("session", 0.25),
    /** The minimum of the recalled messages, independent of the newest turns and of the request. */
    DETAILS("details", 0.17);

    /** In a budget of this size the newest turns have only their minimum. */
    private static final int SMALL = 500;

    private final String section;
    private final double part;

    BudgetShare(String section, double part) {
        this.section = section;
        this.part = part;
    }

    /** Returns the name of the section. */
    String section() {
        return section;
    }

    /** Returns the tokens of the share in a budget. */
    int of(int budget) {
        return switch (this) {
            case SESSION -> (int) (part * Math.max(0, budget - SMALL));
            case BLOCKS, BANK, FACTS, DISPUTED_FACTS, NOTES, GISTS, DETAILS -> (int) (part * budget);
        };
    }
}
