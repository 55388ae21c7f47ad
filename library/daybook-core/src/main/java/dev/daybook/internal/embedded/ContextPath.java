package dev.daybook.internal.embedded;

import dev.daybook.internal.context.ContextAssembler;
import dev.daybook.internal.context.KeptContexts;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Context;
import dev.daybook.query.ContextOptions;
import java.util.Optional;

/** The path of a context: assembled, and kept if the caller wants to find it again. */
final class ContextPath {

    private final ContextAssembler assembler;
    private final KeptContexts contexts;

    ContextPath(ContextAssembler assembler, KeptContexts contexts) {
        this.assembler = assembler;
        this.contexts = contexts;
    }

    Context assemble(ScopeAccess access, String session, String prompt, ContextOptions options) {
        if (options.keep()) {
            access.require(ProtectedOperation.KEEP_CONTEXT);
        }
        access.recalls(Kind.EPISODE);
        Scope scope = access.scope();
        while (true) {
            KeptContexts.RevisionPair moment = contexts.moment(scope);
            Context context = assembler.assemble(scope, session, prompt, options, access.readsShared());
            Optional<Context> answer = options.keep() ? contexts.keep(scope, context, moment) : Optional.of(context);
            if (answer.isPresent()) {
                return answer.get();
            }
        }
    }

    /** Returns a kept context, if the principal may read all that it shows. */
    Optional<Context> kept(ScopeAccess access, String id) {
        return contexts.find(access.scope(), id).filter(context -> access.readsShared() || !showsShared(context));
    }

    private static boolean showsShared(Context context) {
        return context.sections().stream()
                .flatMap(section -> section.entries().stream())
                .anyMatch(entry -> entry.scope() instanceof Scope.Shared);
    }
}
