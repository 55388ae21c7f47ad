package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.ADMIN;
import static dev.daybook.access.AccessRight.READ;

import dev.daybook.Memory;
import dev.daybook.internal.interchange.InterchangeReader;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.HitCodec;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.QueryCodec;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Query;
import dev.daybook.server.problem.NotFoundException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
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
        Kind kind = Kind.of(call.id("kind"));
        String id = call.id("id");
        ListPaging paging = ListPaging.read(call, "versions of " + kind + ' ' + id, parameters);
        boolean versions = parameters.truth("versions");
        parameters.done();
        if (versions) {
            return paging.reply(
                    List.copyOf(versions(call.memory(), kind, id)),
                    version -> ListPaging.ascending(version.revision()),
                    page -> PlainJson.object(
                            "entries",
                            page.stream()
                                    .map(entry -> EntryAnswers.complete(call.scope(), entry))
                                    .toList()));
        }
        Entry entry = call.memory().find(kind.type(), id).orElseThrow(() -> notHere("entry"));
        return HttpReply.ok(EntryAnswers.complete(call.scope(), entry));
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
                .map(ReceiptCodec.RECEIPT::write)
                .toList();
        return HttpReply.created(PlainJson.object("receipts", receipts));
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
        String code = fields.optionalText("scope");
        List<ReadScopes.Joined> joined = call.joined(fields);
        Query query = QueryCodec.QUERY.read(fields);
        fields.done();
        if (query.shared()) {
            call.caller().readShared(call.scope());
        }
        Scope scope = code == null ? call.scope() : Scope.of(call.space(), code);
        Explanation explanation = call.memory(joined).explain(query, new EntryRef(scope, kind, id));
        return HttpReply.ok(HitCodec.EXPLANATION.write(explanation));
    }

    private static HttpReply await(HttpCall call) {
        QueryParameters parameters = call.parameters();
        int wait = parameters.number("wait", 0);
        parameters.done();
        JsonFields fields = call.fields();
        Receipt receipt = ReceiptCodec.RECEIPT.read(fields);
        fields.done();
        if (wait < 0 || wait > MAX_WAIT_MILLISECONDS) {
            throw new IllegalArgumentException(
                    "parameter 'wait' is " + wait + "; use 0 to " + MAX_WAIT_MILLISECONDS + " milliseconds");
        }
        return HttpReply.ok(
                ReceiptCodec.RECEIPT.write(call.memory().operations().await(receipt, Duration.ofMillis(wait))));
    }

    private static HttpReply audit(HttpCall call) {
        call.noParameters();
        return HttpReply.ok(OutcomeCodec.AUDIT.write(
                call.memory().operations().auditEntry(call.id("operation")).orElseThrow(() -> notHere("operation"))));
    }

    private static NotFoundException notHere(String missing) {
        return new NotFoundException("there is no such " + missing + "; check the id");
    }
}
