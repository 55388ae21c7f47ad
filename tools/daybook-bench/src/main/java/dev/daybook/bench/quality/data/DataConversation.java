package dev.daybook.bench.quality.data;

import dev.daybook.model.Message;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A conversation over several sessions, in the order of its file. */
public final class DataConversation {

    private static final Set<String> ROLES = Set.of(Message.USER, Message.ASSISTANT, Message.SYSTEM, Message.TOOL);

    private final String id;
    private final Map<String, DataTurn> turns = new LinkedHashMap<>();
    private OffsetDateTime clock = TurnTime.UNKNOWN;

    private DataConversation(String id) {
        this.id = id;
    }

    /** Reads a file of rows; conversations are in the order of their first rows. */
    public static Map<String, DataConversation> read(DataFile file) {
        Map<String, DataConversation> conversations = new LinkedHashMap<>();
        file.eachLine(row -> conversations
                .computeIfAbsent(row.text("conversation"), DataConversation::new)
                .add(row));
        if (conversations.isEmpty()) {
            throw new BrokenData(file.path() + " is empty; give one row a line");
        }
        return conversations;
    }

    public String id() {
        return id;
    }

    public Collection<DataTurn> turns() {
        return turns.values();
    }

    /** Returns the names of the people who speak, in the order in which they begin. */
    public List<String> names() {
        return turns.values().stream()
                .flatMap(turn -> Stream.ofNullable(turn.message().name()))
                .distinct()
                .toList();
    }

    /** Returns a question with the names of its people replaced by those of another conversation, one by one. */
    public String renamed(String question, DataConversation other) {
        List<String> names = names();
        List<String> others = other.names();
        String renamed = question;
        for (int i = 0; i < Math.min(names.size(), others.size()); i++) {
            renamed = renamed.replace(names.get(i), others.get(i));
        }
        return renamed;
    }

    public Optional<DataTurn> turn(String turn) {
        return Optional.ofNullable(turns.get(turn));
    }

    /** The rows of each episode: one row, or with pairs two consecutive rows of one session and two speakers. */
    public static List<List<DataTurn>> episodes(Collection<DataTurn> rows, boolean pairs) {
        List<List<DataTurn>> episodes = new ArrayList<>();
        @Nullable DataTurn waiting = null;
        for (DataTurn turn : rows) {
            if (pairs && waiting != null && arePair(waiting, turn)) {
                episodes.set(episodes.size() - 1, List.of(waiting, turn));
                waiting = null;
            } else {
                episodes.add(List.of(turn));
                waiting = turn;
            }
        }
        return episodes;
    }

    private static boolean arePair(DataTurn first, DataTurn second) {
        return Objects.equals(first.session(), second.session())
                && !first.message().speaker().equals(second.message().speaker());
    }

    private void add(DataFields row) {
        clock = TurnTime.of(row.optionalText("datetime")).orElse(clock);
        DataTurn turn =
                new DataTurn(row.text("turn"), row.isNumber("turn"), row.optionalText("session"), clock, message(row));
        if (turns.putIfAbsent(turn.id(), turn) != null) {
            throw new IllegalArgumentException(
                    "turn '" + turn.id() + "' is there twice in conversation '" + id + "'; give each its own id");
        }
    }

    /** Returns the message of a row with a speaker, a text and perhaps an image. */
    public static Message message(DataFields row) {
        String speaker = wellFormed(row.text("speaker"));
        String text = wellFormed(row.text("text"));
        String caption = row.optionalText("image_caption");
        if (caption != null) {
            text += " [shares " + wellFormed(caption) + "]";
        }
        return ROLES.contains(speaker)
                ? Message.of(speaker, text)
                : Message.user(text).withName(speaker);
    }

    /** Text that was cut within a character, as collected data has it, would be refused by the memory. */
    private static String wellFormed(String text) {
        return text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
