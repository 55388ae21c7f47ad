package dev.daybook.internal.options;

import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.outcome.Event;
import dev.daybook.query.IsolationPolicy;
import dev.daybook.query.NoteOptions;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.IdGenerator;
import dev.daybook.spi.TokenCounter;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The parts and settings of a daybook in this process, except its store. */
public record DaybookOptions(
        @Nullable CheckedEmbedder embedder,
        @Nullable CheckedEmbedder previousEmbedder,
        TokenCounter counter,
        Clock clock,
        @Nullable Instant clockChecked,
        IdGenerator ids,
        ReadOptions reading,
        IsolationPolicy isolation,
        Consumer<Event> listener,
        ModelOptions models,
        NoteOptions notes,
        CallObserver observer) {}
