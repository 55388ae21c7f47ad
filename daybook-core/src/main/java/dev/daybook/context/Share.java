package dev.daybook.context;

/**
 * How a budget is shared. The bank comes first, as far as its owner asked for it; of what it does not take each section
 * before the details has a share, and takes no more of it than it needs. All the rest is for what was said, word for word:
 * the newest turns of this conversation have a share, the details all that these shares leave, and turns further back
 * what the details do not need. What nobody wants then is offered once more to the sections with a share, in their order.
 *
 * <p>The details have their share whatever the others need: where all of them need theirs, the newest turns have what is
 * left between: up to 13 percent, and two turns or so at least.
 */
enum Share {
    /** They are meant to be there always, so they may take the most: a core of eight bullets needs a few hundred tokens. */
    BLOCKS("blocks", 0.35),
    /** Of the whole budget, and never more than {@code bank.maxTokens}: what its owner asked for, but not everything. */
    BANK("bank", 0.5),
    /** A fact is ten tokens or so: the ten that fit best. */
    FACTS("facts", 0.1),
    /** A note is a sentence or two, and stands for several turns: four or so in the usual budget. */
    NOTES("notes", 0.1),
    /** A gist has up to 250 tokens, so one at least gets into the usual budget; the details show such a conversation in part. */
    GISTS("gists", 0.15),
    /**
     * Of what is beyond {@link #SMALL}: the last several turns, which say what the prompt is about. In a small context
     * what was said long ago is worth more than many of them.
     */
    SESSION("session", 0.25),
    /** What was said long ago has so much whatever the newest turns need, also if a caller asks for many of them. */
    DETAILS("details", 0.17);

    /** Tokens in which the newest turns have no more than the least. */
    private static final int SMALL = 500;

    private final String section;
    private final double part;

    Share(String section, double part) {
        this.section = section;
        this.part = part;
    }

    /** The name of the section that has it. */
    String section() {
        return section;
    }

    /** How many tokens of a budget it is. */
    int of(int budget) {
        return (int) (part * (this == SESSION ? Math.max(0, budget - SMALL) : budget));
    }
}
