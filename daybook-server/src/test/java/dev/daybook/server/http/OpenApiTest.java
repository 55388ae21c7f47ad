package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OpenApiTest {

    private static final List<String> OPERATING =
            List.of("GET /healthz", "GET /readyz", "GET /metrics", "GET /openapi.json");

    @Test
    void it_describes_the_routes_that_there_are_and_no_others() {
        TreeSet<String> served = new TreeSet<>(OPERATING);
        Stream.concat(HttpServer.routes().stream(), Streams.all().stream())
                .forEach(route -> route.paths().forEach(path -> served.add(route.method() + " " + path)));

        assertThat(described()).isEqualTo(served);
    }

    @Test
    void each_operation_has_a_name_of_its_own() {
        List<String> names =
                operations().map(each -> (String) each.get("operationId")).toList();

        assertThat(names).isNotEmpty().doesNotHaveDuplicates().doesNotContainNull();
    }

    @Test
    void every_reference_leads_somewhere() {
        String text = OpenApi.json();

        Stream<String> references = Pattern.compile("\"#/([^\"]+)\"")
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .distinct();
        assertThat(references).isNotEmpty().allSatisfy(reference -> {
            Object place = OpenApi.document();
            for (String step : reference.split("/")) {
                assertThat(place).as(reference).isInstanceOf(Map.class);
                place = ((Map<?, ?>) place).get(step);
            }
            assertThat(place).as(reference).isNotNull();
        });
    }

    private static TreeSet<String> described() {
        TreeSet<String> described = new TreeSet<>();
        paths().forEach((path, item) -> ((Map<?, ?>) item)
                .keySet().stream()
                        .filter(name -> !name.equals("parameters"))
                        .forEach(method -> described.add(method.toString().toUpperCase(Locale.ROOT) + " " + path)));
        return described;
    }

    private static Stream<Map<?, ?>> operations() {
        return paths().values().stream()
                .flatMap(item -> ((Map<?, ?>) item)
                        .entrySet().stream()
                                .filter(entry -> !entry.getKey().equals("parameters"))
                                .map(entry -> (Map<?, ?>) entry.getValue()));
    }

    private static Map<?, ?> paths() {
        return (Map<?, ?>) OpenApi.document().get("paths");
    }
}
