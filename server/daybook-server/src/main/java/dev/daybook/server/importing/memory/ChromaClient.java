package dev.daybook.server.importing.memory;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.importing.source.UnreadableSourceException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A running Chroma, read by version 2 of its HTTP API. */
public final class ChromaClient implements ChromaRows {

    private static final Pattern ADDRESS = Pattern.compile("https?://.+", Pattern.CASE_INSENSITIVE);

    private static final Pattern LAST_SLASHES = Pattern.compile("(?<!/)/++$");

    /** The default tenant and database of Chroma. */
    private static final String DATABASE = "/api/v2/tenants/default_tenant/databases/default_database";

    /** A page of a few hundred kilobytes, well below the limit of a request. */
    private static final int PAGE = 500;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String address;
    private final Duration maxWait;
    private final HttpClient client;
    private final Map<String, String> ids = new LinkedHashMap<>();

    private ChromaClient(String address, Duration maxWait) {
        this.address = address;
        this.maxWait = maxWait;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(maxWait)
                .build();
    }

    public static boolean isAddress(String from) {
        return ADDRESS.matcher(from).matches();
    }

    public static ChromaClient open(String from) {
        return open(from, PATIENCE);
    }

    /** @param maxWait the wait for the beginning of an answer, and for each further part of it */
    static ChromaClient open(String from, Duration maxWait) {
        ChromaClient server = new ChromaClient(LAST_SLASHES.matcher(from).replaceFirst(""), maxWait);
        server.list();
        return server;
    }

    private void list() {
        List<@Nullable Object> page;
        do {
            int before = ids.size();
            page = list(get("/collections?limit=" + PAGE + "&offset=" + before));
            for (Object each : page) {
                JsonFields collection = fields(each);
                ids.put(collection.text("name"), collection.text("id"));
            }
            if (page.size() == PAGE && ids.size() == before) {
                throw rubbish("the same " + PAGE + " collections to each question for the next");
            }
        } while (page.size() == PAGE);
    }

    @Override
    public String name() {
        return address;
    }

    @Override
    public List<String> collections() {
        return List.copyOf(ids.keySet());
    }

    @Override
    public void each(String collection, Consumer<Row> reader) {
        String rows = "/collections/" + ids.get(collection);
        long read = 0;
        String first = "";
        for (List<Row> page = page(rows, read); !page.isEmpty(); page = page(rows, read)) {
            // A server that ignores the offset would answer the same page forever.
            if (page.get(0).id().equals(first)) {
                throw rubbish("the same rows to each question for the next");
            }
            first = page.get(0).id();
            page.forEach(reader);
            read += page.size();
        }
        Object count = get(rows + "/count");
        if (!Long.valueOf(read).equals(count)) {
            throw new UnreadableSourceException(
                    "the collection '" + collection + "' of " + address + " had " + count + " rows when " + read
                            + " of it were read; it is being written, so import again",
                    null);
        }
    }

    private List<Row> page(String rows, long offset) {
        Map<String, Object> question = new LinkedHashMap<>();
        question.put("limit", PAGE);
        question.put("offset", offset);
        question.put("include", List.of("documents", "metadatas"));
        JsonFields answer = fields(ask(request(rows + "/get")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(PlainJson.write(question)))));
        List<@Nullable Object> names = list(answer.get("ids"));
        List<@Nullable Object> documents = list(answer.get("documents"));
        List<@Nullable Object> metadata = list(answer.get("metadatas"));
        if (documents.size() != names.size() || metadata.size() != names.size()) {
            throw rubbish(
                    names.size() + " ids, " + documents.size() + " documents and " + metadata.size() + " metadata");
        }
        List<Row> page = new ArrayList<>(names.size());
        for (int i = 0; i < names.size(); i++) {
            if (!(names.get(i) instanceof String id)) {
                throw rubbish("an id that is " + JsonFields.typeOf(names.get(i)));
            }
            page.add(new Row(id, documents.get(i) instanceof String text ? text : null, object(metadata.get(i))));
        }
        return page;
    }

    private @Nullable Object get(String path) {
        return ask(request(path).GET());
    }

    private HttpRequest.Builder request(String path) {
        try {
            return HttpRequest.newBuilder(URI.create(address + DATABASE + path));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + address + "' is not the address of a server; use one such as http://localhost:8000");
        }
    }

    private @Nullable Object ask(HttpRequest.Builder request) {
        HttpResponse<String> answer;
        try {
            answer = CompleteAnswer.read(client, request, HttpResponse.BodyHandlers.ofString(), maxWait);
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    address + " does not answer (" + e + "); start Chroma there, and"
                            + " import again: imported rows are kept",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreadableSourceException("the import was interrupted; import again", e);
        }
        if (answer.statusCode() != 200) {
            throw new UnreadableSourceException(
                    address + " answers " + answer.statusCode() + " to "
                            + answer.request().uri().getPath()
                            + "; it must be Chroma 1.0 or later, without a key; or import its folder",
                    null);
        }
        try {
            return PlainJson.read(answer.body());
        } catch (IllegalArgumentException e) {
            throw rubbish("what is " + e.getMessage());
        }
    }

    private JsonFields fields(@Nullable Object value) {
        if (!(value instanceof Map)) {
            throw rubbish(JsonFields.typeOf(value) + " instead of an object");
        }
        return new JsonFields(object(value));
    }

    private Map<String, @Nullable Object> object(@Nullable Object value) {
        if (value == null) {
            return Map.of();
        }
        if (!(value instanceof Map<?, ?>)) {
            throw rubbish(JsonFields.typeOf(value) + " instead of an object");
        }
        @SuppressWarnings("unchecked") // the keys of parsed objects are strings
        Map<String, @Nullable Object> object = (Map<String, @Nullable Object>) value;
        return object;
    }

    private List<@Nullable Object> list(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw rubbish(JsonFields.typeOf(value) + " instead of an array");
        }
        return new ArrayList<>(list);
    }

    private UnreadableSourceException rubbish(String what) {
        return new UnreadableSourceException(
                address + " answers " + what + "; it must be Chroma 1.0 or later: see which server that is", null);
    }

    @Override
    public void close() {
        // The client of Java 17 cannot be closed; its threads end with the process.
    }
}
