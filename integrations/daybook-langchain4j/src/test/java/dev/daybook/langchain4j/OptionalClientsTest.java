package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.contract.ReloadedModule;
import dev.daybook.langchain4j.ModelEndpoint.Protocol;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The module on a class path without the clients of OpenAI and Ollama. */
class OptionalClientsTest {

    /** Loads this module anew, and knows no class of the clients. */
    private static ClassLoader withoutClients() {
        return new ReloadedModule(
                OptionalClientsTest.class.getClassLoader(),
                name -> name.startsWith("dev.daybook.langchain4j."),
                name -> name.startsWith("dev.langchain4j.model.openai")
                        || name.startsWith("dev.langchain4j.model.ollama"));
    }

    @ParameterizedTest
    @CsvSource({"openAi, langchain4j-open-ai", "ollama, langchain4j-ollama"})
    void an_endpoint_without_its_client_names_the_artifact(String protocol, String artifact) throws Exception {
        Class<?> endpoints = Class.forName(ModelEndpoint.class.getName(), true, withoutClients());
        Object endpoint = endpoints
                .getMethod(protocol, URI.class, String.class)
                .invoke(null, URI.create("http://localhost:1/v1"), "any");
        Method languageModel = endpoints.getMethod("languageModel");

        assertThatThrownBy(() -> languageModel.invoke(endpoint))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("dev.langchain4j:" + artifact);
        assertThat(Protocol.values()).hasSize(2);
    }
}
