package dev.daybook.data;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What holds for a whole space.
 *
 * @param secrets what to do with a text that looks like it holds a password or a key
 * @param bank whether what users say is summed up for all users of the space
 * @param models what language models may cost
 * @param off what is not derived, with a model or without; what was derived before stays. When it is switched on again, what
 *     was said meanwhile is read
 */
public record Settings(Secrets secrets, Bank bank, Models models, Set<Derivation> off) {

    public static final Settings DEFAULTS = new Settings(Secrets.MARK);

    public Settings {
        Require.present("secrets", secrets);
        Require.present("bank", bank);
        Require.present("models", models);
        off = Collections.unmodifiableSet(new TreeSet<>(Require.present("off", off)));
    }

    /** Settings with which everything is derived. */
    public Settings(Secrets secrets, Bank bank, Models models) {
        this(secrets, bank, models, Set.of());
    }

    /** Settings without a limit for models. */
    public Settings(Secrets secrets, Bank bank) {
        this(secrets, bank, Models.UNLIMITED);
    }

    /** Settings without a bank. */
    public Settings(Secrets secrets) {
        this(secrets, Bank.OFF);
    }

    public Settings secrets(Secrets secrets) {
        return new Settings(secrets, bank, models, off);
    }

    public Settings bank(Bank bank) {
        return new Settings(secrets, bank, models, off);
    }

    public Settings models(Models models) {
        return new Settings(secrets, bank, models, off);
    }

    public Settings off(Set<Derivation> off) {
        return new Settings(secrets, bank, models, off);
    }

    /** What the library makes of what is remembered, and can leave. The bank has its own switch. */
    public enum Derivation {
        /** Subject, predicate and object, of every episode. */
        FACTS,
        /** The summaries of conversations. */
        GISTS,
        /** The sections of the core, of what is added to the notes. */
        CORE;

        /** The name as it is written outside Java: {@code facts}, … */
        public String label() {
            return Labels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if there is none of that name; the message lists those there are
         */
        public static Derivation of(String label) {
            return Labels.read("derivations.off", values(), label);
        }
    }

    /**
     * What language models may cost in a space.
     *
     * <p>When a day's tokens are spent, what is due is put off to the next day, or done without a model for the time being;
     * nothing is lost. A piece of work that was begun is finished, so a day may cost more by that.
     *
     * @param tokensPerDay how many tokens a day of UTC, prompts and answers together, 0 or more; 0: no model is asked;
     *     null: as many as it takes
     */
    public record Models(@Nullable Long tokensPerDay) {

        public static final Models UNLIMITED = new Models(null);

        public Models {
            if (tokensPerDay != null && tokensPerDay < 0) {
                throw new IllegalArgumentException("models.tokensPerDay is " + tokensPerDay
                        + "; give 0 or more tokens, or nothing for as many as it takes");
            }
        }

        public Models tokensPerDay(@Nullable Long tokensPerDay) {
            return new Models(tokensPerDay);
        }
    }

    /**
     * The bank of a space.
     *
     * <p><strong>Privacy.</strong> Once it is on, conversations of every user of the space are summed up, and every other
     * user of the space is shown these summaries. Tell your users before you switch it on. A conversation that is marked
     * private is left out, and so is what looks like a password or a key; everything else that was said may be in a
     * summary, also what was said before it was switched on.
     *
     * @param enabled whether there is one
     * @param maxTokens how many tokens it may take in a context, 200 to 10,000; 0 means 2,000
     */
    public record Bank(boolean enabled, int maxTokens) {

        /** A page and a half: what a prompt can spare, and some forty conversations or digests. */
        public static final int DEFAULT_TOKENS = 2_000;

        private static final int FEWEST_TOKENS = 200;
        private static final int MOST_TOKENS = 10_000;

        public static final Bank OFF = new Bank(false, DEFAULT_TOKENS);

        public Bank {
            maxTokens = maxTokens == 0 ? DEFAULT_TOKENS : maxTokens;
            if (maxTokens < FEWEST_TOKENS || maxTokens > MOST_TOKENS) {
                throw new IllegalArgumentException("bank.maxTokens is " + maxTokens + "; give " + FEWEST_TOKENS + " to "
                        + MOST_TOKENS + ", or 0 for " + DEFAULT_TOKENS);
            }
        }

        public Bank enabled(boolean enabled) {
            return new Bank(enabled, maxTokens);
        }

        public Bank maxTokens(int maxTokens) {
            return new Bank(enabled, maxTokens);
        }
    }

    /** What to do with a text that looks like it holds a password or a key. */
    public enum Secrets {
        /** Keep it, and mark the episode as sensitive: it is never shown outside its own scope. */
        MARK,
        /** Write {@code [redacted]} in its place. */
        REDACT,
        /** Refuse the write. */
        REJECT;

        /** The name as it is written outside Java: {@code mark}, … */
        public String label() {
            return Labels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if there is no such way; the message lists those there are
         */
        public static Secrets of(String label) {
            return Labels.read("secrets", values(), label);
        }
    }
}
