package dev.daybook.spring;

import dev.daybook.error.StoreException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.store.Store;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A server of stores in this process: each address is a store that outlives its connections. */
public final class HeldStoreConnector implements StoreConnector {

    static final String PASSWORD = "hunter-2-secret";

    private static final Map<URI, InMemoryStore> STORES = new ConcurrentHashMap<>();

    /** The master keys of the last connection to each address. */
    static final Map<URI, MasterKeys> KEYS = new ConcurrentHashMap<>();

    /** The addresses of open connections. */
    static final Set<URI> OPEN = ConcurrentHashMap.newKeySet();

    /** Called by the service loader. */
    public HeldStoreConnector() {}

    @Override
    public List<String> schemes() {
        return List.of("held");
    }

    @Override
    public String example() {
        return "held://USER@HOST/NAME";
    }

    @Override
    public Store connect(URI address, @Nullable String password, MasterKeys keys) {
        if (!PASSWORD.equals(password)) {
            throw new StoreException("the server refused the password");
        }
        KEYS.put(address, keys);
        OPEN.add(address);
        return new ForwardingStore(STORES.computeIfAbsent(address, first -> new InMemoryStore())) {
            @Override
            public void close() {
                OPEN.remove(address);
            }
        };
    }
}
