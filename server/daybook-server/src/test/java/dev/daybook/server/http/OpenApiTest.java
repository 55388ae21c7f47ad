package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Kind;
import dev.daybook.server.http.routes.DocumentRoutes;
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
        Stream.concat(DocumentRoutes.all().stream(), StreamRoutes.all().stream())
                .forEach(route -> route.paths().forEach(path -> served.add(route.method() + " " + path)));

        assertThat(described()).isEqualTo(served);
    }

    /** Else the methods of the path with the identifier are those of both. */
    @Test
    void no_path_has_a_word_where_another_one_has_an_identifier() {
        List<String> paths = paths().keySet().stream().map(String::valueOf).toList();

        assertThat(paths).allSatisfy(path -> {
            Pattern pattern = Pattern.compile(path.replaceAll("\\{\\w+}", "[^/]+"));
            assertThat(paths)
                    .filteredOn(other -> pattern.matcher(other).matches())
                    .containsExactly(path);
        });
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

    /** A generated client shows its calls by tag and name: those of users plain, the others in a place of their own. */
    @Test
    void the_operations_of_users_have_the_plain_names_and_tags() {
        Map<?, ?> users = operation("/v1/spaces/{space}/users/{user}/recall", "post");
        Map<?, ?> shared = operation("/v1/spaces/{space}/shared/recall", "post");

        assertThat(users.get("operationId")).isEqualTo("recall");
        assertThat(users.get("tags")).isEqualTo(List.of("episodes"));
        assertThat(shared.get("operationId")).isEqualTo("sharedRecall");
        assertThat(shared.get("tags")).isEqualTo(List.of("shared"));
        assertThat(operation("/v1/spaces/{space}/anonymous/recall", "post").get("operationId"))
                .isEqualTo("anonymousRecall");
    }

    private static Map<?, ?> operation(String path, String method) {
        return (Map<?, ?>) ((Map<?, ?>) paths().get(path)).get(method);
    }

    /** Generators take a default of a field of a body for a promise that it is there. */
    @Test
    void no_field_of_a_body_has_a_default() {
        assertThat(Pattern.compile("\"default\":").matcher(schemas()).results()).isEmpty();
        assertThat(OpenApi.document().get("servers")).isNotNull();
    }

    /** The generator of the Python client makes no class of an object without a name in a list that may be null. */
    @Test
    void the_objects_of_a_list_that_may_be_null_have_a_schema_of_their_own() {
        Pattern unnamed = Pattern.compile("\"type\":\\[\"array\",\"null\"],[^{}]*\"items\":\\{[^{}]*\"properties\"");

        assertThat(unnamed.matcher(schemas()).results()).isEmpty();
    }

    @Test
    void an_entry_is_described_by_its_kind() {
        Map<?, ?> schemas = (Map<?, ?>) ((Map<?, ?>) OpenApi.document().get("components")).get("schemas");
        Map<?, ?> entry = (Map<?, ?>) schemas.get("Entry");
        Map<?, ?> mapping = (Map<?, ?>) ((Map<?, ?>) entry.get("discriminator")).get("mapping");

        assertThat(mapping.keySet().stream().map(String::valueOf))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Kind.values()).map(Kind::label).toList());
        mapping.forEach((kind, reference) -> {
            Map<?, ?> schema = (Map<?, ?>) schemas.get(reference.toString().replace("#/components/schemas/", ""));
            assertThat(schema.toString()).contains("kind={type=string, enum=[" + kind + "]}");
        });
    }

    private static String schemas() {
        return PlainJson.write(((Map<?, ?>) OpenApi.document().get("components")).get("schemas"));
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
