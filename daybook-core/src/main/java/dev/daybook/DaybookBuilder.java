package dev.daybook;

import dev.daybook.codec.CheckedEmbedder;
import dev.daybook.consolidate.ModelOptions;
import dev.daybook.data.Event;
import dev.daybook.data.Isolation;
import dev.daybook.data.NoteOptions;
import dev.daybook.local.ApproximateTokens;
import dev.daybook.recall.ReadOptions;
import dev.daybook.remember.Ulids;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.EmbedderProvider;
import dev.daybook.spi.Grounding;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.Prompts;
import dev.daybook.spi.Store;
import dev.daybook.spi.StoreProvider;
import dev.daybook.spi.TokenCounter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens a {@link Daybook} with other parts than the default ones. Not thread-safe; use it once. */
public final class DaybookBuilder {

    private final @Nullable Path folder;
    private final @Nullable Store store;
    private Supplier<Optional<Embedder>> embedder = DaybookBuilder::bundledEmbedder;
    private @Nullable Embedder previousEmbedder;
    private TokenCounter tokenCounter = new ApproximateTokens();
    private Clock clock = Clock.system(ZoneId.systemDefault());
    private @Nullable IdSource ids;
    private Consumer<Event> listener = event -> {};
    private Isolation isolation = Isolation.WARN;
    private NoteOptions notes = NoteOptions.DEFAULTS;
    private ModelOptions models = ModelOptions.DEFAULTS;
    private ReadOptions reading = ReadOptions.defaults();

    DaybookBuilder(@Nullable Path folder, @Nullable Store store) {
        this.folder = folder;
        this.store = store;
    }

    /**
     * Searches by meaning with this embedder. It is asked nothing but its name and width before something was written or
     * searched; see {@link Embedder} for what it has to give. Default: the one whose jar is there, if any.
     */
    public DaybookBuilder embedder(Embedder embedder) {
        Optional<Embedder> given = Optional.of(embedder);
        this.embedder = () -> given;
        return this;
    }

    /**
     * The embedder that an existing memory was written with, when it is opened with another. Everything is embedded anew
     * in the background; meanwhile a scope is searched with the previous embedder, until it has all vectors of the new one
     * (from then on this setting does nothing). What is written in between is found by its words until then. Without this
     * a scope is searched by words, and by as many vectors as the new embedder has made.
     *
     * <p>Vectors of two embedders are never compared: while a scope and what is shared in its space are searched with
     * different ones, what is shared is found by its words.
     */
    public DaybookBuilder previousEmbedder(Embedder previousEmbedder) {
        this.previousEmbedder = previousEmbedder;
        return this;
    }

    /** Searches by words only, also if the jar of an embedder is there. */
    public DaybookBuilder noEmbedder() {
        this.embedder = Optional::empty;
        return this;
    }

    /** Counts tokens for the budget of a context. Default: a quarter of the characters, rounded up. */
    public DaybookBuilder tokenCounter(TokenCounter tokenCounter) {
        this.tokenCounter = tokenCounter;
        return this;
    }

    /** Gives the time (and the offset) of what is written without one. Default: the system's. */
    public DaybookBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /** Makes the ids of what is written without one. Default: ULIDs, which sort by time. */
    public DaybookBuilder ids(IdSource ids) {
        this.ids = ids;
        return this;
    }

    /**
     * Hears what happens on the side: ids and outcomes, never a text that is remembered. It is called by whatever thread
     * it happens on, so it must be quick and thread-safe; if it throws, that is logged and the call goes on. Default:
     * nobody.
     */
    public DaybookBuilder listener(Consumer<Event> listener) {
        this.listener = Arguments.present("listener", listener);
        return this;
    }

    /**
     * What to do when the anonymous scope is recalled from (by recall or context) while named users of its space hold
     * something. Default: {@link Isolation#WARN}.
     */
    public DaybookBuilder isolation(Isolation isolation) {
        this.isolation = Arguments.present("isolation", isolation);
        return this;
    }

    /**
     * Derives with this language model: gists, facts, notes. It is asked behind the writes, never by a write or a recall.
     * Default: none, and what is derived is taken from the sources word for word.
     */
    public DaybookBuilder languageModel(LanguageModel model) {
        this.models = models.model(Arguments.present("model", model));
        return this;
    }

    /** Tells the language model its tasks in these words. Default: those that come with the library. */
    public DaybookBuilder prompts(Prompts prompts) {
        this.models = models.prompts(Arguments.present("prompts", prompts));
        return this;
    }

    /** Checks what a language model wrote against its sources. Default: by names, numbers and words. */
    public DaybookBuilder grounding(Grounding grounding) {
        this.models = models.grounding(Arguments.present("grounding", grounding));
        return this;
    }

    /** How notes are made of what is added. Default: {@link NoteOptions#DEFAULTS}. */
    public DaybookBuilder notes(NoteOptions notes) {
        this.notes = Arguments.present("notes", notes);
        return this;
    }

    /**
     * How long one call of the language model may take. Default: two minutes.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public DaybookBuilder modelTimeout(Duration timeout) {
        this.models = models.timeout(Arguments.present("timeout", timeout));
        return this;
    }

    /**
     * How many tokens one answer of the language model may have, its thoughts included. An answer that is cut off there is
     * not used, so too few make every call fail. Default: 4,096.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public DaybookBuilder modelMaxTokens(int tokens) {
        this.models = models.maxTokens(tokens);
        return this;
    }

    /**
     * What to wait for after derived work failed, twice as long after each further failure, six hours at most; zero: it may
     * be tried again at once. Default: a minute.
     */
    public DaybookBuilder retryAfter(Duration pause) {
        this.models = models.retryAfter(Arguments.present("pause", pause));
        return this;
    }

    /**
     * Whether what is due is derived behind the writes if there is a language model. Default: true; else only
     * {@code consolidate()} derives.
     */
    public DaybookBuilder background(boolean background) {
        this.models = models.background(background);
        return this;
    }

    /**
     * How much memory the images of scopes may take together, in bytes; those that were not used for longest go first.
     * Default: a quarter of the heap.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public DaybookBuilder memoryBudget(long bytes) {
        this.reading = reading.memoryBudget(bytes);
        return this;
    }

    /**
     * How long a recall waits for what was just written to get its vector; what has none by then is found by its words.
     * Default: 100 milliseconds. A program that asks once and ends may wait longer.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public DaybookBuilder catchUp(Duration longest) {
        this.reading = reading.catchUp(Arguments.present("longest", longest));
        return this;
    }

    /**
     * Opens it. If that fails, the store is closed, as it is by {@link Daybook#close} otherwise.
     *
     * @throws IllegalStateException if no store's jar is there; the message names the one to add
     * @throws IllegalArgumentException if there is a previous embedder, but no present one, or an embedder says that it has
     *     no name or no dimensions
     * @throws dev.daybook.data.StoreInUseException if another process has the folder open
     * @throws dev.daybook.data.StoreException if the folder cannot be read or written, or holds something else
     */
    public Daybook open() {
        // The embedder first: if its jar cannot give one, no store is left open.
        CheckedEmbedder search = embedder.get().map(CheckedEmbedder::new).orElse(null);
        if (previousEmbedder != null && search == null) {
            throw new IllegalArgumentException("previousEmbedder is " + previousEmbedder.name()
                    + ", but there is no embedder to follow it; give it as embedder(…) if it is still the one to use");
        }
        Store opened = store == null ? openStore() : store;
        boolean done = false;
        try {
            Daybook daybook = over(opened, search);
            done = true;
            return daybook;
        } finally {
            if (!done) {
                closeAfterFailure(opened);
            }
        }
    }

    private static void closeAfterFailure(Store opened) {
        try {
            opened.close();
        } catch (RuntimeException second) {
            // What failed first says what is wrong.
            System.getLogger(DaybookBuilder.class.getName())
                    .log(System.Logger.Level.WARNING, "a store that could not be opened could not be closed", second);
        }
    }

    private Daybook over(Store opened, @Nullable CheckedEmbedder search) {
        return new EmbeddedDaybook(new Wiring(new Wiring.Options(
                opened,
                search,
                previousEmbedder == null ? null : new CheckedEmbedder(previousEmbedder),
                tokenCounter,
                clock,
                ids == null ? new Ulids(clock) : ids,
                reading,
                isolation,
                new Events(listener),
                models,
                notes)));
    }

    private static Optional<Embedder> bundledEmbedder() {
        return ServiceLoader.load(EmbedderProvider.class).findFirst().map(EmbedderProvider::embedder);
    }

    private Store openStore() {
        return ServiceLoader.load(StoreProvider.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no store is on the class path or module path;"
                        + " add dev.daybook:daybook (or daybook-sqlite), or use Daybook.builder(store)"))
                .open(Objects.requireNonNull(folder, "folder"));
    }
}
