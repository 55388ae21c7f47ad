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
        List<Method> withSession = Stream.of(Memory.class.getMethods())
                .filter(method -> method.getName().equals("remember"))
                .filter(method -> method.getParameterTypes()[0] == String.class)
                .toList();
        assertThat(withSession)
                .isNotEmpty()
                .allSatisfy(method -> assertThat(required(method))
                        .as("remember(\"I moved to Lisbon.\") would name a session by its text and store nothing")
                        .isGreaterThanOrEqualTo(2));
    }

    /** How many arguments a caller has to give. */
    private static int required(Method method) {
        return method.isVarArgs() ? method.getParameterCount() - 1 : method.getParameterCount();
    }
}
