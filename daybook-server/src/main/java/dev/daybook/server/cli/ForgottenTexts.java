package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.erasure.ErasureEvidence;
import dev.daybook.erasure.ErasureProof;
import dev.daybook.erasure.FileSearch;
import dev.daybook.server.json.AnswerJson;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The erasure proof of a command: its search with progress, its answer and its lines. */
final class ForgottenTexts {

    private final DaybookCommand daybook;
    private final ErasureProof proof;
    private @Nullable ErasureEvidence evidence;

    ForgottenTexts(DaybookCommand daybook, ErasureProof proof) {
        this.daybook = daybook;
        this.proof = proof;
    }

    /** Searches the decrypted records before the forget. */
    void searchRecords(Daybook open) {
        proof.searchRecords(open);
    }

    /** Searches the folder before the forget; a daybook of this command must be closed. */
    void searchBefore() {
        ProgressLine progress = progress();
        proof.searchBefore(files(progress));
        progress.clear();
    }

    private ProgressLine progress() {
        ProgressLine progress = new ProgressLine(daybook.terminal);
        progress.at("searching the files");
        return progress;
    }

    private FileSearch files(ProgressLine progress) {
        return daybook.isForwarded()
                ? FileSearch.ofOpen(daybook.folder())
                : FileSearch.ofClosed(daybook.folder(), file -> progress.at("searching " + file.getFileName()));
    }

    /** Reads everything that stays. */
    void exclude(Daybook open) {
        proof.exclude(open);
    }

    /** Searches the folder after the forget, when the daybook is closed, and returns the answer. */
    Map<String, @Nullable Object> proof() {
        ProgressLine progress = progress();
        ErasureEvidence now = proof.searchAfter(files(progress));
        progress.clear();
        evidence = now;
        Map<String, @Nullable Object> answer = AnswerJson.with("texts", now.texts());
        answer.put("searched", now.searched());
        answer.put("notSearched", now.notSearched());
        answer.put("files", now.files());
        answer.put("bytes", now.bytes());
        if (now.foundBefore() != null) {
            answer.put("foundBefore", now.foundBefore());
        }
        answer.put("found", now.found());
        List<Object> where = new ArrayList<>();
        now.foundIn().forEach((file, texts) -> {
            Map<String, @Nullable Object> place = AnswerJson.with("file", file.toString());
            place.put("texts", texts);
            where.add(place);
        });
        answer.put("foundIn", where);
        return answer;
    }

    boolean nothingFound() {
        return evidence != null && evidence.nothingFound();
    }

    /** Returns how many of the texts an entry that stays still contains. */
    int stillSaid() {
        return evidence == null ? 0 : evidence.stillSaid();
    }

    static void print(PrintStream out, Map<?, ?> proof) {
        out.println("Proof: " + proof.get("searched") + " of " + proof.get("texts")
                + " forgotten texts searched as UTF-8 and UTF-16 in "
                + proof.get("files") + " files, " + proof.get("bytes") + " bytes, and in every decrypted record.");
        if (proof.containsKey("foundBefore")) {
            out.println("  before: found " + proof.get("foundBefore"));
        }
        out.println("  after:  found " + proof.get("found"));
        if (!Integer.valueOf(0).equals(proof.get("notSearched"))) {
            out.println("  not searched: " + proof.get("notSearched") + " (shorter than "
                    + ErasureEvidence.SHORTEST_TEXT + " characters, or still part of another entry)");
        }
        if (proof.get("foundIn") instanceof List<?> where) {
            where.forEach(place -> out.println("  FOUND: " + place));
        }
    }
}
