package dev.daybook.spring;

import java.net.URL;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.ai.session.SessionRepository;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * The {@code SessionRepository} of the class path is the one that {@link DaybookSessionRepository} implements. Spring AI 2.1
 * has an interface of the same name with other methods.
 */
final class ServedSessions implements Condition {

    /** A method that Spring AI 2.1 has no more. */
    private static final String OLD = "findByUserId";

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return problem().isEmpty();
    }

    /** Returns what is wrong with the class path, and the remedy. */
    static Optional<String> problem() {
        Class<?> present = SessionRepository.class;
        if (Arrays.stream(present.getMethods())
                .anyMatch(method -> method.getName().equals(OLD))) {
            return Optional.empty();
        }
        return Optional.of(present.getName() + " of " + place(present) + " is the one of Spring AI 2.1, without " + OLD
                + ", which daybook-spring does not serve yet, so there is no DaybookSessionRepository; keep Spring AI 2.0"
                + " and org.springaicommunity:spring-ai-session 0.6.0, or use the DaybookAdvisor or a chat memory (see"
                + " docs/spring.md)");
    }

    private static String place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        URL location = source == null ? null : source.getLocation();
        return location == null ? "the class path" : location.toString();
    }
}
