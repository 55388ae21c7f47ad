package dev.daybook;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A call that would lose its text does not compile. */
class RememberSignatureTest {

    @Test
    void no_remember_takes_a_session_without_a_message() {
        assertThat(remembering(Memory.class))
                .isNotEmpty()
                .allSatisfy(method -> assertThat(method.getParameterTypes())
                        .as("remember(\"I moved to Lisbon.\") would name a session by its text and store nothing")
                        .doesNotContain(String.class));
        assertThat(remembering(Session.class))
                .isNotEmpty()
                .allSatisfy(method -> assertThat(required(method))
                        .as("remember() would store nothing")
                        .isGreaterThanOrEqualTo(1));
    }

    private static List<Method> remembering(Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(method -> method.getName().equals("remember"))
                .toList();
    }

    /** The number of arguments that a caller has to give. */
    private static int required(Method method) {
        return method.isVarArgs() ? method.getParameterCount() - 1 : method.getParameterCount();
    }
}
