package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.langchain4j.ModelEndpoint.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The module on a class path without the clients of OpenAI and Ollama. */
class OptionalClientsTest {

    /** Loads this module anew, and knows no class of the clients. */
    private static final class WithoutClients extends ClassLoader {

        WithoutClients() {
            super(OptionalClientsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("dev.langchain4j.model.openai") || name.startsWith("dev.langchain4j.model.ollama")) {
                throw new ClassNotFoundException(name);
            }
            return name.startsWith("dev.daybook.langchain4j.") ? own(name) : super.loadClass(name, resolve);
        }

        private Class<?> own(String name) throws ClassNotFoundException {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"openAi, langchain4j-open-ai", "ollama, langchain4j-ollama"})
    void an_endpoint_without_its_client_names_the_artifact(String protocol, String artifact) throws Exception {
        Class<?> endpoints = Class.forName(ModelEndpoint.class.getName(), true, new WithoutClients());
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
