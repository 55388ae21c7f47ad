/**
 * Adapters for LangChain4j: any {@code ChatModel} as a {@link dev.daybook.spi.LanguageModel}, any {@code
 * EmbeddingModel} as an {@link dev.daybook.spi.Embedder}. {@link dev.daybook.langchain4j.ModelEndpoint} creates a
 * language model from an address, for servers with the protocol of OpenAI or Ollama.
 */
@NullMarked
package dev.daybook.langchain4j;

import org.jspecify.annotations.NullMarked;
