package dev.daybook.testkit.agent;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.interchange.InterchangeReader;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the text of a {@link SessionFixture}, line by line. Use it once. */
final class FixtureParser {

    private static final Pattern SESSION = Pattern.compile("session (\\S+)(?: (\\S+))?");
    private static final Pattern TIME = Pattern.compile("at (\\S+)");
    private static final Pattern MESSAGE = Pattern.compile("(user|assistant|system|tool)(?: ([^:]+))?:(?: (.*))?");
    private static final String INDENT = "  ";

    /** A fixture is for any memory, so its lines name no scope; this one stands for it. */
    private static final Scope NO_SCOPE = new Scope.Anonymous(Space.DEFAULT);

    private final String source;
    private final InterchangeReader json = new InterchangeReader(NO_SCOPE);
    private final List<NewEpisode> episodes = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();
    private @Nullable String session;
    private @Nullable OffsetDateTime time;
    private int number;

    /** @param source the name of the text in messages */
    FixtureParser(String source) {
        this.source = source;
    }

    List<NewEpisode> parse(String text) {
        for (String line : text.lines().toList()) {
            number++;
            read(line);
        }
        endEpisode();
        if (episodes.isEmpty()) {
            throw new IllegalArgumentException(
                    source + " has no episode; write a line such as 'user: I moved to Lisbon.'");
        }
        return episodes;
    }

    private void read(String line) {
        if (line.isBlank()) {
            endEpisode();
        } else if (line.startsWith("{")) {
            endEpisode();
            episodes.add(episode(line));
        } else if (line.startsWith(INDENT)) {
            continueMessage(line.substring(INDENT.length()));
        } else if (!line.startsWith("#")) {
            readMarked(line);
        }
    }

    private void readMarked(String line) {
        Matcher begin = SESSION.matcher(line);
        Matcher at = TIME.matcher(line);
        Matcher message = MESSAGE.matcher(line);
        if (begin.matches()) {
            endEpisode();
            session = begin.group(1);
            time = begin.group(2) == null ? null : time(begin.group(2));
        } else if (at.matches()) {
            endEpisode();
            time = time(at.group(1));
        } else if (message.matches()) {
            String text = message.group(3) == null ? "" : message.group(3);
            messages.add(Message.of(message.group(1), text).withName(message.group(2)));
        } else {
            throw wrong("is '" + line + "'; begin it with 'session ID', 'at TIME', 'user:', 'assistant:', 'system:',"
                    + " 'tool:', '#', a brace, or two spaces for the next line of a message");
        }
    }

    private void continueMessage(String text) {
        if (messages.isEmpty()) {
            throw wrong("is indented, but no message comes before it; begin it with 'user:' or 'assistant:'");
        }
        Message last = messages.remove(messages.size() - 1);
        messages.add(Message.of(last.role(), last.text() + "\n" + text).withName(last.name()));
    }

    private void endEpisode() {
        if (!messages.isEmpty()) {
            episodes.add(NewEpisode.of(messages).session(session).occurredAt(time));
            messages.clear();
        }
    }

    private NewEpisode episode(String line) {
        InterchangeLine read;
        try {
            read = json.read(line);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place() + ": " + e.getMessage(), e);
        }
        if (!(read instanceof InterchangeLine.OfEpisode episode)) {
            throw wrong("is not an episode; write other kinds with the memory itself (facts(), blocks(), …)");
        }
        if (!NO_SCOPE.equals(episode.scope())) {
            throw wrong(
                    "names " + episode.scope().code() + "; leave out 'user' and 'shared', a fixture is for any memory");
        }
        return episode.episode();
    }

    private OffsetDateTime time(String text) {
        try {
            return OffsetDateTime.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    place() + " has the time '" + text + "'; give ISO 8601 with an offset: 2026-03-02T09:00:00+01:00",
                    e);
        }
    }

    private IllegalArgumentException wrong(String problem) {
        return new IllegalArgumentException(place() + " " + problem);
    }

    private String place() {
        return "line " + number + " of " + source;
    }
}
