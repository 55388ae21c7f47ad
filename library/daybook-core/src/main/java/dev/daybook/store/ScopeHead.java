package dev.daybook.store;

import dev.daybook.model.Scope;

/** A scope that holds entries or states, with its {@link Head}. */
public record ScopeHead(Scope scope, Head head) {}
