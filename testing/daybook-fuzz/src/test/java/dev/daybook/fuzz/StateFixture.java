package dev.daybook.fuzz;

import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store whose scopes have the states that are asked for, each with the bytes under test. */
public final class StateFixture extends ForwardingStore {

    private final byte[] bytes;
    private final List<String> names;

    /** Creates a store that has a state of any name. */
    public StateFixture(byte[] bytes) {
        this(bytes, List.of());
    }

    /** Creates a store that has states of some names. */
    public StateFixture(byte[] bytes, List<String> names) {
        super(new InMemoryStore());
        this.bytes = bytes;
        this.names = List.copyOf(names);
    }

    /** Returns a state with bytes under test. */
    public static ScopeState state(byte[] bytes) {
        return new ScopeState("state/under test", 1, Blob.of(bytes));
    }

    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        List<String> present = names.isEmpty() ? List.of(prefix) : names;
        return new Page<>(
                present.stream()
                        .map(name -> new ScopeState(name, 1, Blob.of(bytes)))
                        .toList(),
                null);
    }

    @Override
    public Optional<ScopeState> state(Scope scope, String name) {
        return states(scope, name, null, 1).items().stream()
                .filter(state -> state.name().equals(name))
                .findFirst();
    }
}
