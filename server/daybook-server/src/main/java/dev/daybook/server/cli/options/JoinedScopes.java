package dev.daybook.server.cli.options;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the scopes that a command reads beside the chosen one (decision 156). */
public final class JoinedScopes {

    @Option(
            names = "--with",
            paramLabel = "SCOPE",
            description = "Also read this scope of the space: user:ID, agent:ID, agent-of:USER/ID, anonymous or shared;"
                    + " may be repeated, at most 15 times. Nothing is written to it.")
    private List<String> scopes = List.of();

    @Option(
            names = "--with-trust",
            paramLabel = "TRUST",
            description = "Maximum trust of the texts of these scopes: system, user, assistant, tool, import or unknown"
                    + " (default system: they keep their own).")
    private @Nullable String trust;

    /** Returns whether an option was given. */
    public boolean isGiven() {
        return !scopes.isEmpty() || trust != null;
    }

    /** Checks the options before anything is opened. */
    public void check(GlobalOptions options) {
        if (trust != null && scopes.isEmpty()) {
            throw options.wrongUsage("--with-trust bounds the trust of scopes that are joined; name them with --with");
        }
        atMost();
        scopes.forEach(code -> Scope.of(options.space(), code));
    }

    /** Returns the memory of a scope, joined with these scopes. */
    public Memory join(GlobalOptions options, Daybook daybook, Scope own) {
        Memory memory = options.memorySpace(daybook).memory(own);
        for (String code : scopes) {
            Scope scope = Scope.of(options.space(), code);
            memory = memory.with(options.memorySpace(daybook).memory(scope), atMost());
        }
        return memory;
    }

    private Trust atMost() {
        return trust == null ? Trust.SYSTEM : Trust.of(trust);
    }
}
