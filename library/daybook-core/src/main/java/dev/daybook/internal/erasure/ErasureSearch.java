package dev.daybook.internal.erasure;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.EntryRef;
import dev.daybook.outcome.ErasureEvidence;
import dev.daybook.query.Selection;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search of an erasure proof: of every file of a folder for the forgotten texts, as UTF-8 and as UTF-16 in both
 * byte orders, with and without the escapes of JSON, and of every record of an encrypting store, decrypted with the keys
 * in the folder. The search before the forget shows that it finds the texts, the search after it that they are gone.
 * Erased records of an encrypting store may remain in its files as ciphertext; their keys are destroyed.
 *
 * <p>The steps: {@link #of(Memory, Selection)}, {@link #searchRecords}, {@link #searchBefore}, the forget, {@link #exclude},
 * {@link #searchAfter}. Not thread-safe.
 */
public final class ErasureSearch {

    private static final List<Charset> ENCODINGS =
            List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE);

    /** Stands for the decrypted records among the files. */
    private static final Path RECORDS = Path.of("decrypted records");

    private final int texts;
    private final BitSet shortTexts = new BitSet();

    /** The text of each needle, and its probe: the needles of a probe differ in their encoding only. */
    private final List<Integer> textOfNeedle = new ArrayList<>();

    private final List<Integer> probeOfNeedle = new ArrayList<>();
    private final List<byte[]> pieces = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();
    private final TextSearch textSearch;
    private final BitSet surviving = new BitSet();

    /** The needles in decrypted records: those of the daybook, and those of each searched backup. */
    private final Map<Path, BitSet> records = new LinkedHashMap<>();

    private FolderScan.@Nullable ScanResult before;

    private ErasureSearch(Set<SearchedText> given) {
        int number = 0;
        Map<Integer, String> whole = new LinkedHashMap<>();
        for (SearchedText text : given) {
            List<String> probes = new ArrayList<>(TextProbes.of(text.text()));
            if (probes.isEmpty()) {
                whole.put(number, text.text());
            }
            shortTexts.set(number, probes.isEmpty() || !text.layouts().isEmpty());
            probes.addAll(text.layouts());
            for (String probe : probes) {
                add(probe, number);
            }
            number++;
        }
        texts = number;
        int probe = pieces.size();
        for (Map.Entry<Integer, String> text : whole.entrySet()) {
            values.add(text.getValue().getBytes(StandardCharsets.UTF_8));
            textOfNeedle.add(text.getKey());
            probeOfNeedle.add(probe++);
        }
        textSearch = new TextSearch(pieces, values);
    }

    private void add(String probe, int text) {
        if (probe.getBytes(StandardCharsets.UTF_8).length < ByteSearch.KEY_BYTES) {
            return;
        }
        int first = pieces.size();
        for (Charset encoding : ENCODINGS) {
            pieces.add(probe.getBytes(encoding));
            textOfNeedle.add(text);
            probeOfNeedle.add(first);
        }
    }

    /** Reads the texts that a forget would erase; call it before the forget. */
    public static ErasureSearch of(Memory memory, Selection selection) {
        Set<EntryRef> reach = new HashSet<>(memory.preview(selection).entries());
        Set<SearchedText> texts = new LinkedHashSet<>();
        EntryTexts.entries(memory, entry -> {
            if (reach.contains(new EntryRef(memory.scope(), entry.kind(), entry.id()))) {
                EntryTexts.of(entry, text -> addText(text, texts));
            }
        });
        return new ErasureSearch(texts);
    }

    /** Creates a proof for the texts of an earlier forget, for a caller that still has them. */
    public static ErasureSearch of(Collection<String> texts) {
        Set<SearchedText> given = new LinkedHashSet<>();
        texts.forEach(text -> addText(new SearchedText(text), given));
        return new ErasureSearch(given);
    }

    private static void addText(SearchedText text, Set<SearchedText> texts) {
        if (!text.text().isBlank()) {
            texts.add(text);
        }
    }

    /** Searches the decrypted records of a daybook. The following search of the files counts them as well. */
    public void searchRecords(LocalDaybook daybook) {
        searchRecords(RECORDS, daybook);
    }

    /**
     * Searches the decrypted records of a backup, which has keys of its own. The following search of the files counts
     * them as well.
     *
     * @param restored a daybook in a folder into which the backup was restored
     */
    public void searchBackup(Path backup, LocalDaybook restored) {
        searchRecords(Path.of("decrypted records of " + backup), restored);
    }

    private void searchRecords(Path place, LocalDaybook daybook) {
        BitSet found = new BitSet();
        daybook.maintenance().decryptRecords(record -> textSearch.searchRecord(record, found));
        records.put(place, found);
    }

    /** Searches the files before the forget. */
    public void searchBefore(FileSearch files) {
        before = search(files);
    }

    private FolderScan.ScanResult search(FileSearch files) {
        FolderScan.ScanResult found = files.run(pieces, values);
        for (Map.Entry<Path, BitSet> each : records.entrySet()) {
            found = found.with(each.getKey(), each.getValue());
        }
        return found;
    }

    /**
     * Reads every remaining entry of every space, and the decrypted records. A piece of a forgotten text that another
     * entry contains proves nothing and is not searched.
     */
    public void exclude(LocalDaybook daybook) {
        searchRecords(daybook);
        EntryTexts.of(daybook, text -> {
            search(text.text());
            text.layouts().forEach(this::search);
        });
    }

    private void search(String staying) {
        textSearch.searchText(staying.getBytes(StandardCharsets.UTF_8), surviving);
    }

    /** Searches the files after the forget. */
    public ErasureEvidence searchAfter(FileSearch files) {
        FolderScan.ScanResult now = search(files);
        Map<Path, Integer> foundIn = new LinkedHashMap<>();
        now.byFile().forEach((file, found) -> {
            int number = textsOf(found);
            if (number > 0) {
                foundIn.put(file, number);
            }
        });
        BitSet every = new BitSet();
        every.set(0, textOfNeedle.size());
        BitSet searched = owners(every);
        // Of a short text nobody can say whose it was, so an entry that stays and says it too does not matter.
        searched.or(shortTexts);
        return new ErasureEvidence(
                texts,
                searched.cardinality(),
                shortTexts.cardinality(),
                now.files(),
                now.unsearched(),
                before == null ? null : textsOf(before),
                textsOf(now),
                foundIn);
    }

    private int textsOf(FolderScan.ScanResult found) {
        BitSet all = new BitSet();
        found.byFile().values().forEach(all::or);
        return textsOf(all);
    }

    private int textsOf(BitSet found) {
        return owners(found).cardinality();
    }

    /** Returns the texts with one of these needles, except needles that a remaining entry contains. */
    private BitSet owners(BitSet found) {
        Set<Integer> excluded = new HashSet<>();
        surviving.stream().forEach(needle -> excluded.add(probeOfNeedle.get(needle)));
        BitSet owners = new BitSet();
        for (int needle = found.nextSetBit(0); needle >= 0; needle = found.nextSetBit(needle + 1)) {
            if (!excluded.contains(probeOfNeedle.get(needle))) {
                owners.set(textOfNeedle.get(needle));
            }
        }
        return owners;
    }
}
