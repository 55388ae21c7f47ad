package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The lines of a client whose server is another process. */
class ClientLinesTest {

    private static final String REMEMBER =
            ",\"method\":\"tools/call\",\"params\":{\"name\":\"remember\",\"arguments\":{\"text\":\"\u00ff\"}}}\n";

    private static ClientLines client(String lines) {
        return new ClientLines(new ByteArrayInputStream(lines.getBytes(ISO_8859_1)), new ByteArrayOutputStream());
    }

    private static String read(ClientLines.Connection server) throws IOException {
        String read = new String(server.in().readAllBytes(), ISO_8859_1);
        server.close();
        return read;
    }

    @Test
    void a_line_that_is_not_utf_8_is_passed_on_as_it_is() throws IOException {
        String line = "{\"jsonrpc\":\"2.0\",\"id\":1" + REMEMBER;

        assertThat(read(client(line).connect(true))).isEqualTo(line);
    }

    @Test
    void a_request_whose_refusal_could_not_name_it_is_not_sent_again() throws IOException {
        ClientLines client = client("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n");
        read(client.connect(true));

        assertThat(read(client.connect(true))).contains("\"id\":2").doesNotContain("1.5");
    }
}
