package dev.daybook;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.commit.UlidGenerator;
import dev.daybook.internal.options.DaybookOpener;
import dev.daybook.internal.options.DaybookOptions;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.options.ReadOptions;
import dev.daybook.internal.store.FolderWait;
import dev.daybook.local.ApproximateTokens;
import dev.daybook.outcome.Event;
import dev.daybook.query.DerivationStart;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.IsolationPolicy;
import dev.daybook.query.NoteOptions;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.EmbedderProvider;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.IdGenerator;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.PromptTemplates;
import dev.daybook.spi.TokenCounter;
import dev.daybook.store.Store;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Daybook} with other parts or settings than the default ones. Use it once. Not thread-safe. */
public final class DaybookBuilder {

    private final @Nullable Path folder;
    private final @Nullable Store store;
    private Supplier<Optional<Embedder>> embedder = DaybookBuilder::bundledEmbedder;
    private @Nullable Embedder previousEmbedder;
    private Duration questionTimeout = CheckedEmbedder.QUESTION_TIMEOUT;
    private TokenCounter tokenCounter = new ApproximateTokens();
    private Clock clock = Clock.system(ZoneId.systemDefault());
    private @Nullable LocalDate clockChecked;
    private @Nullable IdGenerator ids;
    private Consumer<Event> listener = event -> {};
    private CallObserver observer = CallObserver.NONE;
    private IsolationPolicy isolation = IsolationPolicy.WARN;
    private NoteOptions notes = NoteOptions.DEFAULTS;
    private ModelOptions models = ModelOptions.DEFAULTS;
    private ReadOptions reading = ReadOptions.defaults();
    private Duration lockWait = Duration.ZERO;
    private MasterKeys masterKeys = MasterKeys.NONE;

    DaybookBuilder(@Nullable Path folder, @Nullable Store store) {
        this.folder = folder;
        this.store = store;
    }

    /**
     * Sets the embedder for semantic search. Before the first write or search only its name and width are read; see
     * {@link Embedder} for its contract. Default: the embedder found on the class path or module path, if there is one.
     */
    public DaybookBuilder embedder(Embedder embedder) {
        Optional<Embedder> given = Optional.of(NullChecks.present("embedder", embedder));
        this.embedder = () -> given;
        return this;
    }

    /**
     * Sets the embedder that the memory was written with, to replace it without a gap. All entries are embedded again
     * in the background. Until a scope has all vectors of the new embedder, it is searched with the previous one, and
     * new entries are found by their words; afterwards this setting has no effect. Without it a scope is searched by
     * words and by the vectors that the new embedder has computed so far.
     *
     * <p>Vectors of two embedders are never compared: while a scope and the shared scope have different embedders,
     * shared entries are found by their words.
     */
    public DaybookBuilder previousEmbedder(Embedder previousEmbedder) {
        this.previousEmbedder = NullChecks.present("previousEmbedder", previousEmbedder);
        return this;
    }

    /** Disables semantic search, even if there is an embedder on the class path: search is by keywords only. */
    public DaybookBuilder noEmbedder() {
        this.embedder = Optional::empty;
        return this;
    }

    /** Sets the token counter for budgets. Default: a quarter of the characters, rounded up. */
    public DaybookBuilder tokenCounter(TokenCounter tokenCounter) {
        this.tokenCounter = NullChecks.present("tokenCounter", tokenCounter);
        return this;
    }

    /**
     * Sets the clock for the time and the offset of entries that come without a time. Default: the clock of the system.
     */
    public DaybookBuilder clock(Clock clock) {
        this.clock = NullChecks.present("clock", clock);
        return this;
    }

    /**
     * States a day on which a person compared the clock with the right time. Retention periods are not applied at a time
     * that is more than 14 days after the last one that is known to be right, because a wrong clock would erase the memory:
     * after a longer closure give the day of the opening. An older day has no effect, so it may stay. Default: none.
     */
    public DaybookBuilder clockChecked(LocalDate day) {
        this.clockChecked = NullChecks.present("day", day);
        return this;
    }

    /** Sets the source of ids for entries that come without an id. Default: ULIDs, which sort by time. */
    public DaybookBuilder ids(IdGenerator ids) {
        this.ids = NullChecks.present("ids", ids);
        return this;
    }

    /**
     * Sets the listener for events. An event has ids and outcomes, never a remembered text. The listener runs on the
     * thread of the event, so it must be fast and thread-safe; an exception is logged and the call continues. Default:
     * none.
     */
    public DaybookBuilder listener(Consumer<Event> listener) {
        this.listener = NullChecks.present("listener", listener);
        return this;
    }

    /**
     * Sets the observer of calls, for traces and metrics: {@code MicrometerObserver} of {@code daybook-micrometer}.
     * Default: none.
     */
    public DaybookBuilder observer(CallObserver observer) {
        this.observer = NullChecks.present("observer", observer);
        return this;
    }

    /**
     * Sets the reaction to a recall or a context of the anonymous scope while users of its space have entries, which is
     * often a missing user id. Default: {@link IsolationPolicy#WARN}.
     */
    public DaybookBuilder isolation(IsolationPolicy isolation) {
        this.isolation = NullChecks.present("isolation", isolation);
        return this;
    }

    /**
     * Sets the language model that derives summaries, facts and notes. Calls happen in the background, never within a
     * write or a recall. Default: none; derived texts are taken from the sources word for word.
     */
    public DaybookBuilder languageModel(LanguageModel model) {
        this.models = models.model(NullChecks.present("model", model));
        return this;
    }

    /** Sets the prompts for the language model. Default: the prompts of the library. */
    public DaybookBuilder prompts(PromptTemplates promptTemplates) {
        this.models = models.prompts(NullChecks.present("prompts", promptTemplates));
        return this;
    }

    /** Sets the check of model answers against their sources. Default: by speakers, negations, numbers, names and words. */
    public DaybookBuilder grounding(GroundingPolicy grounding) {
        this.models = models.grounding(NullChecks.present("grounding", grounding));
        return this;
    }

    /** Sets the options for the derivation of notes. Default: {@link NoteOptions#DEFAULTS}. */
    public DaybookBuilder notes(NoteOptions notes) {
        this.notes = NullChecks.present("notes", notes);
        return this;
    }

    /**
     * Sets the windows in which the language model reads new messages for facts. Default:
     * {@link ExtractionOptions#DEFAULTS}.
     */
    public DaybookBuilder extraction(ExtractionOptions extraction) {
        this.models = models.extraction(NullChecks.present("extraction", extraction));
        return this;
    }

    /**
     * Sets the timeout of one call of the language model. Default: two minutes.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public DaybookBuilder modelTimeout(Duration timeout) {
        this.models = models.timeout(NullChecks.present("timeout", timeout));
        return this;
    }

    /**
     * Sets the maximal number of tokens in one answer of the language model, reasoning included. A truncated answer is
     * not used, so a small number makes every call fail. Default: 4,096.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public DaybookBuilder modelMaxTokens(int tokens) {
        this.models = models.maxTokens(tokens);
        return this;
    }

    /**
     * Sets the first back-off after failed derived work; it doubles with each further failure, up to six hours. Zero
     * permits a retry at once. Default: one minute.
     */
    public DaybookBuilder retryAfter(Duration pause) {
        this.models = models.retryAfter(NullChecks.present("pause", pause));
        return this;
    }

    /**
     * Enables or disables background derivation, with the language model or, without one, by rules: in the windows of
     * {@link #extraction}, so rules read a scope when it has been idle for five minutes. If disabled, only
     * {@code consolidate()} derives. Default: enabled.
     */
    public DaybookBuilder background(boolean background) {
        this.models = models.background(background);
        return this;
    }

    /**
     * Sets what the background derivation with a language model begins with: all that waits for it, or only what is
     * written from now on. Default: {@link DerivationStart#BEGINNING}.
     */
    public DaybookBuilder deriveFrom(DerivationStart start) {
        this.models = models.start(NullChecks.present("start", start));
        return this;
    }

    /**
     * Sets the memory for all scope indexes and recently read entries together, in bytes: three quarters for the indexes,
     * a quarter for the entries. The least recently used are evicted first. Default: a quarter of the heap.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public DaybookBuilder memoryBudget(long bytes) {
        this.reading = reading.memoryBudget(bytes);
        return this;
    }

    /**
     * Sets how long a recall waits at most for the vectors of the latest writes; an entry without a vector is found by
     * its words. Default: 100 milliseconds. A program that recalls once and exits may wait longer.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public DaybookBuilder catchUp(Duration longest) {
        this.reading = reading.catchUp(NullChecks.present("longest", longest));
        return this;
    }

    /**
     * Sets how long a recall waits at most for the vector of its question. An embedder that takes longer is not asked again
     * for half a minute: a hybrid search goes on with keywords, says so in the reasons of its hits, and a semantic search
     * fails with a retryable {@link dev.daybook.error.ModelException}. Loading a model does not count. Default: one second.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public DaybookBuilder questionTimeout(Duration timeout) {
        if (NullChecks.present("timeout", timeout).isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("questionTimeout is " + timeout + "; give a positive duration");
        }
        this.questionTimeout = timeout;
        return this;
    }

    /**
     * Sets how long {@link #open} waits at most for another process that holds the folder, such as the old one of a rolling
     * update. Default: zero, so that a second opening by mistake fails at once. A store on a server does not wait.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public DaybookBuilder lockWait(Duration longest) {
        if (NullChecks.present("longest", longest).isNegative()) {
            throw new IllegalArgumentException("lockWait is " + longest + "; give zero or more");
        }
        this.lockWait = longest;
        return this;
    }

    /**
     * Sets the master keys, which encrypt the encryption keys of the store in the folder: without them a copy of the folder
     * cannot be read. A store that has no master key yet gets the current one; one of the previous key is read and changes to
     * the current one, without writing records again. Keep the keys outside of the folder; a lost master key is a lost
     * memory. Default: none.
     */
    public DaybookBuilder masterKeys(MasterKeys keys) {
        this.masterKeys = NullChecks.present("keys", keys);
        return this;
    }

    /** Sets the master key without a previous one and for backups as well, see {@link #masterKeys}. */
    public DaybookBuilder masterKey(MasterKey key) {
        return masterKeys(new MasterKeys(NullChecks.present("key", key), null, null));
    }

    /**
     * Opens the daybook. If that fails, a given store is closed.
     *
     * @throws IllegalStateException if there is no store on the class path or module path; the message names the
     *     artifact to add
     * @throws IllegalArgumentException if there is a previous embedder but no present one, or an embedder has no name
     *     or no dimensions, or there are master keys for a given store
     * @throws dev.daybook.error.StoreInUseException if another process has the folder open, for longer than
     *     {@link #lockWait}; the message names it
     * @throws dev.daybook.error.StoreException if the folder cannot be read or written, is not a folder of a store, or
     *     the store holds an unfinished copy of another
     */
    public LocalDaybook open() {
        DaybookOpener opener = opener();
        if (store != null) {
            if (masterKeys != MasterKeys.NONE) {
                store.close();
                throw new IllegalArgumentException(
                        "masterKeys are given with a store that is open already; open the store"
                                + " with them, such as by PostgresStore.open(source, keys), and leave them out here");
            }
            return (LocalDaybook) opener.open(store, this::options);
        }
        // The options first: if a jar cannot give an embedder, no store is opened.
        DaybookOptions options = options();
        return (LocalDaybook)
                FolderWait.opened(lockWait, () -> opener.open(Objects.requireNonNull(folder), masterKeys, options));
    }

    private CheckedEmbedder checked(Embedder given) {
        return new CheckedEmbedder(given, questionTimeout);
    }

    private DaybookOptions options() {
        CheckedEmbedder search = embedder.get().map(this::checked).orElse(null);
        if (previousEmbedder != null && search == null) {
            throw new IllegalArgumentException("previousEmbedder is " + previousEmbedder.name()
                    + ", but no embedder is set; set it with embedder(…) if its vectors are still to be used");
        }
        return new DaybookOptions(
                search,
                previousEmbedder == null ? null : checked(previousEmbedder),
                tokenCounter,
                clock,
                clockChecked == null
                        ? null
                        : clockChecked.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant(),
                ids == null ? new UlidGenerator(clock) : ids,
                reading,
                isolation,
                listener,
                models,
                notes,
                observer);
    }

    /** Found by the class loader of the library, because the context class loader of a thread may not see it. */
    private static DaybookOpener opener() {
        return ServiceLoader.load(DaybookOpener.class, DaybookOpener.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the services of dev.daybook:daybook-core are missing;"
                        + " keep the files of META-INF/services when several jars become one"));
    }

    private static Optional<Embedder> bundledEmbedder() {
        return ServiceLoader.load(EmbedderProvider.class).findFirst().map(EmbedderProvider::embedder);
    }
}
