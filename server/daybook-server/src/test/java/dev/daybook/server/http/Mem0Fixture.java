package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.local.InMemoryStore;
import dev.daybook.server.http.TestServer.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server with the interface of mem0, and requests as its clients send them. */
abstract class Mem0Fixture {

    static final String ADD = "/mem0/v3/memories/add/";
    static final String SEARCH = "/mem0/v3/memories/search/";
    static final String LIST = "/mem0/v3/memories/";
    static final String MEMORY = "/mem0/v1/memories/";
    static final String TEA =
            "{'messages':[{'role':'user','content':'I drink green tea.'}],'user_id':'ada','agent_id':'butler',"
                    + "'run_id':'r1','metadata':{'topic':'drinks','size':3,'gone':null},'infer':false}";

    static final AccessRight[] ALL = {AccessRight.READ, AccessRight.WRITE, AccessRight.FORGET};

    TestServer server;
    String[] key;

    @BeforeEach
    void start(@TempDir Path folder) {
        server = TestServer.withMem0(Daybook.builder(new InMemoryStore()).noEmbedder(), folder);
        key = token(server.key("default", ALL));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    static String[] token(String key) {
        return new String[] {"Authorization", "Token " + key};
    }

    Answer post(String path, String body) {
        return server.post(path, body.replace('\'', '"'), key);
    }

    Answer put(String path, String body) {
        return server.put(path, body.replace('\'', '"'), key);
    }

    Memory ada() {
        return server.daybook.space("default").user("ada");
    }

    /** Adds the memory of tea and returns its id. */
    String tea() {
        Answer added = post(ADD, TEA);
        assertThat(added.status()).as(added.body()).isEqualTo(200);
        return String.valueOf(added.list("results").get(0).get("id"));
    }

    List<Map<String, @Nullable Object>> all(String user) {
        return post(LIST, "{'filters':{'user_id':'" + user + "'}}").list("results");
    }
}
