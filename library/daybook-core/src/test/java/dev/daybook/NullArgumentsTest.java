package dev.daybook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewFact;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A caller's compiler may let a null through: each is refused by the name of its argument. */
class NullArgumentsTest {

    private static final Daybook DAYBOOK =
            Daybook.builder(new InMemoryStore()).noEmbedder().open();
    private static final Memory ADA = DAYBOOK.user("ada");

    /** What to give for the arguments that are not null. */
    private static final Map<Class<?>, Object> VALUES = Map.ofEntries(
            Map.entry(String.class, "text"),
            Map.entry(int.class, 1),
            Map.entry(long.class, 0L),
            Map.entry(boolean.class, false),
            Map.entry(Duration.class, Duration.ZERO),
            Map.entry(OffsetDateTime.class, OffsetDateTime.parse("2026-03-04T12:00:00Z")),
            Map.entry(Optional.class, Optional.empty()),
            Map.entry(Message.class, Message.user("hello")),
            Map.entry(Message[].class, new Message[] {Message.user("hello")}),
            Map.entry(dev.daybook.query.Query.class, dev.daybook.query.Query.of("hello")),
            Map.entry(dev.daybook.query.ContextOptions.class, dev.daybook.query.ContextOptions.defaults()));

    static Stream<Arguments> nulls() {
        Stream<Arguments> memory = nullsOf(Memory.class, ADA);
        Stream<Arguments> blocks = nullsOf(Blocks.class, ADA.blocks());
        Stream<Arguments> facts = nullsOf(Facts.class, ADA.facts());
        Stream<Arguments> archive = nullsOf(Archive.class, ADA.archive());
        Stream<Arguments> notes = nullsOf(Notes.class, ADA.notes());
        Stream<Arguments> quarantine = nullsOf(Quarantine.class, ADA.quarantine());
        Stream<Arguments> spaces = nullsOf(MemorySpace.class, DAYBOOK.space("default"));
        Stream<Arguments> bank = nullsOf(Bank.class, DAYBOOK.space("default").bank());
        Stream<Arguments> session = nullsOf(Session.class, ADA.session("s1"));
        Stream<Arguments> operations = nullsOf(Operations.class, ADA.operations());
        Stream<Arguments> daybook = nullsOf(Daybook.class, DAYBOOK);
        return Stream.of(daybook, spaces, memory, session, operations, blocks, facts, archive, notes, quarantine, bank)
                .flatMap(all -> all);
    }

    private static Stream<Arguments> nullsOf(Class<?> type, Object target) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> !method.getReturnType().equals(Stream.class) || method.getParameterCount() > 0)
                .flatMap(method -> Stream.iterate(0, i -> i < method.getParameterCount(), i -> i + 1)
                        .filter(i -> mustBeThere(method, i))
                        .map(i -> Arguments.of(
                                Named.of(type.getSimpleName() + "." + method.getName(), method), target, i)));
    }

    private static boolean mustBeThere(Method method, int place) {
        Parameter parameter = method.getParameters()[place];
        return !parameter.getType().isPrimitive()
                && !parameter.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    @ParameterizedTest(name = "{0} {2}", autoCloseArguments = false)
    @MethodSource("nulls")
    void a_null_is_refused_as_a_mistake_of_the_caller(Method method, Object target, int place) {
        Object[] arguments =
                Arrays.stream(method.getParameterTypes()).map(VALUES::get).toArray();
        arguments[place] = null;
        assertThatThrownBy(() -> method.invoke(target, arguments))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("null");
        assertThat(DAYBOOK.space("default").scopes()).isEmpty();
    }

    @Test
    void there_are_many_such_arguments() {
        assertThat(nulls().count()).isGreaterThan(40);
    }

    @Test
    void a_list_has_no_hole() {
        for (Runnable call : List.<Runnable>of(
                () -> ADA.remember(Arrays.asList(new dev.daybook.model.NewEpisode[1])),
                () -> ADA.facts().remember(Arrays.asList(NewFact.of("a", "b", "c"), null)),
                () -> ADA.session("s").remember(Message.user("hello"), new Message[1]))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("an element of");
        }
        assertThatThrownBy(() -> NewBlock.of("a", null)).isInstanceOf(IllegalArgumentException.class);
        assertThat(DAYBOOK.space("default").scopes()).isEmpty();
    }
}
