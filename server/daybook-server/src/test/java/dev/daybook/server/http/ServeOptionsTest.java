package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeOptionsTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, http://127.0.0.1:7411",
        "localhost, http://localhost:7411",
        "::1, http://[::1]:7411",
        "[::1], http://[::1]:7411"
    })
    void the_address_of_a_server_can_be_opened(String host, String address) {
        ServeOptions options = new ServeOptions(host, 0, true, List.of(), List.of(), ServeOptions.DEFAULT_MAX_BODY, 0);

        assertThat(options.url(7411)).isEqualTo(address);
    }
}
