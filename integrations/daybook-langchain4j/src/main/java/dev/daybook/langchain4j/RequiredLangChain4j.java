package dev.daybook.langchain4j;

import dev.langchain4j.model.embedding.EmbeddingModel;
import java.security.CodeSource;
import java.util.Arrays;

/**
 * The oldest LangChain4j that the adapters work with. A platform such as Quarkus may replace it by an older one, whose first
 * call of a tool would fail, or hang in a stream.
 */
final class RequiredLangChain4j {

    private RequiredLangChain4j() {}

    /** Fails at the start of a program, instead of at its first call of a tool. */
    static void check() {
        check(EmbeddingModel.class);
    }

    /**
     * Checks the interface of embedders for its newest method, of LangChain4j 1.18.0. The adapters of chats need 1.17.0.
     *
     * @throws IllegalStateException with the remedy
     */
    static void check(Class<?> embedder) {
        if (Arrays.stream(embedder.getMethods())
                .noneMatch(method -> method.getName().equals("supportedParameters"))) {
            CodeSource source = embedder.getProtectionDomain().getCodeSource();
            throw new IllegalStateException("langchain4j-core of "
                    + (source == null ? "the class path" : source.getLocation())
                    + " is older than 1.18.0, which daybook-langchain4j needs; import dev.langchain4j:langchain4j-bom:1.18.1"
                    + " before the BOM of the platform, such as that of Quarkus");
        }
    }
}
