package dev.daybook.spring;

import dev.daybook.Daybook;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health of a daybook, for applications with {@code spring-boot-health}. The property
 * {@code management.health.daybook.enabled} switches it off.
 */
@AutoConfiguration(after = DaybookAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Daybook.class)
@ConditionalOnEnabledHealthIndicator("daybook")
public class DaybookHealthAutoConfiguration {

    /** Creates the configuration; Spring calls it. */
    public DaybookHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "daybookHealthIndicator")
    DaybookHealthIndicator daybookHealthIndicator(Daybook daybook) {
        return new DaybookHealthIndicator(daybook);
    }
}
