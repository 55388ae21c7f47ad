package dev.daybook.spring;

import dev.daybook.internal.inference.ParameterDialect;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;

/** The options of a request, by the names that its model accepts. */
final class RequestOptions {

    /**
     * The option of OpenAI's protocol that Spring AI's common interface lacks. Found by reflection, because several
     * builders have it and the application chooses their artifact.
     */
    private static final String COMPLETION_TOKENS = "maxCompletionTokens";

    private RequestOptions() {}

    /** Tests whether a model has the options of OpenAI's protocol. */
    static boolean isOpenAi(ChatOptions.Builder<?> options) {
        return completionTokens(options).isPresent();
    }

    /** Creates the options of a request. A model of another protocol that refuses a limit gets none. */
    static ChatOptions of(ChatOptions given, ParameterDialect dialect, int maxTokens) {
        ChatOptions.Builder<?> options = given.mutate();
        Optional<Method> completionTokens = completionTokens(options);
        options.maxTokens(dialect.completionTokens() ? null : maxTokens);
        completionTokens.ifPresent(limit -> set(limit, options, dialect.completionTokens() ? maxTokens : null));
        if (dialect.ownTemperature()) {
            options.temperature(null);
        }
        return options.build();
    }

    private static Optional<Method> completionTokens(ChatOptions.Builder<?> options) {
        try {
            return Optional.of(options.getClass().getMethod(COMPLETION_TOKENS, Integer.class));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }

    private static void set(Method limit, ChatOptions.Builder<?> options, @Nullable Integer tokens) {
        try {
            limit.invoke(options, tokens);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the option " + COMPLETION_TOKENS + " cannot be set", e);
        }
    }
}
