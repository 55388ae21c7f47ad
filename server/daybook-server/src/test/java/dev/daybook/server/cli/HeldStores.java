package dev.daybook.server.cli;

import dev.daybook.error.StoreException;
import dev.daybook.internal.encryption.EncryptedStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.Store;
import dev.daybook.testkit.copy.CopyableForwarding;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A server of stores in this process, for tests: each address is a store that outlives its connections. */
public final class HeldStores implements StoreConnector {

    /** The password of every store. */
    static final String PASSWORD = "hunter-2-secret";

    private static final Map<URI, InMemoryStore> STORES = new ConcurrentHashMap<>();

    /** Addresses whose server is away. */
    static final Map<URI, Boolean> AWAY = new ConcurrentHashMap<>();

    public HeldStores() {}

    static InMemoryStore at(String address) {
        return STORES.computeIfAbsent(URI.create(address), first -> new InMemoryStore());
    }

    @Override
    public List<String> schemes() {
        return List.of("held");
    }

    @Override
    public String example() {
        return "held://HOST/NAME";
    }

    @Override
    public Store connect(URI address, @Nullable String password, MasterKeys keys) {
        return EncryptedStore.open(connection(address, password), keys, "the held store");
    }

    @Override
    public Store connectToRead(URI address, @Nullable String password, MasterKeys keys) {
        return EncryptedStore.openToRead(connection(address, password), keys, "the held store");
    }

    private static Connection connection(URI address, @Nullable String password) {
        if (!PASSWORD.equals(password)) {
            throw new StoreException("the server refused the password", null, false);
        }
        return new Connection(address, at(address.toString()));
    }

    private static final class Connection extends CopyableForwarding {

        private final URI address;

        Connection(URI address, InMemoryStore store) {
            super(store);
            this.address = address;
        }

        @Override
        public void copy(ScopeRows rows) {
            if (AWAY.containsKey(address)) {
                throw new StoreException("the server is away; try again", null, true);
            }
            super.copy(rows);
        }
    }
}
