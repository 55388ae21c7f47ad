package dev.daybook.spring;

import org.springframework.ai.session.SessionRepository;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the session repository, for applications with {@code spring-ai-session}. It gives way to a
 * {@code SessionRepository} bean of the application.
 */
@AutoConfiguration(after = DaybookAutoConfiguration.class)
@ConditionalOnClass(SessionRepository.class)
@ConditionalOnBean(ConversationLocator.class)
public class DaybookSessionAutoConfiguration {

    /** Creates the configuration; Spring calls it. */
    public DaybookSessionAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(SessionRepository.class)
    DaybookSessionRepository daybookSessionRepository(ConversationLocator locator) {
        return DaybookSessionRepository.of(locator);
    }
}
