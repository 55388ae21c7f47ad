package dev.daybook.testkit.agent;

import dev.daybook.LocalDaybook;
import dev.daybook.MemorySpace;
import dev.daybook.internal.erasure.ErasureSearch;
import dev.daybook.internal.erasure.FileSearch;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureEvidence;
import dev.daybook.outcome.HealthReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The search of a whole daybook, its views and its files, for one text. */
final class ForgottenText {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final LocalDaybook daybook;
    private final String text;
    private final ErasureSearch proof;

    ForgottenText(LocalDaybook daybook, String text) {
        if (text.length() < ErasureEvidence.MIN_TEXT_LENGTH) {
            throw new IllegalArgumentException("text has " + text.length() + " characters, and short texts are in files"
                    + " for other reasons; give at least " + ErasureEvidence.MIN_TEXT_LENGTH
                    + ", such as a whole message");
        }
        this.daybook = daybook;
        this.text = text;
        this.proof = ErasureSearch.of(List.of(text));
    }

    void assertPresent() {
        if (views().isEmpty()) {
            throw report("the text is not remembered before the forget, so forgetting it proves nothing")
                    .field("expected", "a view that shows it")
                    .field("remedy", "remember it first, in these words; no scope of any space contains it")
                    .error();
        }
        daybook.maintenance().dataFolder().ifPresent(folder -> {
            proof.searchRecords(daybook);
            proof.searchBefore(FileSearch.ofOpen(folder));
        });
    }

    void assertGone() {
        List<String> views = views();
        if (!views.isEmpty()) {
            throw report("a forgotten text is still shown")
                    .field("expected", "no view that shows it")
                    .lines("shown by", views)
                    .field(
                            "remedy",
                            "forget the entries that are listed: memory.forget(Selection.episode(id)), or"
                                    + " daybook.forgetUser(id) for everything of a user")
                    .error();
        }
        Optional<Path> folder = daybook.maintenance().dataFolder();
        if (folder.isPresent()) {
            assertGoneFrom(folder.get());
        }
    }

    private void assertGoneFrom(Path folder) {
        // Waits until the bytes of every forget are gone from the files.
        HealthReport verified = daybook.maintenance().verifyErasure(PATIENCE);
        if (!verified.ok()) {
            throw report("the erasures of this daybook are not verified")
                    .lines("findings", findings(verified))
                    .field("remedy", "see the findings; a copied or restored folder breaks the audit log")
                    .error();
        }
        proof.exclude(daybook);
        ErasureEvidence evidence = proof.searchAfter(FileSearch.ofOpen(folder));
        if (evidence.searched() == 0) {
            throw report("the files cannot be searched for the text")
                    .field("reason", "the id of a space, scope or session contains it, and ids stay after a forget")
                    .field("remedy", "use an id that says nothing about the user")
                    .error();
        }
        Integer before = evidence.foundBefore();
        if (before != null && before == 0) {
            throw report("the files do not contain the text before the forget, so their search proves nothing")
                    .field(
                            "remedy",
                            "give a part of one message exactly as it was written: the same case, without the speaker")
                    .error();
        }
        if (!evidence.unsearchedFiles().isEmpty()) {
            throw report("some files could not be searched for the text")
                    .lines(
                            "not searched",
                            evidence.unsearchedFiles().entrySet().stream()
                                    .map(file -> file.getKey() + ": " + file.getValue())
                                    .toList())
                    .field("remedy", "make them readable, unpack them, or move them out of the folder of the memory")
                    .error();
        }
        if (!evidence.nothingFound()) {
            throw report("a forgotten text is still in the files")
                    .field("expected", "no file that contains it, among " + evidence.files())
                    .lines("found in", files(evidence))
                    .field(
                            "remedy",
                            "if a file of your own is in the folder of the memory, move it; a backup there"
                                    + " contains everything it was made of; anything else is a defect of the store: report it")
                    .error();
        }
    }

    private List<String> views() {
        List<String> views = new ArrayList<>();
        try (Stream<Space> spaces = daybook.spaces()) {
            for (Space space : spaces.toList()) {
                views.addAll(viewsIn(daybook.space(space.id())));
            }
        }
        return views;
    }

    private List<String> viewsIn(MemorySpace space) {
        List<String> views = new ArrayList<>();
        try (Stream<Scope> scopes = space.scopes()) {
            for (Scope scope : scopes.toList()) {
                MemoryViews.of(space.memory(scope))
                        .showing(text)
                        .forEach(view -> views.add(FailureReport.named(scope) + ": " + view));
            }
        }
        return views;
    }

    private static List<String> findings(HealthReport verified) {
        return verified.findings().stream()
                .filter(finding -> finding.level() == HealthReport.Level.FAIL)
                .map(finding -> finding.aspect() + ": " + finding.detail() + "; " + finding.remedy())
                .toList();
    }

    private static List<String> files(ErasureEvidence evidence) {
        return evidence.foundIn().keySet().stream().map(Path::toString).toList();
    }

    private FailureReport report(String headline) {
        return new FailureReport(headline).field("text", TextMatch.quoted(text));
    }
}
