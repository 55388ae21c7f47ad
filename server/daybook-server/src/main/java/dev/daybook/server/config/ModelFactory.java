package dev.daybook.server.config;

import dev.daybook.langchain4j.ModelEndpoint;
import dev.daybook.langchain4j.ModelEndpoint.Protocol;
import dev.daybook.spi.LanguageModel;
import java.time.Duration;
import java.util.Objects;

/** Creates the configured language model. It loads the client libraries, so it is used only when needed. */
public final class ModelFactory {

    /** The call timeout of the library. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private ModelFactory() {}

    /** Creates the model, without calling it. */
    public static LanguageModel of(ModelSettings settings) {
        Protocol protocol = settings.kind() == ModelSettings.Kind.OLLAMA ? Protocol.OLLAMA : Protocol.OPENAI;
        return new ModelEndpoint(
                        protocol,
                        settings.url(),
                        settings.name(),
                        settings.apiKey(),
                        Objects.requireNonNullElse(settings.timeout(), TIMEOUT))
                .languageModel();
    }
}
