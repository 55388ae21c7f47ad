package dev.daybook.server.cli;

import dev.daybook.data.Block;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Fact;
import dev.daybook.data.Message;
import dev.daybook.data.ToolCall;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks for forgotten texts in every file of a folder, as UTF-8 and as UTF-16 in both byte orders. Looking before the
 * forget shows that the search finds what is there; looking after it shows that it is there no more.
 */
final class ErasureProof {

    private static final List<Charset> ENCODINGS =
            List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE);

    private final Set<String> texts = new LinkedHashSet<>();
    private final List<Integer> textOfNeedle = new ArrayList<>();
    private final BitSet surviving = new BitSet();
    private final List<byte[]> pieces = new ArrayList<>();
    private @Nullable Needles needles;

    /** Every text of an entry that came from outside. */
    static void texts(Entry entry, Consumer<String> each) {
        if (entry instanceof Fact fact) {
            // They are stored apart.
            each.accept(fact.subject());
            each.accept(fact.predicate());
            each.accept(fact.object());
            return;
        }
        if (entry instanceof Block block) {
            each.accept(block.content());
            return;
        }
        if (!(entry instanceof Episode episode)) {
            each.accept(entry.text());
            return;
        }
        for (Message message : episode.messages()) {
            each.accept(message.text());
        }
        for (ToolCall call : episode.toolCalls()) {
            each.accept(call.arguments());
            if (call.result() != null) {
                each.accept(call.result());
            }
        }
        for (Object value : episode.metadata().values()) {
            if (value instanceof String text) {
                each.accept(text);
            }
        }
    }

    void willGo(String text) {
        texts.add(text);
    }

    /** A text that stays: where it holds a piece of a forgotten text, that piece proves nothing. */
    void stays(String text) {
        needles().search(text.getBytes(StandardCharsets.UTF_8), surviving);
    }

    /**
     * Searches all files of a folder.
     *
     * @param isOpen whether this process has the folder open
     */
    FileSearch.Found search(Path folder, boolean isOpen, Progress progress) {
        Needles all = needles();
        return isOpen ? FileSearch.apart(folder, pieces) : FileSearch.here(folder, all, progress);
    }

    /** How many of the searched texts are in any file. */
    int textsOf(FileSearch.Found found) {
        BitSet all = new BitSet();
        found.byFile().values().forEach(all::or);
        return textsOf(all);
    }

    /** How many texts will go. */
    int texts() {
        return texts.size();
    }

    /** The texts that have a piece which stands in nothing that stays. */
    int searched() {
        BitSet every = new BitSet();
        every.set(0, textOfNeedle.size());
        return textsOf(every);
    }

    /** The texts that are too short to be searched. */
    int tooShort() {
        return (int) texts.stream().filter(text -> Probes.of(text).isEmpty()).count();
    }

    /** How many of the searched texts have one of these needles. */
    int textsOf(BitSet found) {
        BitSet owners = new BitSet();
        Set<Integer> excluded = excludedProbes();
        for (int needle = found.nextSetBit(0); needle >= 0; needle = found.nextSetBit(needle + 1)) {
            if (!excluded.contains(needle / ENCODINGS.size())) {
                owners.set(textOfNeedle.get(needle));
            }
        }
        return owners.cardinality();
    }

    private Set<Integer> excludedProbes() {
        Set<Integer> excluded = new LinkedHashSet<>();
        surviving.stream().forEach(needle -> excluded.add(needle / ENCODINGS.size()));
        return excluded;
    }

    private Needles needles() {
        if (needles == null) {
            int number = 0;
            for (String text : texts) {
                for (String probe : Probes.of(text)) {
                    for (Charset encoding : ENCODINGS) {
                        pieces.add(probe.getBytes(encoding));
                        textOfNeedle.add(number);
                    }
                }
                number++;
            }
            needles = new Needles(pieces);
        }
        return needles;
    }
}
