package dev.daybook.spring;

import dev.daybook.store.Store;
import dev.daybook.store.StoreConnector;
import java.net.URI;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Opens the store of the property {@code daybook.store}. */
final class StoreProperty {

    private StoreProperty() {}

    /**
     * Opens a store.
     *
     * @throws IllegalStateException if the address holds a password, or the module for it is missing
     */
    static Store open(URI address, @Nullable String password) {
        if (address.getUserInfo() != null && address.getUserInfo().contains(":")) {
            // Without the address, which ends up in logs.
            throw new IllegalStateException(
                    "daybook.store holds a password; set daybook.store-password to it, and leave it out of the address");
        }
        String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
        return ServiceLoader.load(StoreConnector.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(connector -> connector.schemes().contains(scheme))
                .findFirst()
                .orElseThrow(() -> unknown(scheme))
                .connect(address, password);
    }

    private static IllegalStateException unknown(String scheme) {
        String known = ServiceLoader.load(StoreConnector.class).stream()
                .map(connector -> connector.get().example())
                .collect(Collectors.joining(", "));
        return new IllegalStateException("daybook.store begins with '" + scheme + ":', for which there is no store;"
                + " add its module, such as dev.daybook:daybook-postgres with com.zaxxer:HikariCP"
                + (known.isEmpty() ? "" : ", or use one of " + known) + "; for a folder set daybook.folder");
    }
}
