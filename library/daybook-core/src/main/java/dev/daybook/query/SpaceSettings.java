package dev.daybook.query;

import dev.daybook.error.ForgottenTextException;
import dev.daybook.error.LegalHoldException;
import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.ShortenedText;
import dev.daybook.model.ImmutableValue;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a space. {@link #DEFAULTS} holds the defaults, {@code space.settings()} the present settings; each method
 * with a parameter returns a copy with one setting changed.
 */
public final class SpaceSettings extends ImmutableValue<SpaceSettings> {

    /** A century: the longest retention period, of a space or a session. */
    public static final int MAX_RETENTION_DAYS = ArgumentChecks.MAX_RETENTION_DAYS;

    private static final int MAX_HOLD = 200;

    /**
     * The default settings: secrets are marked, there is no bank, models have a daily budget, no derivation is off, all texts
     * are shown, nothing is forgotten by the clock, a forgotten text may be written again, and nothing is under a legal hold.
     */
    public static final SpaceSettings DEFAULTS = new SpaceSettings();

    private Secrets secrets = Secrets.MARK;
    private Bank bank = Bank.OFF;
    private Models models = Models.DEFAULTS;
    private Set<Derivation> off = Set.of();
    private LowTrust lowTrust = LowTrust.SHOW;
    private @Nullable Integer retentionDays;
    private boolean refuseForgotten;
    private @Nullable String legalHold;

    private SpaceSettings() {}

    public Secrets secrets() {
        return secrets;
    }

    /** Sets the treatment of a text that looks like a password or a key. */
    public SpaceSettings secrets(Secrets secrets) {
        return with(copy -> copy.secrets = secrets);
    }

    public Bank bank() {
        return bank;
    }

    /** Sets the bank of the space: summaries of all users' sessions, for all users. */
    public SpaceSettings bank(Bank bank) {
        return with(copy -> copy.bank = bank);
    }

    public Models models() {
        return models;
    }

    /** Sets the limits of language models. */
    public SpaceSettings models(Models models) {
        return with(copy -> copy.models = models);
    }

    public Set<Derivation> off() {
        return off;
    }

    /**
     * Sets the derivations that are switched off, with a model or without; an empty set: none. Entries derived before
     * stay. A derivation that is switched on again reads the episodes written meanwhile.
     */
    public SpaceSettings off(Set<Derivation> off) {
        return with(copy -> copy.off = off);
    }

    public LowTrust lowTrust() {
        return lowTrust;
    }

    /** Sets the treatment of texts with less trust than a user, in recalls and contexts. */
    public SpaceSettings lowTrust(LowTrust lowTrust) {
        return with(copy -> copy.lowTrust = lowTrust);
    }

    public @Nullable Integer retentionDays() {
        return retentionDays;
    }

    /**
     * Sets the retention period of all scopes of the space in days; null: no end. Entries from before it are forgotten,
     * within hours, as by {@code Selection.before}: an episode by its time, another entry of a caller by its recording
     * time, and a derived entry with its sources.
     *
     * @throws IllegalArgumentException if it is not 1 to {@value #MAX_RETENTION_DAYS}
     */
    public SpaceSettings retentionDays(@Nullable Integer retentionDays) {
        return with(copy -> copy.retentionDays = retentionDays);
    }

    public boolean refuseForgotten() {
        return refuseForgotten;
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
        return with(copy -> copy.refuseForgotten = refuseForgotten);
    }

    public @Nullable String legalHold() {
        return legalHold;
    }

    /**
     * Sets the reason of a legal hold, such as the number of a case; null: no hold. While there is one, every erasure in the
     * space is refused with a {@link LegalHoldException} that has the reason, also for the owner, and retention periods are
     * not applied; what is over by then is forgotten after the hold. Entries can be hidden by a quarantine. An erasure that was
     * interrupted before the hold is finished.
     *
     * @throws IllegalArgumentException if it is blank, has line breaks or more than {@value #MAX_HOLD} characters
     */
    public SpaceSettings legalHold(@Nullable String reason) {
        return with(copy -> copy.legalHold = reason);
    }

    private static void checkHold(@Nullable String reason) {
        boolean valid = reason == null
                || !reason.isBlank()
                        && !reason.equals("none")
                        && reason.length() <= MAX_HOLD
                        && reason.chars().noneMatch(Character::isISOControl);
        if (!valid) {
            throw new IllegalArgumentException("legalHold has " + reason.length()
                    + " characters, is blank, 'none' or has control characters; give a reason of 1 to "
                    + MAX_HOLD + " on one line; for no hold, none on the command line, null elsewhere");
        }
    }

    @Override
    protected void check() {
        checkHold(legalHold);
        NullChecks.present("secrets", secrets);
        NullChecks.present("bank", bank);
        NullChecks.present("models", models);
        NullChecks.present("lowTrust", lowTrust);
        off = Collections.unmodifiableSet(new TreeSet<>(NullChecks.present("off", off)));
        ArgumentChecks.retentionDays(retentionDays);
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "secrets", secrets,
            "bank", bank,
            "models", models,
            "off", off,
            "lowTrust", lowTrust,
            "retentionDays", retentionDays,
            "refuseForgotten", refuseForgotten,
            "legalHold", legalHold
        };
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
     * Limits of language models in a space: {@link #DEFAULTS}, or {@link #UNLIMITED} for none.
     *
     * <p>When the tokens of a day are spent, due derivations wait for the next day, or run without a model for the time
     * being; nothing is lost. A derivation that has begun is finished, so a day may cost more by one derivation.
     */
    public static final class Models extends ImmutableValue<Models> {

        /** Some thousand derivations: a history that meets its first model does not become a bill overnight. */
        public static final long DEFAULT_TOKENS_PER_DAY = 1_000_000;

        /** The default budget of a day. */
        public static final Models DEFAULTS = new Models();

        /** No limit. */
        public static final Models UNLIMITED = DEFAULTS.tokensPerDay(null);

        private @Nullable Long tokensPerDay = DEFAULT_TOKENS_PER_DAY;

        private Models() {}

        public @Nullable Long tokensPerDay() {
            return tokensPerDay;
        }

        /**
         * Sets the maximum number of tokens in a day of UTC, prompts and answers together; 0: no model is called; null: no
         * limit. Default: 1,000,000.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Models tokensPerDay(@Nullable Long tokensPerDay) {
            return with(copy -> copy.tokensPerDay = tokensPerDay);
        }

        @Override
        protected void check() {
            if (tokensPerDay != null && tokensPerDay < 0) {
                throw new IllegalArgumentException(
                        "models.tokensPerDay is " + tokensPerDay + "; give 0 or more tokens, or null for no limit");
            }
        }

        @Override
        protected @Nullable Object[] parts() {
            return new @Nullable Object[] {"tokensPerDay", tokensPerDay};
        }
    }

    /**
     * The bank of a space. {@link #OFF} is none; {@code Bank.OFF.enabled(true)} switches one on.
     *
     * <p><strong>Privacy.</strong> An enabled bank summarizes sessions of every user of the space and shows the
     * summaries to every other user of the space. Inform your users before you enable it. Private sessions are left
     * out, and so is text that looks like a password or a key; any other text may appear in a summary, including text
     * from before the bank was enabled.
     */
    public static final class Bank extends ImmutableValue<Bank> {

        /** A page and a half: affordable in a prompt, and enough for some forty summaries. */
        public static final int DEFAULT_TOKENS = 2_000;

        private static final int MIN_TOKENS = 200;
        private static final int MAX_TOKENS = 10_000;

        /** No bank. */
        public static final Bank OFF = new Bank();

        private boolean enabled;
        private int maxTokens = DEFAULT_TOKENS;

        private Bank() {}

        public boolean enabled() {
            return enabled;
        }

        /** Sets whether the space has a bank. */
        public Bank enabled(boolean enabled) {
            return with(copy -> copy.enabled = enabled);
        }

        public int maxTokens() {
            return maxTokens;
        }

        /**
         * Sets the maximum number of its tokens in a context, 200 to 10,000; 0 means 2,000.
         *
         * @throws IllegalArgumentException if it is neither 0 nor 200 to 10,000
         */
        public Bank maxTokens(int maxTokens) {
            return with(copy -> copy.maxTokens = maxTokens);
        }

        @Override
        protected void check() {
            maxTokens = maxTokens == 0 ? DEFAULT_TOKENS : maxTokens;
            if (maxTokens < MIN_TOKENS || maxTokens > MAX_TOKENS) {
                throw new IllegalArgumentException("bank.maxTokens is " + maxTokens + "; give " + MIN_TOKENS + " to "
                        + MAX_TOKENS + ", or 0 for " + DEFAULT_TOKENS);
            }
        }

        @Override
        protected @Nullable Object[] parts() {
            return new @Nullable Object[] {
                "enabled", enabled,
                "maxTokens", maxTokens
            };
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
            throw new IllegalArgumentException(
                    "lowTrust is '" + ShortenedText.of(label) + "'; use one of show, mark, leaveOut");
        }
    }
}
