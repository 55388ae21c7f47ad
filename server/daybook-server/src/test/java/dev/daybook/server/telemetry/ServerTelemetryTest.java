package dev.daybook.server.telemetry;

import static dev.daybook.server.telemetry.TracedServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.query.ClientOptions;
import dev.daybook.query.Selection;
import dev.daybook.server.telemetry.TraceReceiver.ReceivedSpan;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The traces of a server, as a collector receives them. */
@Timeout(60)
class ServerTelemetryTest {

    private static final String CANARY = "periwinkle";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final String TRACE_PARENT = "00-" + TRACE + "-" + PARENT + "-01";

    @TempDir
    Path folder;

    private TraceReceiver receiver;

    @BeforeEach
    void receive() throws Exception {
        receiver = new TraceReceiver();
    }

    @AfterEach
    void end() {
        receiver.close();
    }

    private TracedServer server() {
        return new TracedServer(receiver.telemetry("daybook"), folder, UnaryOperator.identity());
    }

    @Test
    void a_recall_over_rest_is_one_trace_from_the_client_to_the_memory() {
        try (TracedServer server = server();
                ServerTelemetry app = receiver.telemetry("app");
                Daybook daybook = Daybook.connect(server.address(), ClientOptions.DEFAULTS, app.observer())) {
            daybook.user("ada").remember(NewEpisode.of(Message.user("I drink tea.")));
            daybook.user("ada").recall("tea");
            daybook.user("ada").blocks().list();
        }

        ReceivedSpan client = receiver.span("app", "search_memory");
        ReceivedSpan call = receiver.span("daybook", "POST S/recall");
        ReceivedSpan memory = receiver.span("daybook", "search_memory");
        assertThat(client.parent()).isEmpty();
        assertThat(call.parent()).isEqualTo(client.id());
        assertThat(memory.parent()).isEqualTo(call.id());
        assertThat(List.of(client.traceId(), call.traceId(), memory.traceId())).containsOnly(client.traceId());
        assertThat(List.of(client.kind(), call.kind(), memory.kind()))
                .containsExactly(ReceivedSpan.CLIENT, ReceivedSpan.SERVER, ReceivedSpan.INTERNAL);
        assertThat(client.attributes())
                .containsEntry("server.address", "127.0.0.1")
                .containsKey("server.port");
        assertThat(call.attributes()).containsEntry("http.response.status_code", "200");
        assertThat(memory.attributes()).containsEntry("gen_ai.memory.record.count", "1");
        // Any other request continues the trace as well.
        assertThat(receiver.span("daybook", "GET S/blocks").parent())
                .isEqualTo(receiver.span("app", "GET").id());
    }

    @Test
    void a_tool_call_over_mcp_continues_the_trace_of_its_client() {
        try (TracedServer server = server()) {
            server.post("/mcp", "{}", Map.of("traceparent", TRACE_PARENT));
        }

        assertThat(receiver.span("daybook", "POST /mcp"))
                .returns(TRACE, ReceivedSpan::traceId)
                .returns(PARENT, ReceivedSpan::parent);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rubbish",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-" + CANARY,
                "LONG"
            })
    void a_header_that_is_no_trace_is_ignored(String header) {
        String sent = header.equals("LONG") ? (CANARY + "-").repeat(750) : header;
        try (TracedServer server = server()) {
            HttpResponse<String> answer = server.post(
                    ADA + "/recall", "{\"query\":\"tea\"}", Map.of("traceparent", sent, "tracestate", "a=" + CANARY));

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().map().toString() + answer.body()).doesNotContain(CANARY);
        }

        assertThat(receiver.span("daybook", "POST S/recall").parent()).isEmpty();
        assertThat(receiver.received()).doesNotContain(CANARY);
    }

    @Test
    void a_state_of_eight_kilobytes_is_left_out_of_the_trace() {
        try (TracedServer server = server()) {
            HttpResponse<String> answer = server.post(
                    ADA + "/recall",
                    "{\"query\":\"tea\"}",
                    Map.of("traceparent", TRACE_PARENT, "tracestate", "a=" + CANARY.repeat(800)));

            assertThat(answer.statusCode()).isEqualTo(200);
        }

        assertThat(receiver.span("daybook", "POST S/recall").parent()).isEqualTo(PARENT);
        assertThat(receiver.received()).doesNotContain(CANARY);
    }

    @Test
    void a_trace_that_its_client_does_not_record_is_not_sent() {
        try (TracedServer server = server()) {
            server.post(
                    ADA + "/recall",
                    "{\"query\":\"tea\"}",
                    Map.of("traceparent", "00-" + TRACE + "-" + PARENT + "-00"));
        }

        assertThat(receiver.spans()).isEmpty();
    }

    @Test
    void no_text_and_no_id_of_the_path_is_sent() {
        try (TracedServer server = server()) {
            server.post(
                    "/v1/spaces/default/users/" + CANARY + "/episodes",
                    "{\"id\":\"" + CANARY + "\",\"session\":\"" + CANARY + "\",\"input\":\"" + CANARY + "\"}",
                    Map.of());
            server.post("/v1/spaces/default/users/" + CANARY + "/recall", "{\"query\":\"" + CANARY + "\"}", Map.of());
            server.post(
                    "/v1/spaces/default/users/" + CANARY + "/context",
                    "{\"session\":\"" + CANARY + "\",\"prompt\":\"" + CANARY + "\"}",
                    Map.of());
            server.post("/v1/spaces/default/users/" + CANARY + "/recall?" + CANARY + "=1", "{}", Map.of());
            server.post("/v1/spaces/default/users/" + CANARY + "/forget", "{\"all\":true}", Map.of());
            server.get("/v1/spaces/default/users/" + CANARY + "/episodes/" + CANARY);
            server.post("/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + CANARY + "\"}", Map.of());
            server.get("/" + CANARY);
        }

        assertThat(receiver.spans()).hasSizeGreaterThan(8);
        assertThat(receiver.received()).doesNotContainIgnoringCase(CANARY);
    }

    @Test
    void texts_are_sent_if_the_environment_asks_for_them() {
        ServerTelemetry telemetry = TraceExport.of(Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                receiver.address(),
                "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT",
                "true"));
        try (TracedServer server = new TracedServer(telemetry, folder, UnaryOperator.identity())) {
            server.post(ADA + "/recall", "{\"query\":\"" + CANARY + "\"}", Map.of());
        }

        assertThat(receiver.span("daybook", "search_memory").attributes())
                .containsEntry("gen_ai.memory.query.text", CANARY)
                .containsEntry("user.id", "ada");
    }

    @Test
    void without_an_endpoint_nothing_is_traced() {
        try (ServerTelemetry telemetry = TraceExport.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", " "));
                TracedServer server = new TracedServer(telemetry, folder, UnaryOperator.identity())) {
            assertThat(server.post(ADA + "/recall", "{\"query\":\"tea\"}", Map.of("traceparent", TRACE_PARENT))
                            .statusCode())
                    .isEqualTo(200);
        }

        assertThat(receiver.spans()).isEmpty();
    }

    @Test
    void a_collector_that_is_away_delays_no_call() {
        receiver.close();
        try (TracedServer server = server()) {
            assertThat(server.post(ADA + "/recall", "{\"query\":\"tea\"}", Map.of())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_wrong_variable_is_refused_with_its_remedy() {
        assertThatThrownBy(() -> TraceExport.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "nowhere")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nowhere")
                .hasMessageEndingWith("unset OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
                        + " to send no traces");
        assertThatThrownBy(() -> TraceExport.of(Map.of(
                        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4317",
                        "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL");
        assertThatThrownBy(() -> TraceExport.of(Map.of(
                        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318",
                        "OTEL_TRACES_SAMPLER", "traceidratio",
                        "OTEL_TRACES_SAMPLER_ARG", "2")))
                .hasMessageContaining("OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG (ratio must be in range");
    }

    @Test
    void a_wrong_number_is_quoted() {
        assertThatThrownBy(() -> TraceExport.of(Map.of(
                        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318",
                        "OTEL_EXPORTER_OTLP_TIMEOUT", "ten")))
                .hasMessageContaining("timeout=ten");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://user:se%same@127.0.0.1:4318", "http//user:sesame@host", "http://h/?key=sesame"})
    void credentials_in_an_address_are_in_no_refusal(String endpoint) {
        assertThatThrownBy(() -> TraceExport.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("OTEL_EXPORTER_OTLP_ENDPOINT")
                .hasMessageNotContaining("same");
    }

    /** The headers hold the credentials of the collector. */
    @Test
    void the_headers_of_the_exporter_are_in_no_refusal() {
        assertThatThrownBy(() -> TraceExport.of(Map.of(
                        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318",
                        "OTEL_EXPORTER_OTLP_HEADERS", "Authorization sesame-opens")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("OTEL_")
                .hasMessageNotContaining("sesame")
                .hasNoCause();
    }

    @Test
    void a_forget_of_a_client_is_a_trace_of_its_own() {
        try (TracedServer server = server();
                ServerTelemetry app = receiver.telemetry("app");
                Daybook daybook = Daybook.connect(server.address(), ClientOptions.DEFAULTS, app.observer())) {
            daybook.user("ada").forget(Selection.everything());
        }

        assertThat(receiver.span("daybook", "delete_memory").traceId())
                .isEqualTo(receiver.span("app", "delete_memory").traceId());
    }
}
