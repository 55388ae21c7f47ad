package dev.daybook.internal.embedded;

import dev.daybook.Archive;
import dev.daybook.Blocks;
import dev.daybook.Facts;
import dev.daybook.Memory;
import dev.daybook.Notes;
import dev.daybook.Operations;
import dev.daybook.Quarantine;
import dev.daybook.Session;
import dev.daybook.WhatIf;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.function.Function;

/** The handles of the parts of one scope. */
record ScopeHandles(
        Function<ReadScopes, Memory> memory,
        Function<String, Session> session,
        Blocks blocks,
        Facts facts,
        Notes notes,
        Archive archive,
        Operations operations,
        Quarantine quarantine,
        Function<List<Selection>, WhatIf> without) {}
