package dev.daybook.spi;

import dev.daybook.data.Scope;

/** A scope that holds something, with its {@link Head}. */
public record ScopeHead(Scope scope, Head head) {}
