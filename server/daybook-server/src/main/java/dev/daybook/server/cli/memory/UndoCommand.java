package dev.daybook.server.cli.memory;

import dev.daybook.Daybook;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.problem.NotFoundException;
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
    private DaybookCommand root;

    @Parameters(paramLabel = "OPERATION", description = "Id of the operation, as printed by 'daybook consolidate'.")
    private String operation;

    @Override
    public Integer call() {
        return root.working(root.opener()::openExisting, daybook -> {
            DerivationOutcome undone = undone(daybook);
            return root.answer(
                    () -> OutcomeCodec.OUTCOME.write(undone),
                    () -> root.output()
                            .note("Undone: " + undone.derivation() + ". Redo it with: daybook undo "
                                    + undone.operation()));
        });
    }

    private DerivationOutcome undone(Daybook daybook) {
        try {
            return root.options().memory(daybook).operations().undo(operation);
        } catch (IllegalArgumentException refused) {
            if (daybook.auditEntry(operation).isEmpty()) {
                throw new NotFoundException(String.valueOf(refused.getMessage()), refused);
            }
            throw refused;
        }
    }
}
