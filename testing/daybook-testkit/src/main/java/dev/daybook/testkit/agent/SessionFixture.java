package dev.daybook.testkit.agent;

import dev.daybook.Memory;
import dev.daybook.model.NewEpisode;
import dev.daybook.testkit.FixedClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.List;

/**
 * Sessions for a test, read from a text that people can read:
 *
 * <pre>{@code
 * # Lines with a hash are comments.
 * session kitchen 2026-03-02T09:00:00+01:00
 * user: I am allergic to peanuts.
 * assistant: Noted. No peanuts.
 *
 * at 2026-03-02T09:05:00+01:00
 * user Ada: Two lines of one message:
 *   the second is indented by two spaces.
 * }</pre>
 *
 * <p>A line begins a session (with or without a time), sets the time of the following episodes, or is a message: a role
 * (user, assistant, system or tool), the name of the speaker if there is one, a colon, the text. An empty line ends an
 * episode. An episode without a time happens at the time of the write. A line that begins with a brace is an episode of
 * the interchange format (JSON Lines, as {@code Memory} exports it), for tool calls and metadata.
 *
 * <p>Immutable and thread-safe.
 */
public final class SessionFixture {

    private final List<NewEpisode> episodes;

    private SessionFixture(List<NewEpisode> episodes) {
        this.episodes = List.copyOf(episodes);
    }

    /**
     * Reads a fixture from a text.
     *
     * @throws IllegalArgumentException if a line has another form, or there is no episode; the message names the line
     */
    public static SessionFixture parse(String text) {
        return new SessionFixture(new FixtureParser("the fixture").parse(text));
    }

    /**
     * Reads a fixture from a resource, in UTF-8.
     *
     * @param test the class that the name is relative to, as for {@link Class#getResourceAsStream}
     * @param resource the name: {@code kitchen.txt} beside the class, {@code /kitchen.txt} at the root
     * @throws IllegalArgumentException if there is no such resource, or as {@link #parse}
     */
    public static SessionFixture resource(Class<?> test, String resource) {
        try (InputStream in = test.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("resource '" + resource + "' is not on the class path of "
                        + test.getName() + "; put the file under src/test/resources, in the folder of the package,"
                        + " or begin its name with '/' if it is at the root");
            }
            return new SessionFixture(
                    new FixtureParser(resource).parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource + ": " + e.getMessage(), e);
        }
    }

    /** Returns the episodes in their order. */
    public List<NewEpisode> episodes() {
        return episodes;
    }

    /** Writes all episodes now: the time of the clock is their recording time, whenever they happened. */
    public void rememberIn(Memory memory) {
        memory.remember(episodes);
    }

    /**
     * Writes each episode at its own time: the clock is moved to it before the write, so that a query {@code asOf} a
     * time between two episodes reads the memory as it was then. Afterwards the clock shows the time of the last
     * episode, or its time before the call if that is later.
     *
     * @param clock the clock of the memory's daybook
     */
    public void rememberIn(Memory memory, FixedClock clock) {
        OffsetDateTime before = OffsetDateTime.now(clock);
        for (NewEpisode episode : episodes) {
            OffsetDateTime time = episode.occurredAt();
            if (time != null) {
                clock.set(time);
            }
            memory.remember(episode);
        }
        if (before.isAfter(OffsetDateTime.now(clock))) {
            clock.set(before);
        }
    }
}
