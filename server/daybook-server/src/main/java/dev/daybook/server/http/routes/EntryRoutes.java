package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.ADMIN;
import static dev.daybook.access.AccessRight.READ;

import dev.daybook.Memory;
import dev.daybook.internal.interchange.InterchangeReader;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Query;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.json.RequestJson;
import dev.daybook.server.problem.NotFoundException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of entries of any kind with all their fields, for a client that has the interfaces of the library. */
final class EntryRoutes {

    /** A waiting call uses one of the few threads for waiting. */
    private static final int MAX_WAIT_MILLISECONDS = 30_000;

    private EntryRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("S/entries/{kind}/{id}", EntryRoutes::find),
                // As an import: entries carry any origin and trust, so the right to write is not enough.
                HttpRoute.post("S/entries", ADMIN, EntryRoutes::put),
                HttpRoute.post("S/explain", READ, EntryRoutes::explain),
                HttpRoute.post("S/await", READ, EntryRoutes::await).slow(),
                HttpRoute.get("S/audit/{operation}", EntryRoutes::audit));
    }

    private static HttpReply find(HttpCall call) {
        QueryParameters parameters = call.parameters();
        boolean versions = parameters.truth("versions");
        parameters.done();
        Kind kind = Kind.of(call.id("kind"));
        String id = call.id("id");
        if (versions) {
            return HttpReply.ok(AnswerJson.complete(call.scope(), versions(call.memory(), kind, id)));
        }
        Entry entry = call.memory().find(kind.type(), id).orElseThrow(() -> notHere("entry"));
        return HttpReply.ok(AnswerJson.complete(call.scope(), entry));
    }

    /** Returns all versions, the oldest first; those of a summary by the session that it covers. */
    private static List<? extends Entry> versions(Memory memory, Kind kind, String id) {
        return switch (kind) {
            case FACT -> memory.facts().history(id);
            case BLOCK -> memory.blocks().history(id);
            case SUMMARY -> memory.session(id).summaryHistory();
            case EPISODE -> memory.archive().history(id);
            case NOTE -> memory.find(kind.type(), id).stream().toList();
        };
    }

    private static HttpReply put(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        Object given = fields.get("entries");
        if (!(given instanceof List)) {
            throw fields.wrong("entries", given, "a list of entries, each as a line of interchange");
        }
        List<String> lines = fields.texts("entries");
        fields.done();
        InterchangeReader reader = new InterchangeReader(call.scope());
        OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
        List<Entry> entries = new ArrayList<>();
        for (String line : lines) {
            entries.add(reader.read(line).entryAt(now).orElseThrow(EntryRoutes::noEntry));
        }
        List<Map<String, @Nullable Object>> receipts = call.importing().archive().importAll(entries).stream()
                .map(AnswerJson::receipt)
                .toList();
        return HttpReply.created(AnswerJson.with("receipts", receipts));
    }

    private static IllegalArgumentException noEntry() {
        return new IllegalArgumentException(
                "a line of 'entries' is no entry; send lines of sessions and settings to 'POST …/import'");
    }

    private static HttpReply explain(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        Kind kind = Kind.of(fields.text("kind"));
        String id = fields.text("id");
        Query query = RequestJson.query(fields);
        fields.done();
        if (query.shared()) {
            call.caller().readShared();
        }
        Explanation explanation = call.memory().explain(query, new EntryRef(call.scope(), kind, id));
        return HttpReply.ok(AnswerJson.explanation(explanation));
    }

    private static HttpReply await(HttpCall call) {
        QueryParameters parameters = call.parameters();
        int wait = parameters.number("wait", 0);
        parameters.done();
        JsonFields fields = call.fields();
        Receipt receipt = new Receipt(
                fields.text("id"),
                number(fields, "position"),
                number(fields, "revision"),
                present("durable", fields.optionalTruth("durable")),
                progress(fields, "words"),
                progress(fields, "vector"),
                progress(fields, "derived"));
        fields.done();
        if (wait < 0 || wait > MAX_WAIT_MILLISECONDS) {
            throw new IllegalArgumentException(
                    "parameter 'wait' is " + wait + "; use 0 to " + MAX_WAIT_MILLISECONDS + " milliseconds");
        }
        return HttpReply.ok(AnswerJson.receipt(call.memory().operations().await(receipt, Duration.ofMillis(wait))));
    }

    private static long number(JsonFields fields, String name) {
        return present(name, fields.optionalCount(name));
    }

    private static <T> T present(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("field '" + name + "' is missing; send the receipt of the write");
        }
        return value;
    }

    private static Receipt.Progress progress(JsonFields fields, String name) {
        String label = fields.text(name);
        try {
            return Receipt.Progress.valueOf(label.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw fields.wrong(name, label, "pending, done or off");
        }
    }

    private static HttpReply audit(HttpCall call) {
        call.noParameters();
        return HttpReply.ok(AnswerJson.audit(
                call.memory().operations().auditEntry(call.id("operation")).orElseThrow(() -> notHere("operation"))));
    }

    private static NotFoundException notHere(String missing) {
        return new NotFoundException("there is no such " + missing + "; check the id");
    }
}
