package dev.daybook.server.cli.memory;

import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "consolidate",
        header = "Derives facts, notes and summaries from new episodes.",
        description = {
            "Without a language model they are extracted from the sources word for word. Configure a model with"
                    + " DAYBOOK_MODEL_URL and DAYBOOK_MODEL_NAME (and _KIND openai or ollama, _KEY or _KEY_FILE, _TIMEOUT in",
            "seconds, _MAX_TOKENS), or by model.url, model.name, … in daybook.properties in the data folder."
        },
        sortOptions = false)
final class ConsolidateCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Option(names = "--all-scopes", description = "Consolidate all scopes of the space.")
    private boolean allScopes;

    @Override
    public Integer call() {
        return root.working(root.opener()::openToDeriveExisting, daybook -> {
            List<DerivationOutcome> outcomes = allScopes
                    ? root.options().memorySpace(daybook).consolidate()
                    : root.options().memory(daybook).consolidate();
            return root.outcomes(
                    outcomes, "Nothing is due in " + (allScopes ? "this space" : root.scope()) + ".", this::line);
        });
    }

    private String line(DerivationOutcome outcome) {
        String scope = allScopes ? DisplayText.scope(outcome.scope()) + "  " : "";
        return scope + DisplayText.outcome(outcome);
    }
}
