/**
 * Adapters for Spring AI: {@link dev.daybook.spring.DaybookChatMemoryRepository} keeps the chats of its chat memory. A
 * {@link dev.daybook.spring.ConversationLocator} finds the user of a conversation id, by default of a
 * {@link dev.daybook.spring.UserConversation}.
 */
@NullMarked
package dev.daybook.spring;

import org.jspecify.annotations.NullMarked;
