package dev.daybook.spring;

import dev.daybook.Daybook;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the metrics of a daybook, for applications with Micrometer. */
@AutoConfiguration(after = DaybookAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(Daybook.class)
public class DaybookMetricsAutoConfiguration {

    /** Creates the configuration; Spring calls it. */
    public DaybookMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    DaybookMetrics daybookMetrics(Daybook daybook) {
        return new DaybookMetrics(daybook);
    }
}
