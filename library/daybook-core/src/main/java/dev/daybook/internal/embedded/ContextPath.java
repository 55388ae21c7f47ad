package dev.daybook.internal.embedded;

import dev.daybook.internal.context.ContextAssembler;
import dev.daybook.internal.context.KeptContexts;
import dev.daybook.internal.observe.CallWatch;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Context;
import dev.daybook.query.ContextOptions;
import dev.daybook.spi.ObservedCall;
import java.util.Optional;

/** The path of a context: assembled, and kept if the caller wants to find it again. */
final class ContextPath {

    private final ContextAssembler assembler;
    private final KeptContexts contexts;
    private final CallWatch watch;

    ContextPath(ContextAssembler assembler, KeptContexts contexts, CallWatch watch) {
        this.assembler = assembler;
        this.contexts = contexts;
        this.watch = watch;
    }

    Context assemble(ScopeAccess access, String session, String prompt, ContextOptions options) {
        return watch.run(
                () -> new ObservedCall.MemoryCall(
                        ObservedCall.MemoryVerb.CONTEXT, access.scope(), session, prompt, null),
                () -> assembled(access, session, prompt, options),
                ShownEntries::of);
    }

    private Context assembled(ScopeAccess access, String session, String prompt, ContextOptions options) {
        if (options.keep()) {
            access.require(ProtectedOperation.KEEP_CONTEXT);
            requireSingle(access);
        }
        access.recalls(Kind.EPISODE);
        Scope scope = access.scope();
        while (true) {
            KeptContexts.RevisionPair moment = contexts.moment(scope);
            Context context = assembler.assemble(access.shownScopes(), session, prompt, options);
            Optional<Context> answer = options.keep() ? contexts.keep(scope, context, moment) : Optional.of(context);
            if (answer.isPresent()) {
                return answer.get();
            }
        }
    }

    /** A kept context is erased with what it shows; only the scope itself and the shared one know where theirs are shown. */
    private static void requireSingle(ScopeAccess access) {
        if (!access.scopes().joined().isEmpty()) {
            throw new IllegalArgumentException("keep is true, but the memory reads "
                    + access.scopes().all().size()
                    + " scopes, and a context over joined scopes cannot be kept; leave keep out");
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
