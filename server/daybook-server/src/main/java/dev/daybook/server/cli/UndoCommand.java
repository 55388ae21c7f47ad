package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.outcome.DerivationOutcome;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "undo",
        header = "Undoes a derivation: withdraws the entries that it wrote.",
        description = "An erasure cannot be undone.",
        sortOptions = false)
final class UndoCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Parameters(paramLabel = "OPERATION", description = "Id of the operation, as printed by 'daybook consolidate'.")
    private String operation;

    @Override
    public Integer call() {
        daybook.scope();
        try (Daybook open = daybook.openExisting()) {
            DerivationOutcome undone = daybook.known(
                    open, operation, () -> daybook.memory(open).operations().undo(operation));
            if (daybook.json()) {
                daybook.print(OutcomeCodec.OUTCOME.write(undone));
            } else {
                daybook.terminal.note(
                        "Undone: " + undone.derivation() + ". Redo it with: daybook undo " + undone.operation());
            }
            return ExitCode.DONE;
        }
    }
}
