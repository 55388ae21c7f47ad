package dev.daybook.server.cli.erasure;

import dev.daybook.LocalDaybook;
import dev.daybook.internal.erasure.ErasureSearch;
import dev.daybook.internal.erasure.FileSearch;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.outcome.ErasureEvidence;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.options.ReleaseVersion;
import dev.daybook.server.cli.terminal.ProgressLine;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The erasure proof of a command: its search with progress, its answer and its lines. */
final class ForgottenTexts {

    private final DaybookCommand root;
    private final ErasureSearch proof;
    private final ProofOptions options;
    private final SearchedBackups backups;
    private @Nullable ErasureEvidence evidence;

    ForgottenTexts(DaybookCommand root, ErasureSearch proof, ProofOptions options) {
        this.root = root;
        this.proof = proof;
        this.options = options;
        this.backups = new SearchedBackups(root.options().masterKeys());
    }

    /** Searches the decrypted records before the forget. */
    void searchRecords(LocalDaybook daybook) {
        proof.searchRecords(daybook);
    }

    /** Searches the folder before the forget; a daybook of this command must be closed. */
    void searchBefore() {
        ProgressLine progress = progress();
        proof.searchBefore(files(progress));
        progress.clear();
    }

    private ProgressLine progress() {
        ProgressLine progress = new ProgressLine(root.terminal());
        progress.at("searching the files");
        return progress;
    }

    private FileSearch files(ProgressLine progress) {
        FileSearch folder = root.options().isForwarded()
                ? FileSearch.ofOpen(root.options().folder())
                : FileSearch.ofClosed(root.options().folder(), file -> progress.at("searching " + file.getFileName()));
        return folder.also(options.places(root));
    }

    /** Reads everything that stays. */
    void exclude(LocalDaybook daybook) {
        proof.exclude(daybook);
    }

    /** Searches the folder after the forget, when the daybook is closed, and returns the answer. */
    Map<String, @Nullable Object> proof() {
        ProgressLine progress = progress();
        backups.search(proof, root.options().folder(), options.places(root), progress);
        ErasureEvidence now = proof.searchAfter(files(progress));
        progress.clear();
        evidence = now;
        Map<String, @Nullable Object> answer = PlainJson.object("texts", now.texts());
        answer.put("searched", now.searched());
        answer.put("shortTexts", now.shortTexts());
        answer.put("stillSaid", now.stillSaid());
        answer.put("files", now.files());
        answer.put("bytes", now.bytes());
        if (now.foundBefore() != null) {
            answer.put("foundBefore", now.foundBefore());
        }
        answer.put("found", now.found());
        List<Object> where = new ArrayList<>();
        now.foundIn().forEach((file, texts) -> {
            Map<String, @Nullable Object> place = PlainJson.object("file", file.toString());
            place.put("texts", texts);
            where.add(place);
        });
        answer.put("foundIn", where);
        List<Object> unsearched = new ArrayList<>();
        now.unsearchedFiles().forEach((file, reason) -> {
            Map<String, @Nullable Object> place = PlainJson.object("file", file.toString());
            place.put("reason", reason);
            unsearched.add(place);
        });
        answer.put("unsearchedFiles", unsearched);
        answer.put("decryptedBackups", texts(backups.decrypted()));
        answer.put("unreadableBackups", texts(backups.unreadable()));
        answer.put("proved", proves());
        return answer;
    }

    private static List<String> texts(List<Path> files) {
        return files.stream().map(Path::toString).toList();
    }

    /**
     * Signs the result and writes it, if a certificate was asked for.
     *
     * @param answer the answer of the command with its proof
     * @param othersAgree whether everything else that the command checked holds: a receipt, the audit log
     */
    void certify(Map<String, @Nullable Object> answer, boolean othersAgree) {
        Map<String, @Nullable Object> statement =
                PlainJson.object("issuedAt", IsoTimes.format(OffsetDateTime.now(ZoneId.systemDefault())));
        statement.put("version", new ReleaseVersion().getVersion()[0]);
        statement.put("proved", proves() && othersAgree);
        statement.putAll(answer);
        if (evidence != null) {
            List<Object> files = new ArrayList<>();
            evidence.searchedFiles().forEach((searched, bytes) -> {
                Map<String, @Nullable Object> file = PlainJson.object("file", searched.toString());
                file.put("bytes", bytes);
                files.add(file);
            });
            statement.put("searchedFiles", files);
        }
        options.write(root, statement);
    }

    /** Returns whether no text was found, and nothing hindered the search of a place. */
    boolean nothingFound() {
        return evidence != null
                && evidence.nothingFound()
                && evidence.unsearchedFiles().isEmpty()
                && backups.unreadable().isEmpty();
    }

    /** Returns whether the search shows that the texts are gone: there were some, and it looked for each of them. */
    boolean proves() {
        return evidence != null && evidence.texts() > 0 && evidence.isComplete() && nothingFound();
    }

    /** Returns how many of the texts an entry that stays still contains. */
    int stillSaid() {
        return evidence == null ? 0 : evidence.stillSaid();
    }

    static void print(PrintStream out, Map<?, ?> proof) {
        // A certificate of an earlier version comes from a search without escapes, and without short texts.
        boolean isEarlier = proof.containsKey("notSearched");
        out.println("Proof: " + proof.get("searched") + " of " + proof.get("texts")
                + " forgotten texts searched as UTF-8 and UTF-16" + (isEarlier ? "" : ", with and without escapes,")
                + " in "
                + proof.get("files") + " files, " + proof.get("bytes") + " bytes, and in every decrypted record.");
        if (proof.containsKey("foundBefore")) {
            out.println("  before: found " + proof.get("foundBefore"));
        }
        out.println("  after:  found " + proof.get("found"));
        if (isSome(proof.get("shortTexts"))) {
            out.println("  shorter than " + ErasureEvidence.MIN_TEXT_LENGTH + " characters: " + proof.get("shortTexts")
                    + ", searched as whole lines, quoted strings and fields");
        }
        if (isSome(proof.get("notSearched"))) {
            out.println("  NOT SEARCHED: " + proof.get("notSearched") + " texts, short or of entries that stay");
        }
        if (isSome(proof.get("stillSaid"))) {
            out.println("  NOT SEARCHED: " + proof.get("stillSaid") + " texts of entries that stay;"
                    + " 'daybook recall --by text' finds them");
        }
        each(proof.get("unsearchedFiles"), file -> out.println("  NOT SEARCHED: " + file));
        if (proof.get("decryptedBackups") instanceof List<?> backups && !backups.isEmpty()) {
            out.println("  decrypted backups: " + backups.size());
        }
        each(proof.get("unreadableBackups"), backup -> out.println("  NOT READABLE as a backup: " + backup));
        each(proof.get("foundIn"), place -> out.println("  FOUND: " + place));
        if (Boolean.FALSE.equals(proof.get("proved"))) {
            out.println("  NOT PROVED");
        }
    }

    private static boolean isSome(@Nullable Object number) {
        return number instanceof Number some && some.intValue() > 0;
    }

    private static void each(@Nullable Object list, Consumer<@Nullable Object> print) {
        if (list instanceof List<?> all) {
            all.forEach(print);
        }
    }
}
