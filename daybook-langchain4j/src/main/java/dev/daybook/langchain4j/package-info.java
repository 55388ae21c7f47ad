/**
 * LangChain4j's models for Daybook: any {@code ChatModel} as a {@link dev.daybook.spi.LanguageModel}, any {@code
 * EmbeddingModel} as an {@link dev.daybook.spi.Embedder}. {@link dev.daybook.langchain4j.ModelEndpoint} makes the first
 * one from an address, for servers that speak like OpenAI and for Ollama.
 */
@NullMarked
package dev.daybook.langchain4j;

import org.jspecify.annotations.NullMarked;
