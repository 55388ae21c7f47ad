package dev.daybook.adk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.agentscope.DaybookMiddleware;
import dev.daybook.alibaba.DaybookItemStore;
import dev.daybook.contract.ReloadedModule;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each adapter on a class path without the other frameworks. */
class OptionalFrameworksTest {

    private static final List<String> FRAMEWORKS =
            List.of("com.google.adk.", "com.alibaba.cloud.ai.", "io.agentscope.");

    private static final List<String> OURS =
            List.of("dev.daybook.adk.", "dev.daybook.alibaba.", "dev.daybook.agentscope.");

    /** Loads this module anew, and knows the classes of one framework only. */
    private static ClassLoader withOnly(String framework) {
        return new ReloadedModule(
                OptionalFrameworksTest.class.getClassLoader(),
                name -> OURS.stream().anyMatch(name::startsWith),
                name -> FRAMEWORKS.stream().anyMatch(one -> name.startsWith(one) && !one.equals(framework)));
    }

    @ParameterizedTest
    @CsvSource({"com.google.adk., 0", "com.alibaba.cloud.ai., 1", "io.agentscope., 2"})
    void an_adapter_loads_without_the_other_frameworks(String framework, int adapter) throws Exception {
        Class<?> type = List.of(DaybookMemoryService.class, DaybookItemStore.class, DaybookMiddleware.class)
                .get(adapter);

        Class<?> loaded = Class.forName(type.getName(), true, withOnly(framework));

        assertThat(loaded).isNotSameAs(type);
        assertThat(loaded.getDeclaredMethods()).isNotEmpty();
    }
}
