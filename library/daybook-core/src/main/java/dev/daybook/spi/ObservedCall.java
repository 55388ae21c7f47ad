package dev.daybook.spi;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.model.Scope;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A call that is observed. */
public sealed interface ObservedCall {

    /**
     * A call of a memory.
     *
     * @param session the session that it names; null: none
     * @param question the text of a query or a prompt: content, which an observer may show on request only; null: none
     * @param server the address of the server; null: the memory is in this process
     */
    record MemoryCall(
            MemoryVerb verb,
            Scope scope,
            @Nullable String session,
            @Nullable String question,
            @Nullable URI server) implements ObservedCall {

        /** Creates a call in this process without session and question. */
        public static MemoryCall of(MemoryVerb verb, Scope scope) {
            return new MemoryCall(verb, scope, null, null, null);
        }
    }

    /** The act of a call of a memory. */
    enum MemoryVerb {
        REMEMBER,
        RECALL,
        CONTEXT,
        FORGET,
        /** One piece of derived work, on request or in the background. */
        CONSOLIDATE;

        /** Returns the name of the verb in metrics: {@code remember}, {@code recall}, … */
        public String label() {
            return EnumLabels.label(this);
        }
    }

    /**
     * One call of a language model.
     *
     * @param model the name of the model
     * @param provider see {@link LanguageModel#provider()}
     * @param maxTokens the limit of the answer
     */
    record ModelCall(String model, String provider, int maxTokens) implements ObservedCall {}

    /**
     * Any other request of a client.
     *
     * @param method the method of HTTP
     */
    record ServerCall(String method, URI server) implements ObservedCall {}
}
