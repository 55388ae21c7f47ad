package dev.daybook.server.cli.options;

import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.logs.LogSetup;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.spi.StoreProvider;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.Store;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store as it is named on the command line.
 *
 * @param folder the data folder, or null
 * @param server the address of a server, without a password, or null
 */
public record StoreAddress(@Nullable Path folder, @Nullable URI server) {

    /** The pool and the driver log each failure with its stack, and the exception of it is reported anyway. */
    private static final List<String> LIBRARIES = List.of("com.zaxxer.hikari", "com.datastax.oss.driver");

    /**
     * Parses a folder, a {@code file:} URI or the address of a server.
     *
     * @param option the option, for messages; they never repeat its value, which may hold a password
     * @throws IllegalArgumentException if it is none of them, or holds a password
     */
    public static StoreAddress of(String option, String text, CommandTerminal terminal) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(option + " is blank; name a folder or the address of a server");
        }
        if (!hasScheme(text)) {
            return new StoreAddress(terminal.path(option, Path.of(text)), null);
        }
        URI uri = uri(option, text);
        if ("file".equalsIgnoreCase(uri.getScheme())) {
            return new StoreAddress(file(option, uri), null);
        }
        if (StoreConnector.holdsPassword(uri)) {
            throw new IllegalArgumentException(option + " holds a password, which other users of this machine can read;"
                    + " change it, and give it by an environment variable or a file");
        }
        return new StoreAddress(null, uri);
    }

    /** A scheme has two letters at least: a drive of Windows has one. */
    private static boolean hasScheme(String text) {
        int end = text.indexOf(':');
        return end > 1
                && text.substring(0, end)
                        .chars()
                        .allMatch(each -> each < 128 && (Character.isLetterOrDigit(each) || "+.-".indexOf(each) >= 0));
    }

    private static URI uri(String option, String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            // Without the cause: its message repeats the address.
            throw new IllegalArgumentException(
                    option + " is no address; name a folder, or a server like " + String.join(", ", examples()));
        }
    }

    private static Path file(String option, URI uri) {
        try {
            return Path.of(uri);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    option + " is no folder of this machine; give file:/PATH, or the path alone", e);
        }
    }

    private static List<String> examples() {
        return Stream.concat(
                        Stream.of("file:/PATH"),
                        StoreConnector.installed().stream().map(StoreConnector::example))
                .toList();
    }

    /**
     * Opens the store, and creates what is missing of it.
     *
     * @param keys the master keys of the store
     * @throws IllegalArgumentException if no library for the address is there, or there is a master key and the store
     *     on a server has contents in clear or does not encrypt
     */
    Store open(@Nullable String password, MasterKeys keys) {
        return open(keys, connector -> connector.connect(Objects.requireNonNull(server), password, keys));
    }

    private Store open(MasterKeys keys, Function<StoreConnector, Store> connecting) {
        if (folder != null) {
            return ServiceLoader.load(StoreProvider.class)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("daybook-sqlite is not on the class path"))
                    .open(folder, keys);
        }
        URI uri = Objects.requireNonNull(server);
        LIBRARIES.forEach(LogSetup::silence);
        return connecting.apply(
                StoreConnector.of(uri).orElseThrow(() -> unknown(uri.getScheme().toLowerCase(Locale.ROOT))));
    }

    private static IllegalArgumentException unknown(String scheme) {
        return new IllegalArgumentException("no store for addresses that begin with '" + scheme
                + ":'; use a folder, or one of " + String.join(", ", examples())
                + ", or add the module of the store to the class path");
    }

    /**
     * Opens the source of a copy: with the master keys, or in clear if it is in clear. A store on a server keeps the key
     * that it has.
     */
    public CopyableStore openToCopyFrom(Supplier<@Nullable String> password, MasterKeys keys) {
        return copyable(
                open(keys, connector -> connector.connectToRead(Objects.requireNonNull(server), password.get(), keys)));
    }

    /** Opens the target of a copy. */
    public CopyableStore openToCopy(Supplier<@Nullable String> password, MasterKeys keys) {
        return copyable(open(folder == null ? password.get() : null, keys));
    }

    private CopyableStore copyable(Store store) {
        if (store instanceof CopyableStore copyable) {
            return copyable;
        }
        store.close();
        throw new IllegalArgumentException("the store " + this + " cannot be copied; export and import it instead");
    }

    /** Tests whether there may be a memory, without creating one. */
    boolean mayHoldMemory() {
        return folder == null || Files.exists(folder.resolve("daybook.db")) || Files.exists(folder.resolve("lock"));
    }

    /** Returns the address without the user: two users of a database mean the same store. */
    @Override
    public String toString() {
        if (folder != null) {
            return folder.toAbsolutePath().normalize().toString();
        }
        URI uri = Objects.requireNonNull(server);
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String authority = uri.getAuthority() == null ? "" : uri.getAuthority();
        String hosts = authority.substring(authority.lastIndexOf('@') + 1);
        return uri.getScheme() + "://" + hosts + uri.getRawPath() + query;
    }
}
