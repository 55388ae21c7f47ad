package dev.daybook.context;

/**
 * How a budget is shared. Each section before the details has a share, and takes no more of it than it needs. All the rest
 * is for what was said, word for word: half of it for this conversation from the newest turn back, because a model that
 * loses the thread is worse than one that forgets; what that leaves for the details, and what they leave for earlier turns.
 * What nobody wants then is offered once more to the sections with a share, in their order.
 *
 * <p>The shares add up to eight tenths, so this conversation and the details have at least a tenth each.
 */
enum Share {
    /** They are meant to be there always, so they may take the most: a core of eight bullets needs a few hundred tokens. */
    BLOCKS("blocks", 0.35),
    /** It is the same whatever is asked, so what is recalled for the prompt comes before it in worth. */
    BANK("bank", 0.1),
    /** A fact is ten tokens or so: the ten that fit best. */
    FACTS("facts", 0.1),
    /** A note is a sentence or two, and stands for several turns: four or so in the usual budget. */
    NOTES("notes", 0.1),
    /** A gist has up to 250 tokens, so one at least gets into the usual budget; the details show such a conversation in part. */
    GISTS("gists", 0.15);

    /** Of what the shares leave. */
    private static final double THIS_CONVERSATION = 0.5;

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
        return (int) (budget * part);
    }

    /** What this conversation may take first of what the sections with a share have left. */
    static int ofThisConversation(int left) {
        return (int) (left * THIS_CONVERSATION);
    }
}
