package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.FORGET;
import static dev.daybook.access.AccessRight.PROPOSE;

import dev.daybook.Memory;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.SelectionCodec;
import dev.daybook.model.Entry;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.SizeLimits;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.query.Selection;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.json.RequestJson;
import dev.daybook.server.problem.NotFoundException;
import java.util.List;
import java.util.stream.Stream;

/** The routes of the quarantine. A right to read does not show its entries, which would defeat it. */
final class QuarantineRoutes {

    private QuarantineRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("S/quarantine", QuarantineRoutes::list).right(FORGET),
                HttpRoute.post("S/proposals", PROPOSE, QuarantineRoutes::propose),
                HttpRoute.post("S/quarantine", FORGET, QuarantineRoutes::put),
                HttpRoute.get("S/quarantine/{operation}", QuarantineRoutes::entries)
                        .right(FORGET)
                        .slow(),
                HttpRoute.post("S/quarantine/{operation}/release", FORGET, QuarantineRoutes::release)
                        .slow());
    }

    private static HttpReply list(HttpCall call) {
        return ListPaging.only(call, "quarantine")
                .reply(
                        call.memory().quarantine().list(),
                        QuarantineReceipt::operation,
                        page -> ReceiptCodec.RELEASED.writeList("quarantine", page));
    }

    private static HttpReply propose(HttpCall call) {
        call.noParameters();
        List<NewEpisode> episodes = RequestJson.episodes(call.json(), false);
        if (episodes.size() > SizeLimits.WAITING_PROPOSALS) {
            throw new IllegalArgumentException("the batch has " + episodes.size() + " episodes; propose at most "
                    + SizeLimits.WAITING_PROPOSALS + " at a time");
        }
        return HttpReply.accepted(
                PlainJson.object("ids", call.memory().quarantine().propose(episodes)));
    }

    private static HttpReply put(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        Selection.Matching selection = SelectionCodec.condition(fields, "give at least one to select the entries");
        boolean dryRun = fields.truth("dryRun");
        fields.done();
        return HttpReply.ok(AnswerJson.quarantined(
                dryRun
                        ? call.memory().quarantine().preview(selection)
                        : call.memory().quarantine().hide(selection),
                dryRun));
    }

    private static HttpReply entries(HttpCall call) {
        String operation = call.id("operation");
        ListPaging paging = ListPaging.only(call, "quarantine " + operation);
        List<Entry> entries;
        try (Stream<Entry> all = call.memory().quarantine().entries(operation)) {
            entries = all.toList();
        }
        if (entries.isEmpty()) {
            throw notThere();
        }
        return paging.reply(
                entries,
                entry -> entry.kind().label() + ' ' + entry.id(),
                page -> AnswerJson.quarantined(operation, call.scope(), page));
    }

    private static HttpReply release(HttpCall call) {
        call.noParameters();
        call.optionalFields().done();
        Memory memory = call.memory();
        String operation = call.id("operation");
        if (!isHeld(memory, operation)) {
            throw notThere();
        }
        return HttpReply.ok(ReceiptCodec.RELEASED.write(memory.quarantine().release(operation)));
    }

    /** Reads one entry at most. */
    private static boolean isHeld(Memory memory, String operation) {
        try (Stream<Entry> entries = memory.quarantine().entries(operation)) {
            return entries.findAny().isPresent();
        }
    }

    private static NotFoundException notThere() {
        return new NotFoundException(
                "no entries are in quarantine by this operation; 'GET …/quarantine' lists the operations");
    }
}
