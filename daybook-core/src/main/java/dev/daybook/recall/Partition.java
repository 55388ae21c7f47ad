package dev.daybook.recall;

import dev.daybook.codec.StoredVectors;
import dev.daybook.codec.VectorCodec;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.words.English;
import dev.daybook.words.IndexedMessage;
import dev.daybook.words.TermRecord;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The image of one scope in memory: for each message its words, its speaker, its neighbours; for each entry its time, its
 * session and its vector. Everything is exact and belongs to this scope alone: how rare a word is for one user never
 * depends on another.
 *
 * <p>A message is a number from 0. What is scored by words is a <em>unit</em>: a whole message, and for long messages
 * also overlapping passages, so that a sentence is found in a long answer. Messages of replaced entries stay as dead
 * numbers until the partition is loaded anew. Not thread-safe; {@link Partitions} guards it.
 */
final class Partition {

    /** Words in a passage and how far the next one begins: the length of a chat message, half overlapping. */
    static final int PASSAGE_WORDS = 60;

    private static final int PASSAGE_STEP = 30;

    /**
     * What of a speaker's name is held, and how many of its words stand in each passage. Names are short where they are
     * written now; one from before may be as long as a book, and it is indexed once for each passage.
     */
    private static final int NAME_CHARACTERS = 512;

    private static final int NAME_WORDS = 16;

    /** So many words of one entry are found: those of ten novels' chapters. One of more is there, and costs no more. */
    private static final int ENTRY_WORDS = 300_000;

    /** In three units: its term, and what sorting takes. */
    private static final long BYTES_OF_A_WORD = 36;

    private static final long SECONDS_OF_A_DAY = 86_400;

    /** Marks of a message. In one byte each: a first recall asks for them some hundred thousand times, before anything is compiled. */
    private static final byte BY_USER = 1;

    private static final byte BY_ASSISTANT = 1 << 1;
    private static final byte ASKS = 1 << 2;
    private static final byte DEAD = 1 << 3;

    private final @Nullable String vectorSidecar;

    private final List<Slot> slots = new ArrayList<>();
    private final Map<Key, Integer> slotOfKey = new HashMap<>();
    private final VectorTable entryVectors = new VectorTable();
    private final VectorTable messageVectors = new VectorTable();

    private int messageCount;
    private int[] slotOfMessage = new int[16];
    private int[] unitOfMessage = new int[16];
    private @Nullable String[] names = new @Nullable String[16];
    private byte[] marks = new byte[16];
    private int deadCount;
    private final BitSet deadSlots = new BitSet();

    private int unitCount;
    private int[] messageOfUnit = new int[16];
    private int[] unitLengths = new int[16];
    private boolean[] passages = new boolean[16];
    private final WordIndex words = new WordIndex();

    private final Map<Long, int[]> dates = new HashMap<>();
    private long lastDay = Long.MIN_VALUE;
    private int[] lastDate = {};
    private final Map<String, int[]> numbersOfTexts = new HashMap<>();

    /** Each name once: there are few, and every message may have one. */
    private final Map<String, String> onlyNames = new HashMap<>();

    private long bytes;

    private Layout layout;
    private boolean laidOut = true;

    Partition(@Nullable String vectorSidecar) {
        this.vectorSidecar = vectorSidecar;
        this.layout = new Layout(this);
    }

    /** Takes in what the store says of an entry: a new one, a new version, or a vector for the same content. */
    void take(Row row) {
        Integer known = slotOfKey.get(row.key());
        if (known != null && slots.get(known).row().contentRevision() == row.contentRevision()) {
            takeVectors(row, known);
            return;
        }
        if (known != null) {
            Slot old = slots.get(known);
            for (int message = old.firstMessage(); message < old.firstMessage() + old.messages(); message++) {
                marks[message] |= DEAD;
            }
            deadCount += old.messages();
            deadSlots.set(known);
            slotOfKey.remove(row.key());
            laidOut = false;
        }
        // Blocks are always in the context, and what was superseded, folded or removed is read by other ways.
        if (row.key().kind() == Kind.BLOCK || !row.status().equals(Put.LIVE)) {
            return;
        }
        Blob terms = row.sidecars().get(TermRecord.SIDECAR);
        TermRecord.Indexed record = terms == null ? TermRecord.Indexed.EMPTY : TermRecord.read(terms, words.terms());
        slotOfKey.put(row.key(), slots.size());
        slots.add(new Slot(withoutSidecars(row), messageCount, record.messages().size()));
        long day = Math.floorDiv(row.time().getEpochSecond() + record.offsetSeconds(), SECONDS_OF_A_DAY);
        int left = ENTRY_WORDS;
        for (IndexedMessage message : record.messages()) {
            int length = Math.min(left, message.words());
            addMessage(message, length, day);
            left -= length;
        }
        takeVectors(row, slots.size() - 1);
        laidOut = false;
        bytes += 200 + 2L * row.key().id().length();
    }

    private void takeVectors(Row row, int number) {
        Blob sidecar = vectorSidecar == null ? null : row.sidecars().get(vectorSidecar);
        if (sidecar == null || entryVectors.has(number)) {
            return;
        }
        StoredVectors vectors = VectorCodec.read(sidecar);
        // Each once: an entry of one message shares its vector with it.
        Direction[] directions =
                Arrays.stream(vectors.distinct()).map(Direction::taking).toArray(Direction[]::new);
        entryVectors.put(number, directions[vectors.entry()]);
        Slot slot = slots.get(number);
        for (int index = 0; index < Math.min(slot.messages(), vectors.messages()); index++) {
            messageVectors.put(slot.firstMessage() + index, directions[vectors.message(index)]);
        }
        for (Direction direction : directions) {
            bytes += direction.bytes();
        }
    }

    private static Row withoutSidecars(Row row) {
        return new Row(
                row.key(),
                row.position(),
                row.revision(),
                row.contentRevision(),
                row.session(),
                row.time(),
                row.status(),
                Map.of());
    }

    private void addMessage(IndexedMessage line, int length, long day) {
        int message = messageCount++;
        if (message == slotOfMessage.length) {
            slotOfMessage = Arrays.copyOf(slotOfMessage, message * 2);
            unitOfMessage = Arrays.copyOf(unitOfMessage, message * 2);
            names = Arrays.copyOf(names, message * 2);
            marks = Arrays.copyOf(marks, message * 2);
        }
        slotOfMessage[message] = slots.size() - 1;
        marks[message] = marks(line);
        names[message] = line.name() == null ? null : once(beginning(line.name()));
        unitOfMessage[message] = unitCount;
        int[] around = around(names[message], day);
        addUnit(message, line, 0, length, around);
        // The last begins where a whole step is left: a passage of a word or two would count that word too much.
        for (int from = 0; length > PASSAGE_WORDS && from + PASSAGE_STEP < length; from += PASSAGE_STEP) {
            addUnit(message, line, from, Math.min(length, from + PASSAGE_WORDS), around);
            passages[unitCount - 1] = true;
        }
        bytes += 40;
    }

    private static byte marks(IndexedMessage line) {
        int speaker =
                line.role().equals(Message.USER) ? BY_USER : line.role().equals(Message.ASSISTANT) ? BY_ASSISTANT : 0;
        return (byte) (line.asks() ? speaker | ASKS : speaker);
    }

    private static String beginning(String name) {
        if (name.length() <= NAME_CHARACTERS) {
            return name;
        }
        boolean splits = Character.isHighSurrogate(name.charAt(NAME_CHARACTERS - 1));
        return name.substring(0, splits ? NAME_CHARACTERS - 1 : NAME_CHARACTERS);
    }

    private String once(String name) {
        String before = onlyNames.putIfAbsent(name, name);
        if (before == null) {
            bytes += 200 + 2L * name.length();
        }
        return before == null ? name : before;
    }

    /** People ask by who said it and when; both are part of what is found. */
    private int[] around(@Nullable String name, long day) {
        if (day != lastDay) {
            lastDate = dates.computeIfAbsent(day, this::date);
            lastDay = day;
        }
        return name == null ? lastDate : joined(lastDate, numbersOf(name));
    }

    private int[] date(long day) {
        LocalDate date = LocalDate.ofEpochDay(day);
        return joined(numbers(DateTerms.dayAndMonth(date)), numbersOf(Integer.toString(date.getYear())));
    }

    private int[] numbersOf(String text) {
        return numbersOfTexts.computeIfAbsent(
                text,
                unknown -> numbers(
                        English.terms(unknown).stream().limit(NAME_WORDS).toList()));
    }

    private static int[] joined(int[] one, int[] other) {
        int[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private int[] numbers(List<String> terms) {
        return terms.stream().mapToInt(words.terms()::number).toArray();
    }

    private void addUnit(int message, IndexedMessage line, int from, int to, int[] around) {
        int unit = unitCount++;
        if (unit == messageOfUnit.length) {
            messageOfUnit = Arrays.copyOf(messageOfUnit, unit * 2);
            unitLengths = Arrays.copyOf(unitLengths, unit * 2);
            passages = Arrays.copyOf(passages, unit * 2);
        }
        messageOfUnit[unit] = message;
        unitLengths[unit] = to - from + around.length;
        words.add(line, from, to);
        words.add(around);
        words.endUnit();
    }

    /** The entries, dead ones too; see {@link #isLive(int)}. */
    List<Slot> slots() {
        return slots;
    }

    boolean isLive(int slot) {
        return !deadSlots.get(slot);
    }

    /** Whether each entry has its vector. */
    boolean isEmbedded() {
        BitSet missing = new BitSet(slots.size());
        missing.set(0, slots.size());
        missing.andNot(deadSlots);
        missing.andNot(entryVectors.present());
        return missing.isEmpty();
    }

    /** The number of the slot of an entry, or -1. */
    int slotOf(Key key) {
        return slotOfKey.getOrDefault(key, -1);
    }

    /** Whether it holds the vectors of a sidecar; null: of any, or none. */
    boolean isOf(@Nullable String sidecar) {
        return sidecar == null || sidecar.equals(vectorSidecar);
    }

    /** The vectors of the entries, by slot. */
    VectorTable entryVectors() {
        return entryVectors;
    }

    /** The vectors of the messages. */
    VectorTable messageVectors() {
        return messageVectors;
    }

    int messageCount() {
        return messageCount;
    }

    boolean isDead(int message) {
        return (marks[message] & DEAD) != 0;
    }

    int slotOfMessage(int message) {
        return slotOfMessage[message];
    }

    /** The number of the session of a message; -1 if it is in none, or dead. */
    int sessionOf(int message) {
        return layout.sessionOf(message);
    }

    List<String> sessions() {
        return layout.sessions();
    }

    /** How many words the live messages of a session have together. */
    double sessionLength(int session) {
        return layout.sessionLength(session);
    }

    /** Whether a user said a message. */
    boolean isByUser(int message) {
        return (marks[message] & BY_USER) != 0;
    }

    @Nullable
    String name(int message) {
        return names[message];
    }

    /** The names of all who speak in live messages. */
    Set<String> speakers() {
        return layout.speakers();
    }

    int liveMessages() {
        return layout.liveMessages();
    }

    /** How many words a live message has on average. */
    double meanLength() {
        return layout.meanLength();
    }

    /** The unit that is the whole message. */
    int unitOf(int message) {
        return unitOfMessage[message];
    }

    /** Whether a message is there and an assistant said it; false for the -1 that stands for no neighbour. */
    boolean isByAssistant(int message) {
        return message >= 0 && (marks[message] & BY_ASSISTANT) != 0;
    }

    /** Whether a message ends in a question. */
    boolean asks(int message) {
        return (marks[message] & ASKS) != 0;
    }

    int unitCount() {
        return unitCount;
    }

    /** Whether each unit is a whole message, and each message is live. */
    boolean isPlain() {
        return deadCount == 0 && unitCount == messageCount;
    }

    int messageOfUnit(int unit) {
        return messageOfUnit[unit];
    }

    boolean isPassage(int unit) {
        return passages[unit];
    }

    int unitLength(int unit) {
        return unitLengths[unit];
    }

    @Nullable
    Postings postings(String term) {
        return words.postings(term);
    }

    /**
     * Whether an entry may be taken in without more memory than a limit, as far as its size beside the store shows: a word
     * of it is at least a byte there, and stands in a message and in two passages of it.
     */
    boolean hasRoomFor(Row row, long limit) {
        Blob terms = row.sidecars().get(TermRecord.SIDECAR);
        long words = terms == null ? 0 : Math.min(ENTRY_WORDS, terms.size());
        Blob vectors = vectorSidecar == null ? null : row.sidecars().get(vectorSidecar);
        return bytes() + BYTES_OF_A_WORD * words + (vectors == null ? 0 : vectors.size()) <= limit;
    }

    /** About how much memory it takes. */
    long bytes() {
        return bytes + words.bytes() + entryVectors.bytes() + messageVectors.bytes();
    }

    /** Whether so much of it is dead that it should be loaded anew. */
    boolean isWorn() {
        return messageCount > 1_000 && deadCount > messageCount / 2;
    }

    /** The message before one in its conversation, across episodes; -1 if it is the first. */
    int previous(int message) {
        return layout.previous(message);
    }

    /** The message after one in its conversation, across episodes; -1 if it is the last. */
    int next(int message) {
        return layout.next(message);
    }

    /** To be called after entries were taken in, before anything is asked that depends on all of them together. */
    void place() {
        if (!laidOut) {
            words.settle();
            layout = new Layout(this);
            laidOut = true;
        }
    }
}
