package dev.daybook.server.cli.options;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.json.RequestJson;
import dev.daybook.spi.MasterKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The options that every command takes, before or after its name: the store, the scope, the embedder, the output. */
public final class GlobalOptions {

    private final CommandTerminal terminal;

    private final @Nullable BorrowedDaybook borrowedDaybook;
    private @Nullable MasterKeys masterKeys;

    @Spec(Spec.Target.MIXEE)
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

    @Option(
            names = "--agent",
            scope = ScopeType.INHERIT,
            paramLabel = "ID",
            description = "Use the memory of this agent of the user of --user, or else of the space.")
    @Nullable
    private String agent;

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
            converter = LockWaitConverter.class,
            scope = ScopeType.INHERIT,
            description = "Longest wait for another process to release the data folder, such as 500ms, 30s or 2m"
                    + " (default 10s); 0: do not wait.")
    private Duration lockWait = LockWaitConverter.DEFAULT;

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
    GlobalOptions(CommandTerminal terminal, @Nullable BorrowedDaybook borrowedDaybook) {
        this.terminal = terminal;
        this.borrowedDaybook = borrowedDaybook;
    }

    boolean json() {
        return json;
    }

    /** Returns the session to use. */
    public String session() {
        return session == null ? RequestJson.DEFAULT_SESSION : session;
    }

    /** Returns the session of {@code --session}, else null. */
    @Nullable
    public String namedSession() {
        return session;
    }

    public Space space() {
        return space == null ? Space.DEFAULT : new Space(space);
    }

    /** Returns the scope to use; checked before anything is opened. */
    public Scope scope() {
        return scope(null);
    }

    /**
     * Returns the scope to use.
     *
     * @param otherwise the user, unless an option names a user or another scope; null: none
     */
    public Scope scope(@Nullable String otherwise) {
        if ((user == null && agent == null ? 0 : 1) + (shared ? 1 : 0) + (anonymous ? 1 : 0) > 1) {
            throw wrongUsage("--user" + (agent == null ? "" : " or --agent")
                    + ", --shared and --anonymous exclude each other; give one");
        }
        if (shared) {
            return new Scope.Shared(space());
        }
        String user = this.user == null && !anonymous ? otherwise : this.user;
        if (agent != null) {
            return new Scope.Agent(space(), user, agent);
        }
        return user == null ? new Scope.Anonymous(space()) : new Scope.User(space(), user);
    }

    /** Returns the space of {@code --space}, else null. */
    @Nullable
    public Space namedSpace() {
        return space == null ? null : space();
    }

    /** Returns the scope of the options, else null: the whole space. */
    @Nullable
    public Scope namedScope() {
        return user == null && agent == null && !shared && !anonymous ? null : scope();
    }

    /** Returns the space of the options. */
    public MemorySpace memorySpace(Daybook daybook) {
        return daybook.space(space().id());
    }

    /** Returns the memory of the scope of the options. */
    public Memory memory(Daybook daybook) {
        return memorySpace(daybook).memory(scope());
    }

    /** Returns whether the data folder was named on the command line. */
    public boolean hasData() {
        return data != null;
    }

    /** Returns the store that the options or the environment name; empty: the data folder. */
    Optional<StoreAddress> address() {
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
    public boolean isOnServer() {
        return address().filter(address -> address.folder() == null).isPresent();
    }

    /**
     * Refuses a store on a server.
     *
     * @param instead the remedy, after a semicolon
     */
    public void requireFolder(String command, String instead) {
        if (isOnServer()) {
            throw wrongUsage(
                    command + " works on the files of a data folder, and this store is on a server; " + instead);
        }
    }

    /** Returns the password of the store on a server, if there is one. */
    @Nullable
    String storePassword() {
        return StorePassword.of(terminal, "--store-password-file", storePassword, StorePassword.VARIABLE);
    }

    /** Returns the master keys of the store; read once, as a command may have to be run for them. */
    public MasterKeys masterKeys() {
        try {
            masterKeys = masterKeys == null ? MasterKeyVariables.of(terminal) : masterKeys;
            return masterKeys;
        } catch (IllegalArgumentException refused) {
            throw wrongUsage(String.valueOf(refused.getMessage()));
        }
    }

    /** Returns the embedder option, to pass on to another command. */
    public List<String> embedderOption() {
        return embedder == null ? List.of() : option("--embedder", embedder);
    }

    /** Returns the words of an option: a word of its own may not look like an option. */
    private static List<String> option(String name, String value) {
        return value.startsWith("-") ? List.of(name + "=" + value) : List.of(name, value);
    }

    /** Returns the options that select this folder and this scope from any directory, to pass on to another process. */
    public List<String> placeOptions() {
        Scope scope = scope();
        List<String> options = new ArrayList<>(List.of(
                "--data",
                terminal.path("--data", folder()).toAbsolutePath().normalize().toString()));
        if (isOnServer()) {
            options.addAll(
                    List.of("--store", String.valueOf(address().orElseThrow().server())));
        }
        if (storePassword != null) {
            options.addAll(List.of(
                    "--store-password-file",
                    terminal.path("--store-password-file", storePassword)
                            .toAbsolutePath()
                            .normalize()
                            .toString()));
        }
        if (space != null) {
            options.addAll(option("--space", space));
        }
        options.addAll(scope.fold(
                named -> option("--user", named.id()),
                named -> named.user() == null
                        ? option("--agent", named.id())
                        : Stream.of(option("--user", named.user()), option("--agent", named.id()))
                                .flatMap(List::stream)
                                .toList(),
                none -> anonymous ? List.of("--anonymous") : List.<String>of(),
                none -> List.of("--shared")));
        if (session != null) {
            options.addAll(option("--session", session));
        }
        options.addAll(embedderOption());
        return options;
    }

    /** Returns the data folder. */
    public Path folder() {
        if (borrowedDaybook != null) {
            return borrowedDaybook.folder();
        }
        Optional<Path> named = address().map(StoreAddress::folder);
        if (named.isPresent() && data != null) {
            throw wrongUsage("--store and --data both name a folder; give one");
        }
        return data == null ? named.orElseGet(() -> DataFolder.of(terminal)) : data;
    }

    /** Returns the embedder; a forwarded command uses the embedder of the server and loads no model of its own. */
    public EmbedderOption embedding() {
        EmbedderOption named = EmbedderOption.of(embedder);
        return borrowedDaybook == null ? named : borrowedDaybook.embedding();
    }

    /** Returns the longest wait for another process to release the data folder. */
    public Duration lockWait() {
        return lockWait;
    }

    /** Returns whether the command was forwarded to a running server. */
    public boolean isForwarded() {
        return borrowedDaybook != null;
    }

    /** Returns an exception that reports a wrong use of the command. */
    public ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
