package dev.daybook.spring;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.springframework.ai.session.SessionRepository;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configuration of the session repository, for applications with {@code spring-ai-session}. It gives way to a
 * {@code SessionRepository} bean of the application. With the interface of Spring AI 2.1 there is none, and a warning.
 */
@AutoConfiguration(after = DaybookAutoConfiguration.class)
@ConditionalOnClass(SessionRepository.class)
@ConditionalOnBean(ConversationLocator.class)
public class DaybookSessionAutoConfiguration {

    private static final Logger LOG = System.getLogger(DaybookSessionAutoConfiguration.class.getName());

    /** Creates the configuration; Spring calls it at the start. */
    public DaybookSessionAutoConfiguration() {
        ServedSessions.problem().ifPresent(problem -> LOG.log(Level.WARNING, problem));
    }

    @Bean
    @Conditional(ServedSessions.class)
    @ConditionalOnMissingBean(SessionRepository.class)
    DaybookSessionRepository daybookSessionRepository(ConversationLocator locator) {
        return DaybookSessionRepository.of(locator);
    }
}
