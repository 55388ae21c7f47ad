package dev.daybook.internal.embedded;

import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.commit.UlidGenerator;
import dev.daybook.internal.options.DaybookOptions;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.options.ReadOptions;
import dev.daybook.local.ApproximateTokens;
import dev.daybook.query.IsolationPolicy;
import dev.daybook.query.NoteOptions;
import dev.daybook.spi.CallObserver;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** The options of a daybook for tests of its parts: the defaults but for a few. */
final class WiringFixture {

    private WiringFixture() {}

    static DaybookOptions options(@Nullable CheckedEmbedder embedder, Clock clock, ModelOptions models) {
        return new DaybookOptions(
                embedder,
                null,
                new ApproximateTokens(),
                clock,
                null,
                new UlidGenerator(clock),
                ReadOptions.defaults(),
                IsolationPolicy.IGNORE,
                event -> {},
                models,
                NoteOptions.DEFAULTS,
                CallObserver.NONE);
    }
}
