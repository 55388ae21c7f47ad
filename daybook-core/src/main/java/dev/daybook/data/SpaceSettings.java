package dev.daybook.data;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a space. {@link #DEFAULTS} holds the defaults, {@code space.settings()} the present settings; each method
 * with a parameter returns a copy with one setting changed. Do not call the constructors, here and of the records
 * below: a new setting adds a parameter to them.
 *
 * @param secrets the treatment of a text that looks like a password or a key
 * @param bank the bank of the space: summaries of all users' sessions, for all users
 * @param models the limits of language models
 * @param off the derivations that are switched off, with a model or without; entries derived before stay. A derivation
 *     that is switched on again reads the episodes written meanwhile
 * @param lowTrust the treatment of texts with less trust than a user, in recalls and contexts
 * @param retentionDays the retention period of all scopes of the space in days, 1 to {@value #LONGEST_RETENTION_DAYS};
 *     null: no end. Entries from before it are forgotten, within hours, as by {@code Selection.before}: an episode by
 *     its time, another entry of a caller by its recording time, and a derived entry with its sources
 * @param refuseForgotten whether a write of a text that was forgotten in the same scope is refused, see
 *     {@link #refuseForgotten(boolean)}
 */
public record SpaceSettings(
        Secrets secrets,
        Bank bank,
        Models models,
        Set<Derivation> off,
        LowTrust lowTrust,
        @Nullable Integer retentionDays,
        boolean refuseForgotten) {

    /** A century: the longest retention period, of a space or a session. */
    public static final int LONGEST_RETENTION_DAYS = 36_525;

    /**
     * The default settings: secrets are marked, there is no bank, models have no limit, no derivation is off, all texts
     * are shown, nothing is forgotten by the clock, and a forgotten text may be written again.
     */
    public static final SpaceSettings DEFAULTS =
            new SpaceSettings(Secrets.MARK, Bank.OFF, Models.UNLIMITED, Set.of(), LowTrust.SHOW, null, false);

    /** Checks all settings. Not to be called by applications; start with {@link #DEFAULTS}. */
    public SpaceSettings {
        ArgumentChecks.present("secrets", secrets);
        ArgumentChecks.present("bank", bank);
        ArgumentChecks.present("models", models);
        ArgumentChecks.present("lowTrust", lowTrust);
        off = Collections.unmodifiableSet(new TreeSet<>(ArgumentChecks.present("off", off)));
        ArgumentChecks.retentionDays(retentionDays);
    }

    /** Sets the treatment of a text that looks like a password or a key. */
    public SpaceSettings secrets(Secrets secrets) {
        return new SpaceSettings(secrets, bank, models, off, lowTrust, retentionDays, refuseForgotten);
    }

    /** Sets the bank of the space. */
    public SpaceSettings bank(Bank bank) {
        return new SpaceSettings(secrets, bank, models, off, lowTrust, retentionDays, refuseForgotten);
    }

    /** Sets the limits of language models. */
    public SpaceSettings models(Models models) {
        return new SpaceSettings(secrets, bank, models, off, lowTrust, retentionDays, refuseForgotten);
    }

    /** Sets the derivations that are switched off; an empty set: none. */
    public SpaceSettings off(Set<Derivation> off) {
        return new SpaceSettings(secrets, bank, models, off, lowTrust, retentionDays, refuseForgotten);
    }

    /** Sets the treatment of texts with less trust than a user, in recalls and contexts. */
    public SpaceSettings lowTrust(LowTrust lowTrust) {
        return new SpaceSettings(secrets, bank, models, off, lowTrust, retentionDays, refuseForgotten);
    }

    /**
     * Sets the retention period in days; null: no end.
     *
     * @throws IllegalArgumentException if it is not 1 to {@value #LONGEST_RETENTION_DAYS}
     */
    public SpaceSettings retentionDays(@Nullable Integer retentionDays) {
        return new SpaceSettings(secrets, bank, models, off, lowTrust, retentionDays, refuseForgotten);
    }

    /**
     * Sets whether a write of a forgotten text is refused with a {@link ForgottenTextException}. While this is true, a
     * forget keeps a keyed hash of each text that it erases and that no remaining entry of the scope has: of messages,
     * blocks, asserted facts, given summaries and notes. Texts of fewer than 12 characters have none. Differences of case
     * and white space do not count; any other difference makes another text. Setting this to false deletes the key and the
     * hashes of the space.
     *
     * <p><strong>Privacy.</strong> A refusal tells the writer that the text was forgotten in this scope. A hash is still
     * data about a person: with the key, which is in the store too, a guessed text can be confirmed.
     */
    public SpaceSettings refuseForgotten(boolean refuseForgotten) {
        return new SpaceSettings(secrets, bank, models, off, lowTrust, retentionDays, refuseForgotten);
    }

    /** A derivation from episodes and additions that can be switched off. The bank has its own switch. */
    public enum Derivation {
        /** Subject, predicate and object, of every episode. */
        FACTS,
        /** The summaries of sessions. */
        GISTS,
        /** The sections of the core, derived from added notes. */
        CORE;

        /** Returns the name of the derivation in JSON and on the command line: {@code facts}, … */
        public String label() {
            return EnumLabels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if no such derivation exists; the message lists the names
         */
        public static Derivation of(String label) {
            return EnumLabels.read("derivations.off", values(), label);
        }
    }

    /**
     * Limits of language models in a space. {@link #UNLIMITED} sets none.
     *
     * <p>When the tokens of a day are spent, due derivations wait for the next day, or run without a model for the time
     * being; nothing is lost. A derivation that has begun is finished, so a day may cost more by one derivation.
     *
     * @param tokensPerDay the maximum number of tokens in a day of UTC, prompts and answers together; 0: no model is
     *     called; null: no limit
     */
    public record Models(@Nullable Long tokensPerDay) {

        /** No limit. */
        public static final Models UNLIMITED = new Models(null);

        /**
         * Checks the limit. Not to be called by applications; start with {@link #UNLIMITED}.
         *
         * @throws IllegalArgumentException if the limit is negative
         */
        public Models {
            if (tokensPerDay != null && tokensPerDay < 0) {
                throw new IllegalArgumentException(
                        "models.tokensPerDay is " + tokensPerDay + "; give 0 or more tokens, or null for no limit");
            }
        }

        /** Sets the maximum number of tokens in a day of UTC; null: no limit. */
        public Models tokensPerDay(@Nullable Long tokensPerDay) {
            return new Models(tokensPerDay);
        }
    }

    /**
     * The bank of a space. {@link #OFF} is none; {@code Bank.OFF.enabled(true)} switches one on.
     *
     * <p><strong>Privacy.</strong> An enabled bank summarizes sessions of every user of the space and shows the
     * summaries to every other user of the space. Inform your users before you enable it. Private sessions are left
     * out, and so is text that looks like a password or a key; any other text may appear in a summary, including text
     * from before the bank was enabled.
     *
     * @param enabled whether the space has a bank
     * @param maxTokens the maximum number of its tokens in a context, 200 to 10,000; 0 means 2,000
     */
    public record Bank(boolean enabled, int maxTokens) {

        /** A page and a half: affordable in a prompt, and enough for some forty summaries. */
        public static final int DEFAULT_TOKENS = 2_000;

        private static final int FEWEST_TOKENS = 200;
        private static final int MOST_TOKENS = 10_000;

        /** No bank. */
        public static final Bank OFF = new Bank(false, DEFAULT_TOKENS);

        /**
         * Checks the number of tokens. Not to be called by applications; start with {@link #OFF}.
         *
         * @throws IllegalArgumentException if the number of tokens is neither 0 nor 200 to 10,000
         */
        public Bank {
            maxTokens = maxTokens == 0 ? DEFAULT_TOKENS : maxTokens;
            if (maxTokens < FEWEST_TOKENS || maxTokens > MOST_TOKENS) {
                throw new IllegalArgumentException("bank.maxTokens is " + maxTokens + "; give " + FEWEST_TOKENS + " to "
                        + MOST_TOKENS + ", or 0 for " + DEFAULT_TOKENS);
            }
        }

        /** Sets whether the space has a bank. */
        public Bank enabled(boolean enabled) {
            return new Bank(enabled, maxTokens);
        }

        /** Sets the maximum number of its tokens in a context, 200 to 10,000; 0 means 2,000. */
        public Bank maxTokens(int maxTokens) {
            return new Bank(enabled, maxTokens);
        }
    }

    /** The treatment of a text that looks like a password or a key. */
    public enum Secrets {
        /** Keep it, and mark the episode as sensitive: it is never shown outside its own scope. */
        MARK,
        /** Write {@code [redacted]} in its place. */
        REDACT,
        /** Refuse the write. */
        REJECT;

        /** Returns the name of the treatment in JSON and on the command line: {@code mark}, … */
        public String label() {
            return EnumLabels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if no such treatment exists; the message lists the names
         */
        public static Secrets of(String label) {
            return EnumLabels.read("secrets", values(), label);
        }
    }

    /**
     * The treatment of texts with less trust than a user, in recalls and contexts: of the assistant, tools, imports and
     * unknown roles. Each value keeps the limit of their first places.
     */
    public enum LowTrust {
        /** Show them. Each hit states its trust, and a context labels texts with less trust than an assistant. */
        SHOW("show"),
        /** Show them, give each such hit a reason {@code trust}, and label such facts, notes, blocks and gists. */
        MARK("mark"),
        /**
         * Leave them out: entries of their own, and single messages of an episode, whose text is empty then. The turns
         * of the current session stay.
         */
        LEAVE_OUT("leaveOut");

        private final String label;

        LowTrust(String label) {
            this.label = label;
        }

        /** Returns the name of the treatment in JSON and on the command line: {@code show}, … */
        public String label() {
            return label;
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if no such treatment exists; the message lists the names
         */
        public static LowTrust of(String label) {
            for (LowTrust treatment : values()) {
                if (treatment.label.equals(label)) {
                    return treatment;
                }
            }
            throw new IllegalArgumentException("lowTrust is '" + label + "'; use one of show, mark, leaveOut");
        }
    }
}
