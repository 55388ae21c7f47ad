package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Event;
import dev.daybook.server.config.ModelFactory;
import dev.daybook.server.config.ModelSettings;
import dev.daybook.server.json.RequestJson;
import dev.daybook.server.problem.NotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command: the options that every command takes, before or after its name, and the access to the memory. */
@Command(
        name = "daybook",
        description = "Long-term memory for AI agents.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = ReleaseVersion.class,
        sortOptions = false,
        footer = {
            "",
            "Answers go to stdout, everything else to stderr. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 store in use, 4"
                    + " not found, 130 interrupted. A day as a time, such as 2026-05-01, means its beginning in UTC, and its end for --to. Start with"
                    + " 'daybook tour'; 'daybook help COMMAND' explains a command.",
            "",
            "The launcher ./daybook of the repository has two more commands: 'eval' measures the recall quality on a data"
                    + " set, 'replay' answers recorded requests of other memories. Each has its own --help."
        })
final class DaybookCommand implements Callable<Integer> {

    static final String DEFAULT_SESSION = RequestJson.DEFAULT_SESSION;

    /** Time for embedding entries of an earlier process without an embedder; this process searches only once. */
    private static final Duration CATCH_UP = Duration.ofSeconds(5);

    final CommandTerminal terminal;

    private final @Nullable BorrowedDaybook borrowedDaybook;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Data folder (default $$DAYBOOK_DATA, else daybook in the XDG data folder).")
    private @Nullable Path data;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            scope = ScopeType.INHERIT,
            description = "Store of the memory: a folder, or the address of a server such as"
                    + " postgres://USER@HOST/DATABASE?schema=NAME or cassandra://USER@HOST,HOST/KEYSPACE (default"
                    + " $$DAYBOOK_STORE, else the data folder). With a server, the data folder holds only keys and"
                    + " settings.")
    private @Nullable String store;

    @Option(
            names = "--store-password-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "File with the password of --store on one line (default $$DAYBOOK_STORE_PASSWORD).")
    private @Nullable Path storePassword;

    @Option(
            names = "--space",
            paramLabel = "ID",
            scope = ScopeType.INHERIT,
            description = "Space (tenant), default 'default'.")
    private @Nullable String space;

    @Option(
            names = "--user",
            paramLabel = "ID",
            scope = ScopeType.INHERIT,
            description = "User whose scope is used (default: the anonymous scope).")
    private @Nullable String user;

    @Option(names = "--shared", scope = ScopeType.INHERIT, description = "Use the shared scope of the space.")
    private boolean shared;

    @Option(names = "--anonymous", scope = ScopeType.INHERIT, description = "Use the anonymous scope explicitly.")
    private boolean anonymous;

    @Option(
            names = "--session",
            paramLabel = "ID",
            scope = ScopeType.INHERIT,
            description = "Session, default 'default'.")
    private @Nullable String session;

    @Option(
            names = "--embedder",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description =
                    "none, hash, bundled, or the folder of an encoder (default: bundled if its jar is present, else"
                            + " none).")
    private @Nullable String embedder;

    @Option(
            names = "--lock-wait",
            paramLabel = "TIME",
            converter = FolderWait.Converter.class,
            scope = ScopeType.INHERIT,
            description = "Longest wait for another process to release the data folder, such as 500ms, 30s or 2m"
                    + " (default 10s); 0: do not wait.")
    private Duration lockWait = FolderWait.DEFAULT;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print the answer as one JSON document.")
    private boolean json;

    @SuppressWarnings("unused") // picocli reads it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @SuppressWarnings("unused") // picocli reads it
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    /**
     * @param borrowedDaybook the daybook of the running server, for a forwarded command; null: none
     */
    DaybookCommand(CommandTerminal terminal, @Nullable BorrowedDaybook borrowedDaybook) {
        this.terminal = terminal;
        this.borrowedDaybook = borrowedDaybook;
    }

    @Override
    public Integer call() {
        throw wrongUsage(
                "the command is missing; 'daybook --help' lists the commands, 'daybook tour' shows them at work");
    }

    boolean json() {
        return json;
    }

    /** Returns the session to use. */
    String session() {
        return session == null ? DEFAULT_SESSION : session;
    }

    /** Returns the session of {@code --session}, else null. */
    @Nullable
    String namedSession() {
        return session;
    }

    Space space() {
        return space == null ? Space.DEFAULT : new Space(space);
    }

    /** Returns the scope to use; checked before anything is opened. */
    Scope scope() {
        if ((user == null ? 0 : 1) + (shared ? 1 : 0) + (anonymous ? 1 : 0) > 1) {
            throw wrongUsage("--user, --shared and --anonymous exclude each other; give one");
        }
        if (shared) {
            return new Scope.Shared(space());
        }
        return user == null ? new Scope.Anonymous(space()) : new Scope.User(space(), user);
    }

    /** Returns the space of {@code --space}, else null. */
    @Nullable
    Space namedSpace() {
        return space == null ? null : space();
    }

    /** Returns the scope of the options, else null: the whole space. */
    @Nullable
    Scope namedScope() {
        return user == null && !shared && !anonymous ? null : scope();
    }

    /** Returns whether the data folder was named on the command line. */
    boolean hasData() {
        return data != null;
    }

    /** Returns the store that the options or the environment name; empty: the data folder. */
    private Optional<StoreAddress> address() {
        // A folder on the command line wins over the environment.
        String named = store == null && data == null ? terminal.variable("DAYBOOK_STORE") : store;
        if (named == null || borrowedDaybook != null) {
            return Optional.empty();
        }
        try {
            return Optional.of(StoreAddress.of(store == null ? "DAYBOOK_STORE" : "--store", named, terminal));
        } catch (IllegalArgumentException refused) {
            throw wrongUsage(String.valueOf(refused.getMessage()));
        }
    }

    /** Returns whether the store is on a server, which many processes may use, and not in a folder. */
    boolean isOnServer() {
        return address().filter(address -> address.folder() == null).isPresent();
    }

    /**
     * Refuses a store on a server.
     *
     * @param instead the remedy, after a semicolon
     */
    void requireFolder(String command, String instead) {
        if (isOnServer()) {
            throw wrongUsage(
                    command + " works on the files of a data folder, and this store is on a server; " + instead);
        }
    }

    /** Returns the embedder option, to pass on to another command. */
    List<String> embedderOption() {
        return embedder == null ? List.of() : List.of("--embedder", embedder);
    }

    /** Returns the options that select this folder and this scope from any directory, to pass on to another process. */
    List<String> placeOptions() {
        Scope scope = scope();
        List<String> options = new ArrayList<>(List.of(
                "--data", terminal.path(folder()).toAbsolutePath().normalize().toString()));
        if (isOnServer()) {
            options.addAll(
                    List.of("--store", String.valueOf(address().orElseThrow().server())));
        }
        if (storePassword != null) {
            options.addAll(List.of(
                    "--store-password-file",
                    terminal.path(storePassword).toAbsolutePath().normalize().toString()));
        }
        if (space != null) {
            options.addAll(List.of("--space", space));
        }
        options.addAll(scope.fold(
                named -> List.of("--user", named.id()),
                none -> anonymous ? List.of("--anonymous") : List.<String>of(),
                none -> List.of("--shared")));
        if (session != null) {
            options.addAll(List.of("--session", session));
        }
        options.addAll(embedderOption());
        return options;
    }

    Path folder() {
        if (borrowedDaybook != null) {
            return borrowedDaybook.folder();
        }
        Optional<Path> named = address().map(StoreAddress::folder);
        if (named.isPresent() && data != null) {
            throw wrongUsage("--store and --data both name a folder; give one");
        }
        if (data == null) {
            return named.orElseGet(() -> DataFolder.of(terminal));
        }
        // An empty path would mean the current directory.
        if (data.toString().isBlank()) {
            throw wrongUsage("--data is blank; name a folder, or leave --data out");
        }
        return data;
    }

    /** Returns the embedder; a forwarded command uses the embedder of the server and loads no model of its own. */
    EmbedderOption embedding() {
        EmbedderOption named = EmbedderOption.of(embedder);
        return borrowedDaybook == null ? named : borrowedDaybook.embedding();
    }

    /** Returns whether the command was forwarded to a running server. */
    boolean isForwarded() {
        return borrowedDaybook != null;
    }

    /** Opens the memory for a write, without loading a model. Missing vectors are made before a search. */
    LocalDaybook open() {
        embedding();
        return opened(() -> builder().noEmbedder());
    }

    /** Opens an existing memory to list or change its entries. */
    LocalDaybook openExisting() {
        requireMemory();
        return open();
    }

    /** Opens an existing memory for semantic search. */
    LocalDaybook openToSearch() {
        requireMemory();
        return openToImport();
    }

    /** Opens the memory with the embedder, so that imported entries get vectors. */
    LocalDaybook openToImport() {
        EmbedderOption chosen = embedding();
        return opened(() -> chosen.with(builder()).catchUp(CATCH_UP).questionTimeout(CATCH_UP));
    }

    /**
     * Opens the memory with the configured language model, if any. Only this command calls the model, nothing in the
     * background; similar texts are found by semantic search, as in a recall.
     */
    Daybook openToDerive() {
        if (borrowedDaybook != null) {
            return borrowedDaybook;
        }
        Optional<DaybookBuilder> builder = builderWithModel();
        return builder.isEmpty() ? open() : opened(() -> builder.get().background(false));
    }

    /** Opens the memory for a serving process; due derivations run in the background. */
    LocalDaybook openToServe(Consumer<Event> listener) {
        return opened(() ->
                builderWithModel().orElseGet(() -> embedding().with(builder())).listener(listener));
    }

    /** Returns whether there may be a memory. The store reports a damaged or unreadable one. */
    boolean hasMemory() {
        Path folder = folder();
        boolean isOpaque = Files.exists(folder) && !(Files.isDirectory(folder) && Files.isExecutable(folder));
        return borrowedDaybook != null
                || isOnServer()
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
            throw wrongUsage(String.valueOf(refused.getMessage()));
        }
        return builder;
    }

    private DaybookBuilder builderOverStore() {
        if (!isOnServer()) {
            return Daybook.builder(folder());
        }
        String password = StorePassword.of(terminal, "--store-password-file", storePassword, StorePassword.VARIABLE);
        return Daybook.builder(address().orElseThrow().open(password));
    }

    private LocalDaybook opened(Supplier<DaybookBuilder> builder) {
        return borrowedDaybook != null
                ? borrowedDaybook
                : whenFree(() -> builder.get().open());
    }

    /** Opens a resource as soon as no other process holds the folder, within {@code --lock-wait}. */
    <T> T whenFree(Supplier<T> opening) {
        return FolderWait.opened(lockWait, opening);
    }

    /** Refuses a missing memory: a mistyped folder is reported, and no new memory is created in it. */
    void requireMemory() {
        if (!hasMemory()) {
            throw new NotFoundException("no memory in " + folder()
                    + "; name another folder with --data, or create one with 'daybook" + " remember'");
        }
    }

    /** Refuses a source of a copy that is no memory. */
    void requireMemory(StoreAddress source) {
        if (!source.mayHoldMemory()) {
            throw new NotFoundException("no memory in " + source + "; name another store with --from");
        }
    }

    /** Returns the builder with the configured language model; empty if none is configured. */
    private Optional<DaybookBuilder> builderWithModel() {
        return ModelSettings.read(folder(), terminal.environment()).map(configured -> {
            DaybookBuilder builder = embedding().with(builder()).languageModel(ModelFactory.of(configured));
            if (configured.timeout() != null) {
                builder.modelTimeout(configured.timeout());
            }
            if (configured.maxTokens() > 0) {
                builder.modelMaxTokens(configured.maxTokens());
            }
            return builder;
        });
    }

    MemorySpace memorySpace(Daybook daybook) {
        return daybook.space(space().id());
    }

    Memory memory(Daybook daybook) {
        Scope scope = scope();
        return memorySpace(daybook).memory(scope);
    }

    /** Prints a note for a person, unless the output is JSON. */
    void note(String text) {
        if (!json) {
            terminal.note("daybook: " + text);
        }
    }

    /**
     * Runs a change of an operation.
     *
     * @throws NotFoundException if the change is refused because there is no such operation
     */
    <T> T known(Daybook open, String operation, Supplier<T> change) {
        try {
            return change.get();
        } catch (IllegalArgumentException refused) {
            if (open.auditEntry(operation).isEmpty()) {
                throw new NotFoundException(String.valueOf(refused.getMessage()), refused);
            }
            throw refused;
        }
    }

    /** Prints the JSON answer of a command. */
    void print(Map<String, @Nullable Object> answer) {
        terminal.out().println(PlainJson.write(answer));
    }

    ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
