package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.data.Event;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.server.config.ModelSettings;
import dev.daybook.server.config.Models;
import dev.daybook.server.json.Json;
import dev.daybook.server.json.Requests;
import dev.daybook.server.problem.NotFound;
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

/** The options that every command has, before or after its name, and what follows from them. */
@Command(
        name = "daybook",
        description = "Long-term memory for AI agents.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Release.class,
        sortOptions = false,
        footer = {
            "",
            "Answers go to stdout, everything else to stderr. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 store in use, 4"
                    + " not found, 130 interrupted. A day as a time, such as 2026-05-01, is its beginning in UTC. Start with 'daybook tour'; 'daybook help COMMAND' explains one.",
            "",
            "The launcher ./daybook of the repository knows two more: 'eval' measures how well a data set is recalled,"
                    + " 'replay' answers recordings of other memories. Each has a --help of its own."
        })
final class DaybookCommand implements Callable<Integer> {

    static final String DEFAULT_SESSION = Requests.DEFAULT_SESSION;

    /** The process before, which wrote, had no embedder, and this one asks only once. */
    private static final Duration CATCH_UP = Duration.ofSeconds(5);

    final Terminal terminal;

    private final @Nullable Lent lent;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "The data folder (else $$DAYBOOK_DATA, else daybook in the XDG data folder).")
    private @Nullable Path data;

    @Option(
            names = "--space",
            paramLabel = "ID",
            scope = ScopeType.INHERIT,
            description = "The space, default 'default'.")
    private @Nullable String space;

    @Option(
            names = "--user",
            paramLabel = "ID",
            scope = ScopeType.INHERIT,
            description = "The user (none: the anonymous bucket).")
    private @Nullable String user;

    @Option(names = "--shared", scope = ScopeType.INHERIT, description = "What is shared in the space.")
    private boolean shared;

    @Option(names = "--anonymous", scope = ScopeType.INHERIT, description = "The anonymous bucket, said aloud.")
    private boolean anonymous;

    @Option(
            names = "--session",
            paramLabel = "ID",
            scope = ScopeType.INHERIT,
            description = "The conversation, default 'default'.")
    private @Nullable String session;

    @Option(
            names = "--embedder",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "none, hash or bundled (default: bundled if its jar is there, else none).")
    private @Nullable String embedder;

    @Option(
            names = "--lock-wait",
            paramLabel = "TIME",
            converter = FolderWait.Converter.class,
            scope = ScopeType.INHERIT,
            description =
                    "How long to wait while another process has the folder, such as 500ms, 30s or 2m (default 10s);"
                            + " 0: not at all.")
    private Duration lockWait = FolderWait.DEFAULT;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Answer one JSON document.")
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
     * @param lent the memory of the running server that the command came to; null: there is none
     */
    DaybookCommand(Terminal terminal, @Nullable Lent lent) {
        this.terminal = terminal;
        this.lent = lent;
    }

    @Override
    public Integer call() {
        throw wrongUsage("no command is given; name one, 'daybook tour' shows what it can do");
    }

    boolean json() {
        return json;
    }

    /** The conversation to use. */
    String session() {
        return session == null ? DEFAULT_SESSION : session;
    }

    /** The conversation if one was named, else null. */
    @Nullable
    String namedSession() {
        return session;
    }

    Space space() {
        return space == null ? Space.DEFAULT : new Space(space);
    }

    /** The scope to use; checked before anything is opened. */
    Scope scope() {
        if ((user == null ? 0 : 1) + (shared ? 1 : 0) + (anonymous ? 1 : 0) > 1) {
            throw wrongUsage("--user, --shared and --anonymous exclude each other; give one of them");
        }
        if (shared) {
            return new Scope.Shared(space());
        }
        return user == null ? new Scope.Anonymous(space()) : new Scope.User(space(), user);
    }

    /** The space if one was named, else null. */
    @Nullable
    Space namedSpace() {
        return space == null ? null : space();
    }

    /** The scope if one was named, else null: the space as a whole. */
    @Nullable
    Scope namedScope() {
        return user == null && !shared && !anonymous ? null : scope();
    }

    /** Whether the data folder was named on the command line. */
    boolean hasData() {
        return data != null;
    }

    /** The option that names the embedder, to hand on to another command. */
    List<String> embedderOption() {
        return embedder == null ? List.of() : List.of("--embedder", embedder);
    }

    /** The options that lead to this folder and this scope from anywhere, to hand on to another process. */
    List<String> placeOptions() {
        Scope scope = scope();
        List<String> options = new ArrayList<>(List.of(
                "--data", terminal.path(folder()).toAbsolutePath().normalize().toString()));
        if (space != null) {
            options.addAll(List.of("--space", space));
        }
        options.addAll(scope.fold(
                named -> List.of("--user", named.id()),
                nobody -> anonymous ? List.of("--anonymous") : List.<String>of(),
                all -> List.of("--shared")));
        if (session != null) {
            options.addAll(List.of("--session", session));
        }
        options.addAll(embedderOption());
        return options;
    }

    Path folder() {
        if (lent != null) {
            return lent.folder();
        }
        if (data == null) {
            return DataFolder.of(terminal);
        }
        // It would be the folder in which the command happens to run.
        if (data.toString().isBlank()) {
            throw wrongUsage("--data is blank; name a folder, or leave --data out");
        }
        return data;
    }

    /** A guest searches with what its host has: a model that the host does without is not loaded for it. */
    Embedding embedding() {
        Embedding named = Embedding.of(embedder);
        return lent == null ? named : lent.embedding();
    }

    /** Whether the memory is that of a running server, which the command came to. */
    boolean isGuest() {
        return lent != null;
    }

    /** Opens it to write: no model is loaded for that. What has no vector yet gets one before a search. */
    Daybook open() {
        embedding();
        return opened(() -> Daybook.builder(folder()).noEmbedder());
    }

    /** Opens it to list or to change what is there. Makes no memory where none is. */
    Daybook openWhatIsThere() {
        requireMemory();
        return open();
    }

    /** Opens it with what is needed to search by meaning. Makes no memory where none is. */
    Daybook openToSearch() {
        requireMemory();
        return openToImport();
    }

    /** Opens it with what gives vectors to what is written. */
    Daybook openToImport() {
        Embedding chosen = embedding();
        return opened(() -> chosen.builder(folder()).catchUp(CATCH_UP));
    }

    /**
     * Opens it with the language model that is configured, if any. It is asked by what this command does, and by nothing
     * behind it; near texts are found by meaning then, as a search would find them.
     */
    Daybook openToDerive() {
        if (lent != null) {
            return lent;
        }
        Optional<DaybookBuilder> builder = builderWithModel();
        return builder.isEmpty() ? open() : opened(() -> builder.get().background(false));
    }

    /** Opens it for as long as the process serves it; what is due is derived behind the calls. */
    Daybook openToServe(Consumer<Event> listener) {
        return opened(() -> builderWithModel()
                .orElseGet(() -> embedding().builder(folder()))
                .listener(listener));
    }

    /** Whether there may be one. What became of it, or why one cannot look, is for the store to say. */
    boolean hasMemory() {
        Path folder = folder();
        boolean isOpaque = Files.exists(folder) && !(Files.isDirectory(folder) && Files.isExecutable(folder));
        return lent != null
                || isOpaque
                || Files.exists(folder.resolve("daybook.db"))
                // A folder that was locked had one.
                || Files.exists(folder.resolve("lock"));
    }

    private Daybook opened(Supplier<DaybookBuilder> builder) {
        return lent != null ? lent : whenFree(() -> builder.get().open());
    }

    /** What needs the folder, as soon as no other process has it; --lock-wait says how long that may take. */
    <T> T whenFree(Supplier<T> opening) {
        return FolderWait.opened(lockWait, opening);
    }

    /** Checks that there is something to look at: who mistypes a folder should be told, and get no new memory there. */
    void requireMemory() {
        if (!hasMemory()) {
            throw new NotFound("no memory in " + folder()
                    + "; name another folder with --data, or begin one with 'daybook" + " remember'");
        }
    }

    /** What opens it with the language model that is configured; empty if none is. */
    private Optional<DaybookBuilder> builderWithModel() {
        return ModelSettings.read(folder(), terminal.environment()).map(configured -> {
            DaybookBuilder builder = embedding().builder(folder()).languageModel(Models.of(configured));
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

    /** A note for the person, where no program reads along. */
    void note(String text) {
        if (!json) {
            terminal.note("daybook: " + text);
        }
    }

    /**
     * What is done to an operation.
     *
     * @throws NotFound if it is refused, and there is no such operation
     */
    <T> T known(Daybook open, String operation, Supplier<T> change) {
        try {
            return change.get();
        } catch (IllegalArgumentException refused) {
            if (open.auditEntry(operation).isEmpty()) {
                throw new NotFound(String.valueOf(refused.getMessage()), refused);
            }
            throw refused;
        }
    }

    /** Prints the answer of a command that was asked for JSON. */
    void print(Map<String, @Nullable Object> answer) {
        terminal.out().println(Json.write(answer));
    }

    ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
