/**
 * A Spring Boot starter for Spring AI. {@link dev.daybook.spring.DaybookAutoConfiguration} opens a daybook by
 * properties; {@link dev.daybook.spring.DaybookChatMemoryRepository} keeps the chats of Spring AI's chat memory, and
 * {@link dev.daybook.spring.DaybookAdvisor} recalls for a chat and captures it. A
 * {@link dev.daybook.spring.ConversationLocator} finds the user of a conversation id, by default of a
 * {@link dev.daybook.spring.UserConversation}. {@link dev.daybook.spring.DaybookSessionRepository} keeps the sessions of
 * Spring AI Session.
 *
 * <p>{@link dev.daybook.spring.MemoryFileTools} are tools with which a model keeps files of its own.
 * {@link dev.daybook.spring.DaybookHealthIndicator} and {@link dev.daybook.spring.DaybookMetrics} are for operators.
 *
 * <p>Models of Spring AI for a daybook: {@link dev.daybook.spring.SpringEmbedder} and
 * {@link dev.daybook.spring.SpringModel}.
 */
@NullMarked
package dev.daybook.spring;

import org.jspecify.annotations.NullMarked;
