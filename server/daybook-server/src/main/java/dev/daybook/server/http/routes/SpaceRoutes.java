package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.ADMIN;
import static dev.daybook.access.AccessRight.WRITE;

import dev.daybook.Bank;
import dev.daybook.error.StaleVersionException;
import dev.daybook.internal.json.BankCodec;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.ReferenceCodec;
import dev.daybook.internal.json.settings.SettingsLines;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.outcome.BankContents;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.SpaceSettings;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.json.RequestJson;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.NotFoundException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The routes of a whole space: its settings, its scopes, its bank. */
final class SpaceRoutes {

    private static final int DEFAULT_IDLE_MINUTES = 10;

    /** A name of a scope or a space and its objects. */
    private static final long HEAP_PER_NAME = 200;

    private SpaceRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("/v1/spaces", SpaceRoutes::spaces),
                HttpRoute.get("/v1/spaces/{space}/settings", SpaceRoutes::settings),
                HttpRoute.put("/v1/spaces/{space}/settings", ADMIN, SpaceRoutes::change),
                HttpRoute.get("/v1/spaces/{space}/scopes", SpaceRoutes::scopes),
                HttpRoute.get("/v1/spaces/{space}/bank", SpaceRoutes::bank),
                HttpRoute.post("/v1/spaces/{space}/bank", WRITE, SpaceRoutes::add),
                HttpRoute.delete("/v1/spaces/{space}/bank", SpaceRoutes::clear),
                HttpRoute.get("/v1/spaces/{space}/bank/preview", SpaceRoutes::preview),
                HttpRoute.get("/v1/spaces/{space}/bank/due", SpaceRoutes::due),
                HttpRoute.post("/v1/spaces/{space}/bank/summarize", WRITE, SpaceRoutes::summarize)
                        .slow(),
                HttpRoute.post("/v1/spaces/{space}/bank/run", WRITE, SpaceRoutes::run)
                        .slow(),
                HttpRoute.post("/v1/spaces/{space}/bank/compress", WRITE, SpaceRoutes::compress)
                        .slow());
    }

    private static HttpReply spaces(HttpCall call) {
        ListPaging paging = ListPaging.only(call, "spaces");
        try (Stream<Space> spaces = call.daybook().spaces()) {
            List<String> ids = spaces.filter(call.caller()::sees)
                    .map(Space::id)
                    .peek(id -> call.room().call().take(HEAP_PER_NAME))
                    .sorted()
                    .toList();
            return paging.reply(ids, Function.identity(), page -> PlainJson.object("spaces", page));
        }
    }

    private static HttpReply settings(HttpCall call) {
        QueryParameters parameters = call.parameters();
        boolean usage = parameters.truth("usage");
        parameters.done();
        SpaceSettings settings = call.memorySpace().settings();
        return HttpReply.ok(
                usage ? AnswerJson.settings(settings, call.memorySpace().usage()) : SettingsLines.fieldsOf(settings));
    }

    private static HttpReply change(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        SpaceSettings expected =
                fields.get("if") == null ? null : RequestJson.settings(fields.fields("if"), SpaceSettings.DEFAULTS);
        return HttpReply.ok(SettingsLines.fieldsOf(call.memorySpace().changeSettings(before -> {
            if (expected != null && !expected.equals(before)) {
                throw new StaleVersionException(
                        "the settings are not those of field 'if'; read them again, then repeat the change");
            }
            return RequestJson.settings(fields, before);
        })));
    }

    private static HttpReply scopes(HttpCall call) {
        ListPaging paging = ListPaging.only(call, "scopes");
        try (Stream<Scope> scopes = call.memorySpace().scopes()) {
            List<String> codes = scopes.map(Scope::code)
                    .peek(code -> call.room().call().take(HEAP_PER_NAME))
                    .sorted()
                    .toList();
            return paging.reply(codes, Function.identity(), page -> PlainJson.object("scopes", page));
        }
    }

    private static HttpReply bank(HttpCall call) {
        QueryParameters parameters = call.parameters();
        Scope shared = new Scope.Shared(call.space());
        if (parameters.truth("archive")) {
            ListPaging paging = ListPaging.read(call, "archive of the bank", parameters);
            parameters.done();
            return paging.reply(
                    known(call).archive(), Summary::id, page -> AnswerJson.entries("summaries", shared, page));
        }
        parameters.done();
        return HttpReply.ok(BankCodec.CONTENTS.write(known(call).list(), shared));
    }

    private static HttpReply add(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        NewSummary summary = BankCodec.NEW_SUMMARY.read(fields, new Scope.Shared(call.space()));
        fields.done();
        if (summary.session() != null) {
            // The summary then covers the episodes of that session.
            call.caller().into(call.space(), WRITE);
        }
        Summary added = known(call).remember(summary);
        return HttpReply.created(EntryAnswers.write(new Scope.Shared(call.space()), added));
    }

    private static HttpReply clear(HttpCall call) {
        call.noParameters();
        return HttpReply.ok(PlainJson.object("cleared", known(call).forget()));
    }

    private static HttpReply preview(HttpCall call) {
        QueryParameters parameters = call.parameters();
        int maxTokens = parameters.number(
                "maxTokens", call.memorySpace().settings().bank().maxTokens());
        Instant asOf = parameters.time("asOf");
        parameters.done();
        return HttpReply.ok(BankCodec.SECTION.write(known(call).preview(maxTokens, asOf)));
    }

    private static HttpReply due(HttpCall call) {
        QueryParameters parameters = call.parameters();
        int idle = parameters.number("idleMinutes", DEFAULT_IDLE_MINUTES);
        ListPaging paging = ListPaging.read(call, "chats", parameters);
        parameters.done();
        return paging.reply(
                known(call).due(Duration.ofMinutes(idle)),
                chat -> chat.scope().code() + '\n' + chat.session(),
                page -> ReferenceCodec.SESSION.writeList("chats", page));
    }

    private static HttpReply summarize(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        SessionRef sessionRef = ReferenceCodec.USER_SESSION.read(fields, new Scope.Shared(call.space()));
        fields.done();
        DerivationOutcome outcome = known(call).summarize(sessionRef);
        return HttpReply.ok(AnswerJson.outcomes(List.of(outcome)));
    }

    private static HttpReply run(HttpCall call) {
        call.noParameters();
        call.optionalFields().done();
        return HttpReply.ok(AnswerJson.outcomes(known(call).run()));
    }

    private static HttpReply compress(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.optionalFields();
        Integer maxTokens = fields.whole("maxTokens");
        fields.done();
        int most = maxTokens == null ? call.memorySpace().settings().bank().maxTokens() : maxTokens;
        return HttpReply.ok(AnswerJson.outcomes(known(call).compress(most)));
    }

    /** Returns the bank of a space with entries; an empty space has none. */
    private static Bank known(HttpCall call) {
        Bank bank = call.memorySpace().bank();
        boolean isOff = call.memorySpace().settings().equals(SpaceSettings.DEFAULTS);
        if (isOff && isEmpty(bank.list()) && isEmpty(call)) {
            throw new NotFoundException(AuthenticatedCaller.NOT_HERE);
        }
        return bank;
    }

    private static boolean isEmpty(BankContents contents) {
        return contents.summaries().isEmpty();
    }

    private static boolean isEmpty(HttpCall call) {
        try (Stream<Scope> scopes = call.memorySpace().scopes()) {
            return scopes.findAny().isEmpty();
        }
    }
}
