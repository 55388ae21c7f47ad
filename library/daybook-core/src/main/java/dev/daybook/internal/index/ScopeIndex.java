package dev.daybook.internal.index;

import dev.daybook.internal.codec.StoredVectors;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.expiry.EntryEnd;
import dev.daybook.internal.words.EnglishAnalyzer;
import dev.daybook.internal.words.IndexedMessage;
import dev.daybook.internal.words.LanguageSet;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Embedding;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The in-memory index of one scope: terms, vectors, speakers, sessions and neighbours of its messages. Exact, and built from
 * this scope alone, so the rarity of a word for one user never depends on another.
 *
 * <p>The data lie in parallel arrays. Slots number the entries, messages are numbered across slots, and units are the texts
 * that are searched by words: each message as a whole and, if it is long, its overlapping passages, so that a sentence is
 * found in a long answer.
 *
 * <pre>
 * entries    slots[0]                slots[1]
 *            firstMessage = 0        firstMessage = 2
 *            messages = 2            messages = 1
 *            ┌────────┴───────┐          │
 * messages   0                1          2          slotOfMessage, names, marks, messageVectors
 *            │          ┌─────┼─────┐    │
 * units      0          1     2     3    4          messageOfUnit, unitLengths, passages
 *          whole      whole  passages  whole        unitOfMessage = 0, 1, 4
 *
 * words      term → ascending units with frequencies
 * layout     message → previous, next, session
 * </pre>
 *
 * A unit also contains the name of its speaker and the local date as terms. A new version of an entry gets a new slot; its
 * old messages stay as dead numbers until the index is loaded again. Not thread-safe; {@link ScopeIndexes} guards it.
 */
public final class ScopeIndex implements MessageRows {

    /** Length and stride of a passage in words: the length of a chat message, with half of it overlapping. */
    public static final int PASSAGE_WORDS = 60;

    private static final int PASSAGE_STEP = 30;

    /**
     * Limits of a speaker's name: characters kept, and words indexed with each passage. New names are short; a name
     * recorded before the limit existed may be as long as a book, and it is indexed once per passage.
     */
    private static final int NAME_CHARACTERS = 512;

    private static final int NAME_WORDS = 16;

    /**
     * Words indexed per entry: ten chapters of a novel. The rest of a longer entry is stored, but not searched, and
     * costs no memory.
     */
    private static final int ENTRY_WORDS = 300_000;

    /** In three units: the term number, and the work space of the sort. */
    private static final long BYTES_OF_A_WORD = 36;

    private static final long SECONDS_OF_A_DAY = 86_400;

    /**
     * Flags of a message, packed into one byte: a first recall tests them some hundred thousand times in interpreted
     * code.
     */
    private static final byte BY_USER = 1;

    private static final byte BY_ASSISTANT = 1 << 1;
    private static final byte QUESTION = 1 << 2;
    private static final byte DEAD = 1 << 3;
    private static final byte LOW_TRUST = 1 << 4;

    /** Set if the message can have the trust of an assistant, or that of a user. */
    private static final byte ASSISTANT_TRUST = 1 << 5;

    private static final byte USER_TRUST = 1 << 6;

    private final @Nullable String vectorSidecar;

    private final List<EntrySlot> slots = new ArrayList<>();
    private final Map<EntryKey, Integer> slotOfKey = new HashMap<>();
    private final VectorBlocks vectorBlocks = new VectorBlocks();
    private final VectorTable entryVectors = new VectorTable(vectorBlocks);
    private final VectorTable messageVectors = new VectorTable(vectorBlocks);

    /** The number of live entries without a vector. */
    private int withoutVector;

    /** True if any entry has an end. Most scopes have none, and their entries need no check. */
    private boolean hasEnds;

    private int messageCount;
    private int[] slotOfMessage = new int[16];
    private int[] unitOfMessage = new int[16];
    private @Nullable String[] names = new @Nullable String[16];
    private byte[] marks = new byte[16];
    private final MessageDates messageDates = new MessageDates();
    private final SameWords sameWords = new SameWords();
    private int deadCount;
    private final BitSet deadSlots = new BitSet();
    private final StatementSources statementSources = new StatementSources();

    private int unitCount;
    private int[] messageOfUnit = new int[16];
    private int[] unitLengths = new int[16];
    private boolean[] passages = new boolean[16];
    private final WordIndex words = new WordIndex();

    private final Map<Long, int[]> dates = new HashMap<>();
    private long lastDay = Long.MIN_VALUE;
    private int[] lastDate = {};
    private final Map<String, int[]> termsOfTexts = new HashMap<>();
    private final Map<NameInLanguage, int[]> termsOfNames = new HashMap<>();

    private LanguageSet languages = LanguageSet.ENGLISH;

    /** Interns names: there are few of them, and every message may have one. */
    private final Map<String, String> internedNames = new HashMap<>();

    private record NameInLanguage(String name, LanguageSet language) {}

    private long bytes;
    private boolean isPartial;

    private ScopeLayout layout;

    public ScopeIndex(@Nullable String vectorSidecar) {
        this.vectorSidecar = vectorSidecar;
        this.layout = new ScopeLayout(this);
    }

    /** Adds a row of the store: a new entry, a new version, or a vector for known content. */
    public void add(IndexRow row) {
        Integer known = slotOfKey.get(row.key());
        if (known != null && slots.get(known).row().contentRevision() == row.contentRevision()) {
            addVectors(row, known);
            return;
        }
        if (known != null) {
            EntrySlot old = slots.get(known);
            for (int message = old.firstMessage(); message < old.firstMessage() + old.messages(); message++) {
                marks[message] |= DEAD;
            }
            deadCount += old.messages();
            deadSlots.set(known);
            statementSources.remove(known);
            slotOfKey.remove(row.key());
            withoutVector -= entryVectors.has(known) ? 0 : 1;
            layout.remove(known);
        }
        // Blocks are always in the context. Superseded, folded and removed entries are reached by other ways.
        // An ended entry stays, since a clock may be set back; each reader leaves it out by its end.
        boolean isLive = row.status().equals(EntryPut.LIVE) || row.status().equals(EntryEnd.STATUS);
        if (row.key().kind() == Kind.BLOCK || !isLive) {
            return;
        }
        Blob terms = row.sidecars().get(TermRecord.SIDECAR);
        TermRecord.Indexed record = terms == null ? TermRecord.Indexed.EMPTY : TermRecord.read(terms, words.terms());
        slotOfKey.put(row.key(), slots.size());
        slots.add(EntrySlot.of(row, messageCount, record.messages().size()));
        hasEnds |= slots.get(slots.size() - 1).end() != null;
        statementSources.add(slots.size() - 1, record.sources());
        long day = Math.floorDiv(row.time().getEpochSecond() + record.offsetSeconds(), SECONDS_OF_A_DAY);
        int left = ENTRY_WORDS;
        for (IndexedMessage message : record.messages()) {
            int length = Math.min(left, message.words());
            addMessage(message, length, day);
            left -= length;
        }
        withoutVector++;
        addVectors(row, slots.size() - 1);
        bytes += 200 + 2L * row.key().id().length();
    }

    private void addVectors(IndexRow row, int number) {
        Blob sidecar = vectorSidecar == null ? null : row.sidecars().get(vectorSidecar);
        if (sidecar == null || entryVectors.has(number)) {
            return;
        }
        StoredVectors vectors = VectorCodec.read(sidecar);
        // Added once: an entry of one message shares its vector with the message.
        float[][] distinct = vectors.distinct();
        if (!vectorBlocks.fits(distinct[0].length)) {
            // The embedder changed its dimensions and not its name. Without a vector the entry is still found by words.
            return;
        }
        int[] numbers = new int[distinct.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = vectorBlocks.add(distinct[i]);
        }
        entryVectors.put(number, numbers[vectors.entry()]);
        withoutVector--;
        EntrySlot slot = slots.get(number);
        for (int index = 0; index < Math.min(slot.messages(), vectors.messages()); index++) {
            messageVectors.put(slot.firstMessage() + index, numbers[vectors.message(index)]);
        }
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
        names[message] = line.name() == null ? null : intern(truncated(line.name()));
        messageDates.add(line, day);
        sameWords.add(line.signature(words.terms()));
        unitOfMessage[message] = unitCount;
        languages = languages.with(line.language());
        int[] speakerAndDate = speakerAndDate(names[message], day, LanguageSet.ENGLISH.with(line.language()));
        addUnit(message, line, 0, length, speakerAndDate);
        // The last passage begins where a whole stride is left. A passage of one or two words would get too high a
        // score.
        for (int from = 0; length > PASSAGE_WORDS && from + PASSAGE_STEP < length; from += PASSAGE_STEP) {
            addUnit(message, line, from, Math.min(length, from + PASSAGE_WORDS), speakerAndDate);
            passages[unitCount - 1] = true;
        }
        bytes += 40;
    }

    private static byte marks(IndexedMessage line) {
        int speaker =
                line.role().equals(Message.USER) ? BY_USER : line.role().equals(Message.ASSISTANT) ? BY_ASSISTANT : 0;
        int trust = switch (line.mostTrust()) {
            case SYSTEM, USER -> USER_TRUST;
            case ASSISTANT -> ASSISTANT_TRUST;
            case TOOL, IMPORT, UNKNOWN -> 0;
        };
        return (byte) (speaker | trust | (line.asks() ? QUESTION : 0) | (line.lowTrust() ? LOW_TRUST : 0));
    }

    private static String truncated(String name) {
        if (name.length() <= NAME_CHARACTERS) {
            return name;
        }
        boolean splits = Character.isHighSurrogate(name.charAt(NAME_CHARACTERS - 1));
        return name.substring(0, splits ? NAME_CHARACTERS - 1 : NAME_CHARACTERS);
    }

    private String intern(String name) {
        String before = internedNames.putIfAbsent(name, name);
        if (before == null) {
            bytes += 200 + 2L * name.length();
        }
        return before == null ? name : before;
    }

    /**
     * Returns the terms of speaker and date. Questions name both, so both are indexed with every passage.
     *
     * @param language English and the language of the message
     */
    private int[] speakerAndDate(@Nullable String name, long day, LanguageSet language) {
        if (day != lastDay) {
            lastDate = dates.computeIfAbsent(day, this::date);
            lastDay = day;
        }
        if (name == null) {
            return lastDate;
        }
        return joined(lastDate, language.equals(LanguageSet.ENGLISH) ? textTerms(name) : nameTerms(name, language));
    }

    private int[] date(long day) {
        LocalDate date = LocalDate.ofEpochDay(day);
        return joined(termNumbers(DateTerms.dayAndMonth(date)), textTerms(Integer.toString(date.getYear())));
    }

    private int[] textTerms(String text) {
        return termsOfTexts.computeIfAbsent(
                text,
                unknown -> termNumbers(EnglishAnalyzer.terms(unknown).stream()
                        .limit(NAME_WORDS)
                        .toList()));
    }

    private int[] nameTerms(String name, LanguageSet language) {
        return termsOfNames.computeIfAbsent(
                new NameInLanguage(name, language),
                unknown -> termNumbers(
                        language.nameTerms(name).stream().limit(NAME_WORDS).toList()));
    }

    private static int[] joined(int[] one, int[] other) {
        int[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private int[] termNumbers(List<String> terms) {
        return terms.stream().mapToInt(words.terms()::number).toArray();
    }

    private void addUnit(int message, IndexedMessage line, int from, int to, int[] speakerAndDate) {
        int unit = unitCount++;
        if (unit == messageOfUnit.length) {
            messageOfUnit = Arrays.copyOf(messageOfUnit, unit * 2);
            unitLengths = Arrays.copyOf(unitLengths, unit * 2);
            passages = Arrays.copyOf(passages, unit * 2);
        }
        messageOfUnit[unit] = message;
        unitLengths[unit] = to - from + speakerAndDate.length;
        words.add(line, from, to);
        words.add(speakerAndDate);
        words.endUnit();
    }

    @Override
    public List<EntrySlot> slots() {
        return slots;
    }

    @Override
    public boolean isLive(int slot) {
        return !deadSlots.get(slot);
    }

    /** Returns whether any entry has an end. */
    public boolean hasEnds() {
        return hasEnds;
    }

    /** Removes the dead entries from a set of slots. */
    public void removeDead(BitSet slots) {
        slots.andNot(deadSlots);
    }

    /** Returns the vector of a query, or null if it has other dimensions than the vectors of the scope. */
    @Nullable
    public Embedding comparable(@Nullable Embedding queryVector) {
        return queryVector == null || vectorBlocks.fits(queryVector.dimensions()) ? queryVector : null;
    }

    /** Returns whether every live entry has a vector. */
    public boolean isEmbedded() {
        return withoutVector == 0;
    }

    /**
     * Returns the slots with the same terms as a slot, message by message, that one included and the last first; some may be
     * dead. Their texts may differ in what is no term. Slots without a record of terms are among each other.
     */
    public int[] slotsLike(int slot) {
        EntrySlot asked = slots.get(slot);
        if (asked.messages() == 0) {
            return IntStream.iterate(slots.size() - 1, other -> other >= 0, other -> other - 1)
                    .filter(other -> slots.get(other).messages() == 0)
                    .toArray();
        }
        IntStream.Builder alike = IntStream.builder();
        for (int message = sameWords.lastLike(asked.firstMessage());
                message >= 0;
                message = sameWords.before(message)) {
            if (isLike(asked, slots.get(slotOfMessage[message]), message)) {
                alike.add(slotOfMessage[message]);
            }
        }
        return alike.build().toArray();
    }

    private boolean isLike(EntrySlot one, EntrySlot other, int firstOfOther) {
        return other.firstMessage() == firstOfOther
                && other.messages() == one.messages()
                && IntStream.range(0, one.messages())
                        .allMatch(index -> sameWords.areAlike(one.firstMessage() + index, firstOfOther + index));
    }

    /**
     * Returns whether an entry stands behind a question, which its text may answer. Of an index of some entries that is not
     * known, so there any may.
     */
    public boolean mayAnswer(int slot) {
        EntrySlot asked = slots.get(slot);
        int previous = asked.messages() == 0 ? -1 : previous(asked.firstMessage());
        return isPartial || previous >= 0 && isQuestion(previous);
    }

    /** Returns the slot number of an entry, or -1. */
    public int slotOf(EntryKey key) {
        return slotOfKey.getOrDefault(key, -1);
    }

    /**
     * Returns whether the index holds the vectors of a sidecar.
     *
     * @param sidecar null accepts any sidecar, or none
     */
    public boolean isOf(@Nullable String sidecar) {
        return sidecar == null || sidecar.equals(vectorSidecar);
    }

    /** Returns the entry vectors by slot number. */
    public VectorTable entryVectors() {
        return entryVectors;
    }

    /** Returns the message vectors by message number. */
    public VectorTable messageVectors() {
        return messageVectors;
    }

    @Override
    public int messageCount() {
        return messageCount;
    }

    /** Returns the days of the messages, and the dates they speak of, by message number. */
    public MessageDates messageDates() {
        return messageDates;
    }

    public boolean isDead(int message) {
        return (marks[message] & DEAD) != 0;
    }

    /** Returns whether a message is dead, or its entry has ended. */
    public boolean isGone(int message, Instant now) {
        return isDead(message) || hasEnds && slots.get(slotOfMessage[message]).hasEnded(now);
    }

    /** Sets the scores of dead messages to 0. */
    public void clearDead(double[] scores) {
        for (int message = 0; message < scores.length && deadCount > 0; message++) {
            if (isDead(message)) {
                scores[message] = 0;
            }
        }
    }

    public int slotOfMessage(int message) {
        return slotOfMessage[message];
    }

    /** Returns the live statements with known messages, each by its own number as a message. */
    public int[] statements() {
        return statementSources.slots().stream()
                .map(slots::get)
                .filter(slot -> slot.messages() > 0)
                .mapToInt(EntrySlot::firstMessage)
                .toArray();
    }

    /** Returns the messages that a statement follows from. */
    public int[] sourcesOf(int statement) {
        return statementSources.messages(slotOfMessage[statement], slots, this::slotOf);
    }

    /** Returns the number of the session of a message, or -1 if the message is in no session or dead. */
    public int sessionOf(int message) {
        return layout.sessionOf(message);
    }

    public List<String> sessions() {
        return layout.sessions();
    }

    /** Returns the number of words in the live messages of a session. */
    public double sessionLength(int session) {
        return layout.sessionLength(session);
    }

    /** Returns the mean number of words in the live messages of a session. */
    public double meanSessionLength() {
        return layout.meanSessionLength();
    }

    /** Returns the numbers of the live slots of a session, ordered by the position of their entries. */
    public int[] slotsOfSession(String session) {
        SessionSlots slotsOfSession = layout.slotsBySession().get(session);
        return slotsOfSession == null ? new int[0] : slotsOfSession.slots();
    }

    /** Returns the activity of the sessions with an entry that has not ended, by id, in the order of their first live slots. */
    public Map<String, SessionActivity> activityBySession(Instant now) {
        Map<String, SessionActivity> activity = new LinkedHashMap<>();
        layout.slotsBySession()
                .forEach((session, slotsOfSession) ->
                        activity(slotsOfSession, now).ifPresent(active -> activity.put(session, active)));
        return activity;
    }

    /** Returns the activity of a session, if it has an entry that has not ended. */
    public Optional<SessionActivity> activity(String session, Instant now) {
        return Optional.ofNullable(layout.slotsBySession().get(session)).flatMap(slots -> activity(slots, now));
    }

    private Optional<SessionActivity> activity(SessionSlots session, Instant now) {
        if (!hasEnds) {
            return Optional.of(session.activity());
        }
        return Arrays.stream(session.slots())
                .mapToObj(slots::get)
                .filter(slot -> !slot.hasEnded(now))
                .map(slot -> SessionActivity.at(slot.row().time()))
                .reduce((known, next) -> known.and(next.last()));
    }

    @Override
    public boolean isByUser(int message) {
        return (marks[message] & BY_USER) != 0;
    }

    @Override
    public @Nullable String name(int message) {
        return names[message];
    }

    /** Returns the names of the speakers of live messages. */
    public Set<String> speakers() {
        return layout.speakers();
    }

    public int liveMessages() {
        return layout.liveMessages();
    }

    /** Returns the mean number of words in a live message. */
    public double meanLength() {
        return layout.meanLength();
    }

    @Override
    public int unitOf(int message) {
        return unitOfMessage[message];
    }

    @Override
    public boolean isByAssistant(int message) {
        return message >= 0 && (marks[message] & BY_ASSISTANT) != 0;
    }

    /**
     * Returns the most trust that the share of low trust can count a message with; its body tells whether it has that. An
     * answer to a message of a user counts with that (see {@link dev.daybook.internal.recall.ExchangeTrust}).
     */
    public Trust mostTrust(int message) {
        if ((marks[message] & USER_TRUST) != 0) {
            return Trust.USER;
        }
        if ((marks[message] & ASSISTANT_TRUST) == 0) {
            return Trust.UNKNOWN;
        }
        return mayAnswerUser(message) ? Trust.USER : Trust.ASSISTANT;
    }

    private boolean mayAnswerUser(int message) {
        int slot = slotOfMessage[message];
        int before = message;
        while (isByAssistant(before) && slotOfMessage[before] == slot) {
            before = layout.chain().previous(before);
        }
        boolean isFirst = before < 0 || slotOfMessage[before] != slot;
        return isByAssistant(message)
                && (isFirst && isPartial || before >= 0 && isByUser(before) && (marks[before] & USER_TRUST) != 0);
    }

    /** Marks the index as one of some entries of a scope: the message before another may not be in it. */
    public void setPartial() {
        isPartial = true;
    }

    /** Returns whether a message has less trust than its role tells. */
    public boolean isLowTrust(int message) {
        return (marks[message] & LOW_TRUST) != 0;
    }

    /** Returns whether a message ends in a question. */
    public boolean isQuestion(int message) {
        return (marks[message] & QUESTION) != 0;
    }

    /**
     * Returns whether a message has a neighbour by a person and none by an assistant. A final question may not have its
     * reply yet.
     */
    public boolean isBetweenPeople(int message) {
        return layout.chain().betweenPeople().get(message);
    }

    /** Returns the messages of which {@link #isBetweenPeople} is true, as a copy. */
    public BitSet betweenPeople() {
        return BitSets.copyOf(layout.chain().betweenPeople());
    }

    /** Returns the messages of a user beside one of an assistant, as a copy. */
    public BitSet toAssistants() {
        return BitSets.copyOf(layout.chain().toAssistant());
    }

    public int unitCount() {
        return unitCount;
    }

    /** Returns whether every unit is a whole message and every message is live. */
    public boolean isPlain() {
        return deadCount == 0 && unitCount == messageCount;
    }

    public int messageOfUnit(int unit) {
        return messageOfUnit[unit];
    }

    public boolean isPassage(int unit) {
        return passages[unit];
    }

    /** Returns the languages of its messages. */
    public LanguageSet languages() {
        return languages;
    }

    @Override
    public int unitLength(int unit) {
        return unitLengths[unit];
    }

    @Nullable
    public TermPostings postings(String term) {
        return words.postings(term);
    }

    /**
     * Returns whether an entry can be added within a memory limit. Estimates from the sizes of its sidecars: a word has
     * at least one byte there, and occurs in the message and in two passages of it.
     */
    public boolean hasRoomFor(IndexRow row, long limit) {
        Blob terms = row.sidecars().get(TermRecord.SIDECAR);
        long words = terms == null ? 0 : Math.min(ENTRY_WORDS, terms.size());
        Blob vectors = vectorSidecar == null ? null : row.sidecars().get(vectorSidecar);
        return bytes() + BYTES_OF_A_WORD * words + (vectors == null ? 0 : vectors.size()) <= limit;
    }

    /** Returns the approximate memory use. */
    public long bytes() {
        return bytes
                + words.bytes()
                + messageDates.bytes()
                + sameWords.bytes()
                + statementSources.bytes()
                + layout.bytes()
                + vectorBlocks.bytes()
                + entryVectors.bytes()
                + messageVectors.bytes();
    }

    /** Returns whether the share of dead messages is large enough to load the index again. */
    boolean isMostlyDead() {
        return messageCount > 1_000 && deadCount > messageCount / 2;
    }

    /** Returns the previous message of the session, across episodes, or -1. */
    public int previous(int message) {
        return layout.chain().previous(message);
    }

    /** Returns the next message of the session, across episodes, or -1. */
    public int next(int message) {
        return layout.chain().next(message);
    }

    /** Completes the index after entries were added. Call it before any query that depends on all entries together. */
    public void complete() {
        words.settle();
        if (!layout.extend()) {
            layout = ScopeLayout.of(this);
        }
    }
}
