package dev.daybook.chroma;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;

/** The Chroma server that the tests are given by {@code -Ddaybook.chroma=http://127.0.0.1:PORT}. */
final class RealServer {

    static final String PROPERTY = "daybook.chroma";

    private RealServer() {}

    static URI url() {
        return URI.create(Objects.requireNonNull(System.getProperty(PROPERTY)));
    }

    /** A tenant that nobody has used. */
    static String freshTenant() {
        return "test-" + UUID.randomUUID();
    }

    static ChromaStoreBuilder at(String tenant) {
        return ChromaStore.at(url()).tenant(tenant).lookEvery(Duration.ofMinutes(10));
    }
}
