package dev.daybook.spi;

import dev.daybook.data.Kind;

/** Names an entry inside its scope. Ids are compared byte for byte; any text without a lone surrogate may come. */
public record Key(Kind kind, String id) {}
