package dev.daybook.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.daybook.Daybook;
import dev.daybook.error.StoreException;
import dev.daybook.query.ClientOptions;
import dev.daybook.query.Selection;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server with a certificate that it has signed itself. */
class UntrustedCertificateTest {

    private static final String PASSWORD = "password";

    @TempDir
    Path folder;

    private HttpsServer server;

    @BeforeEach
    void start() throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(selfSigned(), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.start();
    }

    private KeyStore selfSigned() throws Exception {
        Path file = folder.resolve("keys.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process made = new ProcessBuilder(List.of((keytool
                                + " -genkeypair -alias server -keyalg EC -dname CN=localhost -storetype PKCS12 -storepass "
                                + PASSWORD + " -keystore " + file)
                        .split(" ")))
                .redirectErrorStream(true)
                .start();
        String output = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(made.waitFor()).as(output).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void each_call_fails_with_the_remedy_and_has_no_effect(boolean failFast) {
        URI address = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
        try (Daybook daybook = Daybook.connect(address, ClientOptions.DEFAULTS.failFast(failFast))) {
            for (int i = 0; i < 2; i++) {
                StoreException failure = catchThrowableOfType(
                        StoreException.class, () -> daybook.user("ada").forget(Selection.session("s")));

                assertThat(failure)
                        .hasMessageContainingAll(address.toString(), "not trusted", "no effect", "truststore");
                assertThat(failure.retryable()).isFalse();
                assertThat(failure.outcomeUnknown()).isFalse();
            }
        }
    }
}
