package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.annotation.UserConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The interface of Spring AI 2.1 before that of the community's library on the class path. */
class ServedSessionsTest {

    /** Its new methods; package and name are those of the earlier library. */
    private static final String SHAPE = """
            package org.springframework.ai.session;
            public interface SessionRepository {
                java.util.List<?> findByMetadata(String name, String value);
                int deleteExpiredSessions(java.time.Instant before);
                void appendEvents(String id, java.util.List<?> events, long expectedVersion);
            }
            """;

    @TempDir
    Path folder;

    @Test
    void a_start_says_that_sessions_of_spring_ai_2_1_are_not_served_and_serves_the_rest() throws Exception {
        LoggedWarnings warnings = new LoggedWarnings();
        Logger log = Logger.getLogger(DaybookSessionAutoConfiguration.class.getName());
        log.addHandler(warnings);
        try (ShapeFirst loader = new ShapeFirst(compiled())) {
            new ApplicationContextRunner()
                    .withClassLoader(loader)
                    // AutoConfigurations would load them by their names again.
                    .withConfiguration(UserConfigurations.of(
                            loader.loadClass(DaybookAutoConfiguration.class.getName()),
                            loader.loadClass(DaybookSessionAutoConfiguration.class.getName())))
                    .withPropertyValues("daybook.store=memory", "daybook.embedder=none")
                    .run(context -> {
                        assertThat(context)
                                .hasNotFailed()
                                .hasBean("daybookAdvisor")
                                .doesNotHaveBean("daybookSessionRepository");
                        Class<?> locator = loader.loadClass(ConversationLocator.class.getName());
                        Method of = loader.loadClass(DaybookSessionRepository.class.getName())
                                .getMethod("of", locator);
                        assertThatThrownBy(() -> of.invoke(null, context.getBean(locator)))
                                .isInstanceOf(InvocationTargetException.class)
                                .rootCause()
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessage(warnings.messages.get(0));
                    });
        } finally {
            log.removeHandler(warnings);
        }
        assertThat(warnings.messages)
                .singleElement()
                .asString()
                .contains("Spring AI 2.1", folder.toString(), "spring-ai-session 0.6.0", "DaybookAdvisor");
    }

    @Test
    void the_library_of_the_community_is_served() {
        assertThat(ServedSessions.problem()).isEmpty();
    }

    private Path compiled() throws IOException {
        Path source = folder.resolve("SessionRepository.java");
        Files.writeString(source, SHAPE);
        Path classes = Files.createDirectory(folder.resolve("classes"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString()))
                .isZero();
        return classes;
    }

    /** Looks for classes in a folder before the class path, and loads those that use them again. */
    private static final class ShapeFirst extends URLClassLoader {

        ShapeFirst(Path classes) throws MalformedURLException {
            super(new URL[] {classes.toUri().toURL()}, ServedSessionsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.daybook.spring.") && !name.startsWith("org.springframework.ai.session.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                String file = name.replace('.', '/') + ".class";
                if (findResource(file) != null) {
                    return findClass(name);
                }
                try (InputStream in = getParent().getResourceAsStream(file)) {
                    if (in == null) {
                        throw new ClassNotFoundException(name);
                    }
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    private static final class LoggedWarnings extends Handler {

        private final List<String> messages = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            messages.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
