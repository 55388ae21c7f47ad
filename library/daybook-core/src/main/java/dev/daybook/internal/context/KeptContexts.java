package dev.daybook.internal.context;

import dev.daybook.internal.checks.EscapedText;
import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.expiry.EndedEntries;
import dev.daybook.internal.expiry.EntryEnd;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Context.LeftOut;
import dev.daybook.outcome.Context.Section;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Stored contexts for later inspection. Each is a state of the shared scope, named by the scope it was made for: only
 * the shared scope may cite two scopes, and a context shows entries of its own scope and shared ones. A forget of
 * either finds it among the citing states. Thread-safe.
 */
public final class KeptContexts {

    private static final String PREFIX = "context/";
    private static final int PLAIN = 1;

    /** The limit per scope, since every forget reads them all: some days of debugging. */
    public static final int MAX = 200;

    private final Store store;
    private final EntryLedger ledger;

    public KeptContexts(Store store, EntryLedger ledger) {
        this.store = store;
        this.ledger = ledger;
    }

    /** The epochs of both scopes of a context: the times of their last erasures. */
    public record RevisionPair(long own, long shared) {}

    public RevisionPair moment(Scope scope) {
        return new RevisionPair(
                store.head(scope).epoch(), store.head(shared(scope.space())).epoch());
    }

    /** Returns the oldest contexts to remove before another is stored; names sort by time. */
    private List<String> surplus(Scope scope) {
        List<String> kept = of(store, scope);
        return kept.subList(0, Math.max(0, kept.size() - MAX + 1));
    }

    /**
     * Stores a context, unless an entry was erased since the given moment: the context may show it. Removes the oldest
     * ones beyond the limit.
     */
    public Optional<Context> keep(Scope scope, Context context, RevisionPair since) {
        return ledger.change(shared(scope.space()), "keep context", change -> {
                    if (!moment(scope).equals(since)) {
                        return Optional.<Context>empty();
                    }
                    Context kept = context.kept("ctx_" + change.operation().substring("op_".length()));
                    change.state(new StateChange(prefix(scope) + kept.id(), 0, encode(kept)));
                    surplus(scope).forEach(name -> change.state(new StateChange(name, EntryPut.ANY, null)));
                    return Optional.of(kept);
                })
                .answer();
    }

    /** Finds a context of which no entry has ended; one of an ended entry is erased with it. */
    public Optional<Context> find(Scope scope, String id) {
        String wanted = prefix(scope) + id;
        return store.state(shared(scope.space()), wanted)
                .map(state -> decode(scope.space(), state).kept(id))
                .filter(context -> !EntryEnd.isReached(
                        EndedEntries.earliest(store, refs(context).toList()),
                        ledger.now().toInstant()));
    }

    /** Returns the names of the states with contexts of a scope. */
    public static List<String> of(Store store, Scope scope) {
        return states(store, scope.space(), prefix(scope)).map(ScopeState::name).toList();
    }

    /** Returns the names of the states of a space whose contexts cite a matching shared entry. */
    public static List<String> citing(Store store, Space space, Predicate<EntryRef> meant) {
        return citing(store, space, PREFIX, meant);
    }

    /**
     * Returns the names of the states whose contexts cite a matching entry of a scope; only contexts of that scope show
     * it.
     */
    public static List<String> citing(Store store, Scope scope, Predicate<EntryRef> meant) {
        return citing(store, scope.space(), prefix(scope), meant);
    }

    private static List<String> citing(Store store, Space space, String prefix, Predicate<EntryRef> meant) {
        return states(store, space, prefix)
                .filter(state -> refs(decode(space, state)).anyMatch(meant))
                .map(ScopeState::name)
                .toList();
    }

    private static Stream<ScopeState> states(Store store, Space space, String prefix) {
        return StateFamilies.all(store, shared(space), prefix);
    }

    private static Stream<EntryRef> refs(Context context) {
        return Stream.concat(
                context.sections().stream().flatMap(section -> section.entries().stream()),
                context.leftOut().stream().map(LeftOut::entry));
    }

    private static Scope shared(Space space) {
        return new Scope.Shared(space);
    }

    /** The code contains no slash, so no scope's name is a prefix of another's. */
    private static String prefix(Scope scope) {
        return PREFIX + EscapedText.of(scope.code()) + "/";
    }

    private static Blob encode(Context context) {
        ByteWriter out = new ByteWriter()
                .octet(PLAIN)
                .text(context.text())
                .number(context.tokens())
                .number(context.sections().size());
        for (Section section : context.sections()) {
            out.text(section.name())
                    .number(section.tokens())
                    .number(section.entries().size());
            section.entries().forEach(entry -> ref(out, entry));
        }
        out.number(context.leftOut().size());
        context.leftOut().forEach(left -> ref(out, left.entry()).text(left.reason()));
        return out.toBlob();
    }

    private static Context decode(Space space, ScopeState state) {
        return ByteReader.decode(state.bytes(), in -> read(in, space));
    }

    private static Context read(ByteReader in, Space space) {
        if (in.octet() != PLAIN) {
            throw ByteReader.damaged("a kept context has an unknown form");
        }
        String text = in.text();
        int tokens = Math.toIntExact(in.number());
        List<Section> sections = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            String name = in.text();
            int cost = Math.toIntExact(in.number());
            List<EntryRef> entries = new ArrayList<>();
            for (int more = in.count(); more > 0; more--) {
                entries.add(ref(space, in));
            }
            sections.add(new Section(name, cost, entries));
        }
        List<LeftOut> leftOut = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            leftOut.add(new LeftOut(ref(space, in), in.text()));
        }
        return new Context(text, sections, tokens, leftOut, null);
    }

    private static ByteWriter ref(ByteWriter out, EntryRef ref) {
        return out.text(ref.scope().code()).text(ref.kind().label()).text(ref.id());
    }

    private static EntryRef ref(Space space, ByteReader in) {
        return new EntryRef(Scope.of(space, in.text()), Kind.of(in.text()), in.text());
    }
}
