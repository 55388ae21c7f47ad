package dev.daybook.outcome;

import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
import java.time.OffsetDateTime;

/**
 * A message with its place in a session. The turns of a session are in the order of the messages, so a tool call comes
 * before the tool message that answers it.
 *
 * @param episode the id of its episode
 * @param position the position of its episode
 * @param index its index in the episode, from 0
 * @param occurredAt the time of its episode
 * @param message the message, with its tool calls
 * @param trust the trust of the message, see {@link Episode#trustOf}
 */
public record Turn(String episode, long position, int index, OffsetDateTime occurredAt, Message message, Trust trust) {}
