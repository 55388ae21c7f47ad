package dev.daybook.server.config;

import dev.daybook.langchain4j.ModelEndpoint;
import dev.daybook.langchain4j.ModelEndpoint.Protocol;
import dev.daybook.spi.LanguageModel;
import java.time.Duration;
import java.util.Objects;

/** Makes the model that is configured. It loads the libraries that speak to one, so it is not touched without need. */
public final class Models {

    /** As long as the library waits for a call. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private Models() {}

    /** The model; nothing is asked yet. */
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
