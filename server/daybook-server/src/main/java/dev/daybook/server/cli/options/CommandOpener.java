package dev.daybook.server.cli.options;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.internal.store.FolderWait;
import dev.daybook.outcome.Event;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.config.ModelFactory;
import dev.daybook.server.config.ModelSettings;
import dev.daybook.server.problem.NotFoundException;
import dev.daybook.spi.CallObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the memory that the options name, as a command needs it. A forwarded command gets the daybook of the running
 * server instead.
 */
public final class CommandOpener {

    /** Time for embedding entries of an earlier process without an embedder; this process searches only once. */
    private static final Duration CATCH_UP = Duration.ofSeconds(5);

    private final CommandTerminal terminal;
    private final GlobalOptions options;
    private final @Nullable BorrowedDaybook borrowedDaybook;

    /**
     * @param borrowedDaybook the daybook of the running server, for a forwarded command; null: none
     */
    CommandOpener(CommandTerminal terminal, GlobalOptions options, @Nullable BorrowedDaybook borrowedDaybook) {
        this.terminal = terminal;
        this.options = options;
        this.borrowedDaybook = borrowedDaybook;
    }

    /** Opens the memory for a write, without loading a model. Missing vectors are made before a search, and nothing is derived. */
    public LocalDaybook open() {
        options.embedding();
        return opened(() -> builder().noEmbedder().background(false));
    }

    /** Opens an existing memory to list or change its entries. */
    public LocalDaybook openExisting() {
        requireMemory();
        return open();
    }

    /** Opens an existing memory for semantic search. */
    public LocalDaybook openToSearch() {
        requireMemory();
        return openToImport();
    }

    /** Opens the memory with the embedder, so that imported entries get vectors. */
    public LocalDaybook openToImport() {
        EmbedderOption chosen = options.embedding();
        return opened(() -> chosen.with(builder())
                .catchUp(CATCH_UP)
                .questionTimeout(CATCH_UP)
                .background(false));
    }

    /**
     * Opens the memory with the configured language model, if any. Only this command calls the model, nothing in the
     * background; similar texts are found by semantic search, as in a recall.
     */
    public Daybook openToDerive() {
        if (borrowedDaybook != null) {
            return borrowedDaybook;
        }
        Optional<DaybookBuilder> builder = builderWithModel();
        return builder.isEmpty() ? open() : opened(() -> builder.get().background(false));
    }

    /** Opens the memory as {@link #openToDerive} does; it must exist. */
    public Daybook openToDeriveExisting() {
        requireMemory();
        return openToDerive();
    }

    /** Opens the memory to add notes: without a model each becomes a note at once, which is background work of its write. */
    public Daybook openToAddNotes() {
        boolean hasModel = borrowedDaybook == null
                && ModelSettings.read(options.folder(), terminal.environment()).isPresent();
        if (hasModel) {
            return openToDerive();
        }
        options.embedding();
        return opened(() -> builder().noEmbedder());
    }

    /** Opens the memory for a serving process; due derivations run in the background. */
    public LocalDaybook openToServe(Consumer<Event> listener, CallObserver observer) {
        return opened(() -> serving(listener).observer(observer));
    }

    /**
     * Opens the memory for a serving process, without waiting for another one that holds the folder.
     *
     * @throws dev.daybook.error.StoreInUseException if another process holds it
     */
    public LocalDaybook tryToServe(Consumer<Event> listener) {
        return serving(listener).open();
    }

    private DaybookBuilder serving(Consumer<Event> listener) {
        return builderWithModel()
                .orElseGet(() -> options.embedding().with(builder()))
                .listener(listener);
    }

    /** Returns whether there may be a memory. The store reports a damaged or unreadable one. */
    public boolean hasMemory() {
        Path folder = options.folder();
        boolean isOpaque = Files.exists(folder) && !(Files.isDirectory(folder) && Files.isExecutable(folder));
        return borrowedDaybook != null
                || options.isOnServer()
                || isOpaque
                || Files.exists(folder.resolve("daybook.db"))
                // A locked folder had a memory.
                || Files.exists(folder.resolve("lock"));
    }

    /** Returns a builder over the store, which it opens if it is on a server. */
    private DaybookBuilder builder() {
        DaybookBuilder builder = builderOverStore();
        try {
            ClockChecked.of(terminal).ifPresent(builder::clockChecked);
        } catch (IllegalArgumentException refused) {
            throw options.wrongUsage(String.valueOf(refused.getMessage()));
        }
        return builder;
    }

    private DaybookBuilder builderOverStore() {
        if (!options.isOnServer()) {
            return Daybook.builder(options.folder()).masterKeys(options.masterKeys());
        }
        return Daybook.builder(options.address().orElseThrow().open(options.storePassword(), options.masterKeys()));
    }

    private LocalDaybook opened(Supplier<DaybookBuilder> builder) {
        return borrowedDaybook != null
                ? borrowedDaybook
                : whenFree(() -> builder.get().open());
    }

    /** Opens a resource as soon as no other process holds the folder, within {@code --lock-wait}. */
    public <T> T whenFree(Supplier<T> opening) {
        return FolderWait.opened(options.lockWait(), opening);
    }

    /** Refuses a missing memory: a mistyped folder is reported, and no new memory is created in it. */
    public void requireMemory() {
        if (!hasMemory()) {
            throw new NotFoundException("no memory in " + options.folder()
                    + "; name another folder with --data, or create one with 'daybook remember'");
        }
    }

    /** Refuses a source of a copy that is no memory. */
    public void requireMemory(StoreAddress source) {
        if (!source.mayHoldMemory()) {
            throw new NotFoundException("no memory in " + source + "; name another store with --from");
        }
    }

    /** Returns the builder with the configured language model; empty if none is configured. */
    private Optional<DaybookBuilder> builderWithModel() {
        return ModelSettings.read(options.folder(), terminal.environment()).map(configured -> {
            DaybookBuilder builder = options.embedding().with(builder()).languageModel(ModelFactory.of(configured));
            builder.deriveFrom(configured.deriveFrom());
            if (configured.timeout() != null) {
                builder.modelTimeout(configured.timeout());
            }
            if (configured.maxTokens() > 0) {
                builder.modelMaxTokens(configured.maxTokens());
            }
            return builder;
        });
    }
}
