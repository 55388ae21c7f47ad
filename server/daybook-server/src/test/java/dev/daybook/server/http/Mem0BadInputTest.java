package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.http.TestServer.Answer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of mem0 that are refused. */
class Mem0BadInputTest extends Mem0Fixture {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | messages",
                "{'messages':[]} | 'messages' has 0 messages",
                "{'messages':' '} | 'messages' is blank",
                "{'messages':[{'role':'user','content':''}]} | 'messages' is blank",
                "{'messages':[{'role':'user'}]} | 'messages[0].content'",
                "{'messages':[{'content':'x'}]} | 'messages[0].role'",
                "{'messages':[{'role':'user','content':'x','tool':1}]} | tool",
                "{'messages':[{'role':'user','content':[{'type':'hologram'}]}]} | text, image_url, pdf_url, input_audio or file",
                "{'messages':'x','infer':'no'} | 'infer'",
                "{'messages':'x','metadata':{'a':[1]}} | 'metadata.a' is an array",
                "{'messages':'x','metadata':{'user':{'b':1}}} | 'metadata.user' is an object",
                "{'messages':'x','metadata':{'agent_id':'b'}} | give the id as the field 'agent_id'",
                "{'messages':'x','metadata':{'daybook.x':'b'}} | reserved",
                "{'messages':'x','timestamp':'soon'} | 'timestamp'",
                "{'messages':'x','timestamp':1e300} | 'timestamp'",
                "{'messages':'x','expiration_date':'2030-01-01'} | retention periods",
                "{'messages':'x','custom_instructions':'y'} | 'custom_instructions' is not supported",
                "{'messages':'x','org_id':'y'} | 'org_id' is not supported",
                "{'messages':'x','filters':{'user_id':'bob'}} | 'user_id' is given twice",
                "{'messages':'x','filters':{'topic':'y'}} | topic",
                "{'messages':'x','surprise':1} | 'surprise' is not known"
            })
    void a_wrong_add_is_refused_by_name_and_writes_nothing(String body, String message) {
        String whole = body.strip().replaceFirst("}$", (body.length() < 5 ? "" : ",") + "'user_id':'ada'}");
        Answer answer = post(ADD, whole);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.at("detail")).asString().contains(message.strip());
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(all("ada")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "*"})
    void an_id_of_no_one_is_refused(String id) {
        assertThat(post(ADD, "{'messages':'x','user_id':'" + id + "'}").status())
                .isEqualTo(400);
        assertThat(post(SEARCH, "{'query':'x','filters':{'user_id':'" + id + "'}}")
                        .status())
                .isEqualTo(400);
        assertThat(post(ADD, "{'messages':'x','run_id':'" + id + "'}").status()).isEqualTo(400);
    }

    @Test
    void an_erasure_whose_condition_cannot_be_decoded_erases_nothing() throws IOException {
        tea();

        String answer =
                RawCall.withoutBody(server, "DELETE", MEMORY + "?user_id=ada&run_id=50%", key[0] + ": " + key[1]);

        assertThat(answer).startsWith("HTTP/1.1 400").contains("parameter 'run_id' is not percent-encoded UTF-8");
        assertThat(all("ada")).hasSize(1);
    }

    @Test
    void an_erasure_of_one_memory_with_an_unknown_parameter_erases_nothing() {
        String id = tea();

        Answer answer = server.delete(MEMORY + id + "/?dry_run=true", key);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.at("detail")).asString().contains("'dry_run' is not known");
        assertThat(all("ada")).hasSize(1);
    }

    @Test
    void ids_that_are_none_are_missing() {
        tea();
        for (String id : List.of("nope", "%20", "..%00", "dXNlcjphZGE", "a".repeat(10_000), "null", "~YWRh")) {
            assertThat(server.get(MEMORY + id + "/", key).status()).as(id).isIn(400, 404);
            assertThat(server.get(MEMORY + id + "/", key).body()).hasSizeLessThan(500);
        }
        String user = "u".repeat(10_000);
        assertThat(post(ADD, "{'messages':'x','user_id':'" + user + "'}").status())
                .isEqualTo(400);
        assertThat(post(ADD, "{'messages':'x','user_id':'" + user + "'}").body())
                .hasSizeLessThan(500);
    }

    @Test
    void an_update_of_an_exchange_or_of_nothing_is_refused() {
        String id = tea();
        post(
                ADD,
                "{'messages':[{'role':'user','content':'Hi.'},{'role':'assistant','content':'Hello.'}],'user_id':'bob'}");
        Object exchange = all("bob").get(0).get("id");

        assertThat(put(MEMORY + exchange + "/", "{'text':'x'}").body()).contains("exchange of several messages");
        assertThat(put(MEMORY + exchange + "/", "{'metadata':{'seen':true}}").status())
                .isEqualTo(200);
        assertThat(put(MEMORY + id + "/", "{}").body()).contains("changes nothing");
        assertThat(put(MEMORY + id + "/", "{'text':' '}").status()).isEqualTo(400);
        assertThat(put(MEMORY + id + "/", "{'data':'x'}").body()).contains("'data' is not known");
        assertThat(server.get(MEMORY + id + "/", key).at("memory")).isEqualTo("I drink green tea.");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /mem0/api/v1/orgs/organizations/daybook/projects/default/, projects",
        "PATCH, /mem0/api/v1/orgs/organizations/daybook/projects/default/, projects",
        "POST, /mem0/api/v1/webhooks/projects/default/, webhooks",
        "POST, /mem0/v1/exports/, exports",
        "POST, /mem0/v1/exports/get/, exports",
        "POST, /mem0/v1/feedback/, feedback",
        "GET, /mem0/v2/entities/user/ada/profile/, profiles",
        "POST, /mem0/v2/profiles/jobs/, profiles",
        "POST, /mem0/reset, reset",
        "POST, /mem0/configure, configuration"
    })
    void what_daybook_does_not_have_is_named(String method, String path, String feature) {
        Answer answer = server.send(method, path, method.equals("GET") ? null : "{}", key);

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.at("detail")).asString().contains(feature);
        assertThat(server.send(method, path, null).status()).isEqualTo(401);
    }

    @Test
    void an_unknown_path_and_a_body_that_is_no_json_are_refused() {
        Answer unknown = server.get("/mem0/v9/memories/", key);
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.at("detail")).asString().contains("nothing is here");
        assertThat(post(SEARCH, "tea").status()).isEqualTo(400);
        assertThat(post(SEARCH, "{'query':'tea','top_k':0,'user_id':'ada'}").status())
                .isEqualTo(400);
        assertThat(post(SEARCH, "{'filters':{'user_id':'ada'}}").body()).contains("'query' is missing");
        assertThat(post(LIST + "?page=0", "{'filters':{'user_id':'ada'}}").status())
                .isEqualTo(400);
        assertThat(post(LIST + "?page_size=5000", "{'filters':{'user_id':'ada'}}")
                        .status())
                .isEqualTo(400);
        assertThat(post(LIST + "?surprise=1", "{'filters':{'user_id':'ada'}}").body())
                .contains("surprise");
        assertThat(server.post(SEARCH, "x".repeat(200_000), key).status()).isEqualTo(413);
    }
}
