package dev.daybook.data;

import java.time.OffsetDateTime;

/**
 * A message with its place in a conversation.
 *
 * @param episode the id of its episode
 * @param position the position of its episode
 * @param index its index in the episode, from 0
 * @param occurredAt when its episode happened
 */
public record Turn(String episode, long position, int index, OffsetDateTime occurredAt, Message message) {}
