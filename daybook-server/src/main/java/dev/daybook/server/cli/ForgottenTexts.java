package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.data.Entry;
import dev.daybook.data.Quarantined;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.Session;
import dev.daybook.data.Space;
import dev.daybook.server.json.Answers;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The texts that a forget takes away, followed from before it to after it; or those that one is said to have taken. */
final class ForgottenTexts {

    private final DaybookCommand daybook;
    private final ErasureProof proof = new ErasureProof();
    private FileSearch.@Nullable Found before;
    private FileSearch.@Nullable Found after;

    ForgottenTexts(DaybookCommand daybook) {
        this.daybook = daybook;
    }

    /** Reads the texts that will go. */
    void collect(Memory memory, Selection selection) {
        Set<Ref> reach = new HashSet<>(memory.previewEntries(selection));
        each(memory, entry -> {
            if (reach.contains(new Ref(memory.scope(), entry.kind(), entry.id()))) {
                ErasureProof.texts(entry, proof::willGo);
            }
        });
    }

    /** Takes texts that somebody says were forgotten. */
    void collect(List<String> texts) {
        texts.forEach(proof::willGo);
    }

    /** Searches the folder while the texts are there; a daybook of this command must be closed. */
    void searchBefore() {
        before = search();
    }

    private FileSearch.Found search() {
        Progress progress = new Progress(daybook.terminal);
        progress.at("searching the files");
        FileSearch.Found found = proof.search(daybook.folder(), daybook.isGuest(), progress);
        progress.clear();
        return found;
    }

    /** Reads all that stayed, in every space: a text that somebody else said too proves nothing. */
    void leaveOutWhatStays(Daybook open) {
        List<Space> spaces = all(open.spaces());
        for (Space space : spaces) {
            MemorySpace memorySpace = open.space(space.id());
            proof.stays(space.id());
            for (Scope scope : all(memorySpace.scopes())) {
                Memory memory = memorySpace.memory(scope);
                proof.stays(scope.code());
                for (Session session : memory.sessions().list()) {
                    proof.stays(session.id());
                    proof.stays(Objects.requireNonNullElse(session.name(), ""));
                }
                each(memory, entry -> ErasureProof.texts(entry, proof::stays));
            }
        }
    }

    /** Searches the folder again, when the daybook is closed, and tells what came of it. */
    Map<String, @Nullable Object> proof() {
        FileSearch.Found now = search();
        after = now;
        Map<String, @Nullable Object> answer = Answers.with("texts", proof.texts());
        answer.put("searched", proof.searched());
        answer.put("notSearched", proof.texts() - proof.searched());
        answer.put("files", now.files());
        answer.put("bytes", now.bytes());
        if (before != null) {
            answer.put("foundBefore", proof.textsOf(before));
        }
        answer.put("found", proof.textsOf(now));
        List<Object> where = new ArrayList<>();
        now.byFile().forEach((file, found) -> {
            if (proof.textsOf(found) > 0) {
                Map<String, @Nullable Object> place = Answers.with("file", file.toString());
                place.put("texts", proof.textsOf(found));
                where.add(place);
            }
        });
        answer.put("foundIn", where);
        return answer;
    }

    boolean nothingFound() {
        return after != null && proof.textsOf(after) == 0;
    }

    /** How many of the texts an entry that is there still says. */
    int stillSaid() {
        return proof.texts() - proof.searched() - proof.tooShort();
    }

    static void print(PrintStream out, Map<?, ?> proof) {
        out.println("Proof: " + proof.get("searched") + " of " + proof.get("texts")
                + " forgotten texts searched as UTF-8 and UTF-16 in "
                + proof.get("files") + " files, " + proof.get("bytes") + " bytes.");
        if (proof.containsKey("foundBefore")) {
            out.println("  before: found " + proof.get("foundBefore"));
        }
        out.println("  after:  found " + proof.get("found"));
        if (!Long.valueOf(0).equals(((Number) Objects.requireNonNull(proof.get("notSearched"))).longValue())) {
            out.println("  not searched: " + proof.get("notSearched") + " (shorter than " + Probes.SHORTEST_TEXT
                    + " characters, or still said in an entry that stays)");
        }
        if (proof.get("foundIn") instanceof List<?> where) {
            where.forEach(place -> out.println("  FOUND: " + place));
        }
    }

    /** All entries, those in quarantine too: their texts stand in the files as others do. */
    private static void each(Memory memory, Consumer<Entry> each) {
        each(memory.exportAll(), each);
        for (Quarantined there : memory.quarantine().list()) {
            each(memory.quarantine().entries(there.operation()), each);
        }
    }

    private static void each(Stream<Entry> some, Consumer<Entry> each) {
        try (Stream<Entry> entries = some) {
            for (Iterator<Entry> all = entries.iterator(); all.hasNext(); ) {
                each.accept(all.next());
            }
        }
    }

    private static <T> List<T> all(Stream<T> stream) {
        try (stream) {
            return stream.toList();
        }
    }
}
