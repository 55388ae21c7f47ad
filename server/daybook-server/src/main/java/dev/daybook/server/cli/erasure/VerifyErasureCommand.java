package dev.daybook.server.cli.erasure;

import dev.daybook.LocalDaybook;
import dev.daybook.internal.erasure.ErasureSearch;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.cli.terminal.FindingsOutput;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.json.Utf8Text;
import dev.daybook.server.problem.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "verify-erasure",
        header = "Verifies that all erased entries of every scope are gone.",
        description = {
            "Waits until the bytes of every erasure have left the files, then checks the integrity of the memory and of"
                    + " its audit log, and that no erased id is in use again. With --texts, it also searches every file of the"
                    + " data folder for the erased texts."
        },
        sortOptions = false)
final class VerifyErasureCommand implements Callable<Integer> {

    private static final long MAX_WAIT_SECONDS = Duration.ofDays(1).toSeconds();

    @ParentCommand
    private DaybookCommand root;

    @Option(names = "--wait", paramLabel = "SECONDS", description = "Longest wait for the bytes (default 600).")
    private long wait = ErasureCommands.MAX_WAIT.toSeconds();

    @Option(
            names = "--texts",
            paramLabel = "FILE|-",
            description = "Erased texts to search for, one a line; - reads them from stdin.")
    private @Nullable String file;

    @Mixin
    private ProofOptions proofOptions;

    @Override
    public Integer call() {
        root.options().scope();
        if (wait < 0 || wait > MAX_WAIT_SECONDS) {
            throw root.options().wrongUsage("--wait is " + wait + "; use 0 to " + MAX_WAIT_SECONDS + " seconds");
        }
        root.opener().requireMemory();
        if (proofOptions.isGiven() && file == null) {
            throw root.options().wrongUsage("--also and --certificate need the erased texts; add --texts");
        }
        proofOptions.check(root);
        ForgottenTexts texts = null;
        if (file != null) {
            root.options()
                    .requireFolder("verify-erasure --texts", "leave --texts out to verify the records of the erasures");
            texts = new ForgottenTexts(root, ErasureSearch.of(lines(file)), proofOptions);
        }
        HealthReport health;
        try (LocalDaybook daybook = root.opener().openExisting()) {
            ErasureReceipt all = new ErasureReceipt(
                    "",
                    Map.of(),
                    OffsetDateTime.now(ZoneId.systemDefault()),
                    ErasureReceipt.ALL,
                    ErasureReceipt.Bytes.PENDING,
                    0);
            ForgetCommand.wait(
                    root.terminal(), daybook.space(Space.DEFAULT.id()).anonymous(), all, Duration.ofSeconds(wait));
            health = daybook.maintenance().verifyErasure(Duration.ZERO);
            if (texts != null) {
                texts.exclude(daybook);
            }
        }
        boolean proved = health.ok();
        Map<String, @Nullable Object> answer = AnswerJson.health(health);
        if (texts != null) {
            answer.put("texts", texts.proof());
            proved &= texts.proves();
        }
        answer.put("ok", proved);
        tell(health, answer);
        if (texts != null) {
            texts.certify(answer, health.ok());
        }
        return proved ? ExitCode.DONE : ExitCode.FAILED;
    }

    private List<String> lines(String file) {
        String text = file.equals("-")
                ? root.terminal().readAll()
                : read(root.terminal().path("--texts", Path.of(file)));
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty()) {
            throw root.options().wrongUsage("--texts '" + file + "' has no lines; give one text a line");
        }
        return lines;
    }

    private static String read(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new NotFoundException("--texts '" + path + "' is not a file; name a file, or - for stdin");
        }
        try {
            return Utf8Text.text("--texts", Files.readAllBytes(path));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    private void tell(HealthReport health, Map<String, @Nullable Object> answer) {
        if (root.output().isJson()) {
            root.output().print(answer);
            return;
        }
        health.findings().forEach(finding -> FindingsOutput.print(root.terminal(), finding));
        if (answer.get("texts") instanceof Map<?, ?> search) {
            ForgottenTexts.print(root.terminal().out(), search);
        }
    }
}
