/**
 * Adapters for LangChain4j, both ways.
 *
 * <p>A daybook for programs of LangChain4j: {@link dev.daybook.langchain4j.DaybookChatMemoryStore} and
 * {@link dev.daybook.langchain4j.SessionChatMemory} keep the chat, {@link dev.daybook.langchain4j.ContextAugmentor},
 * {@link dev.daybook.langchain4j.ContextSystemMessage} and {@link dev.daybook.langchain4j.MemoryRetriever} recall it,
 * {@link dev.daybook.langchain4j.ChatCapture} writes the chats of programs without a chat memory, and
 * {@link dev.daybook.langchain4j.LangChain4jTools} are tools for the model. A
 * {@link dev.daybook.langchain4j.SessionLocator} finds the user of a call.
 *
 * <p>Models of LangChain4j for a daybook: any {@code ChatModel} as a {@link dev.daybook.spi.LanguageModel}, any {@code
 * EmbeddingModel} as an {@link dev.daybook.spi.Embedder}. {@link dev.daybook.langchain4j.ModelEndpoint} creates a
 * language model from an address, for servers with the protocol of OpenAI or Ollama; it needs {@code
 * langchain4j-open-ai} or {@code langchain4j-ollama}, which this artifact does not bring.
 */
@NullMarked
package dev.daybook.langchain4j;

import org.jspecify.annotations.NullMarked;
