package dev.daybook.testkit.agent;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.testkit.FixedClock;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit extension that opens a {@link Daybook} for each test and injects it: a test, its constructor or a lifecycle
 * method takes a {@code Daybook} or {@link LocalDaybook}, a {@link Memory} (of one user) or the {@link FixedClock} as a parameter. After the test the
 * daybook is closed and its folder deleted. A daybook that {@code @BeforeAll} takes is shared by all tests of the class.
 *
 * <p>{@code @ExtendWith(DaybookExtension.class)} has the defaults; {@code @RegisterExtension} on a static field takes
 * others:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final DaybookExtension DAYBOOK = DaybookExtension.inMemory().user("bob").with(parts -> parts.noEmbedder());
 * }</pre>
 *
 * <p>A test is repeatable: the clock stands still, ids count from 1 ({@code ep_1}), the
 * embedder is a {@link WordHashEmbedder}, and a recall waits for the vectors of all earlier writes.
 *
 * <p>Immutable; each method returns a changed copy. Thread-safe, so tests may run in parallel.
 */
public final class DaybookExtension implements ParameterResolver {

    /** The time of the clock until a test moves it, unless {@link #startingAt} gives another: noon, an hour east of UTC. */
    public static final OffsetDateTime START = OffsetDateTime.parse("2026-03-04T12:00:00+01:00");

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(DaybookExtension.class);

    private static final Set<Class<?>> INJECTED =
            Set.of(Daybook.class, LocalDaybook.class, Memory.class, FixedClock.class);

    private final boolean inFolder;
    private final String user;
    private final OffsetDateTime start;
    private final UnaryOperator<DaybookBuilder> parts;

    /** Creates an extension with the defaults, the same as {@link #inFolder()}; JUnit calls it for {@code @ExtendWith}. */
    public DaybookExtension() {
        this(true, "ada", START, parts -> parts.embedder(new WordHashEmbedder()));
    }

    private DaybookExtension(boolean inFolder, String user, OffsetDateTime start, UnaryOperator<DaybookBuilder> parts) {
        this.inFolder = inFolder;
        this.user = Objects.requireNonNull(user, "user");
        this.start = Objects.requireNonNull(start, "start");
        this.parts = Objects.requireNonNull(parts, "parts");
    }

    /**
     * Returns an extension whose daybooks are in temporary folders, with the store that the application uses. Needs a
     * store on the class path: {@code dev.daybook:daybook} brings it.
     */
    public static DaybookExtension inFolder() {
        return new DaybookExtension();
    }

    /** Returns an extension whose daybooks are in memory: faster, and without files that an erasure could be proved on. */
    public static DaybookExtension inMemory() {
        DaybookExtension defaults = new DaybookExtension();
        return new DaybookExtension(false, defaults.user, defaults.start, defaults.parts);
    }

    /** Sets the user of an injected {@link Memory}. Default: {@code ada}. */
    public DaybookExtension user(String id) {
        return new DaybookExtension(inFolder, id, start, parts);
    }

    /** Sets the time of the clock at the beginning of each test. Default: {@link #START}. */
    public DaybookExtension startingAt(OffsetDateTime time) {
        return new DaybookExtension(inFolder, user, time, parts);
    }

    /**
     * Sets further parts or settings of each daybook: {@code with(parts -> parts.languageModel(model).background(false))}.
     * Applied last, so it replaces the defaults of this extension too. May be called several times.
     */
    public DaybookExtension with(UnaryOperator<DaybookBuilder> more) {
        Objects.requireNonNull(more, "more");
        return new DaybookExtension(inFolder, user, start, builder -> more.apply(parts.apply(builder)));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return INJECTED.contains(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // Computed in the store of the outermost context that asks, and closed with it.
        TemporaryDaybook opened = context.getStore(NAMESPACE)
                .computeIfAbsent(TemporaryDaybook.class, key -> open(), TemporaryDaybook.class);
        Class<?> type = parameter.getParameter().getType();
        if (type == Daybook.class || type == LocalDaybook.class) {
            return opened.daybook();
        }
        return type == Memory.class ? opened.daybook().user(user) : opened.clock();
    }

    /** A constructor gets the daybook of its test, not one of the class. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    private TemporaryDaybook open() {
        FixedClock clock = FixedClock.at(start);
        return inFolder ? TemporaryDaybook.inFolder(clock, parts) : TemporaryDaybook.inMemory(clock, parts);
    }
}
