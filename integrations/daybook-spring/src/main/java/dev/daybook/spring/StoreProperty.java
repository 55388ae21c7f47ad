package dev.daybook.spring;

import dev.daybook.local.InMemoryStore;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.store.Store;
import java.net.URI;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Opens the store of the property {@code daybook.store}. */
final class StoreProperty {

    /** A store that ends with the application context, for tests. */
    private static final URI MEMORY = URI.create("memory");

    private StoreProperty() {}

    /**
     * Opens a store.
     *
     * @param keys the master keys of a store on a server; a store that ends with the application context keeps nothing
     * @throws IllegalStateException if the address holds a password, or the module for it is missing
     */
    static Store open(URI address, @Nullable String password, MasterKeys keys) {
        if (address.equals(MEMORY)) {
            return new InMemoryStore();
        }
        if (StoreConnector.holdsPassword(address)) {
            // Without the address, which ends up in logs.
            throw new IllegalStateException(
                    "daybook.store holds a password; set daybook.store-password to it, and leave it out of the address");
        }
        return StoreConnector.of(address).orElseThrow(() -> unknown(address)).connect(address, password, keys);
    }

    private static IllegalStateException unknown(URI address) {
        String scheme = address.getScheme() == null ? "" : address.getScheme();
        String known =
                StoreConnector.installed().stream().map(StoreConnector::example).collect(Collectors.joining(", "));
        return new IllegalStateException("daybook.store begins with '" + scheme + ":', for which there is no store;"
                + " add its module, such as dev.daybook:daybook-postgres with com.zaxxer:HikariCP"
                + (known.isEmpty() ? "" : ", or use one of " + known) + "; for a folder set daybook.folder");
    }
}
