package dev.daybook.server.http;

import static dev.daybook.server.keys.Right.ADMIN;
import static dev.daybook.server.keys.Right.WRITE;

import dev.daybook.Bank;
import dev.daybook.data.BankContents;
import dev.daybook.data.Chat;
import dev.daybook.data.NewSummary;
import dev.daybook.data.Outcome;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import dev.daybook.data.Space;
import dev.daybook.data.Summary;
import dev.daybook.json.Fields;
import dev.daybook.json.SettingsLines;
import dev.daybook.server.json.Answers;
import dev.daybook.server.json.BankAnswers;
import dev.daybook.server.json.Requests;
import dev.daybook.server.keys.Caller;
import dev.daybook.server.problem.NotFound;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;

/** The routes of a whole space: its settings, its scopes, its bank. */
final class SpaceRoutes {

    private static final int DEFAULT_IDLE_MINUTES = 10;

    private SpaceRoutes() {}

    static List<Route> all() {
        return List.of(
                Route.get("/v1/spaces", SpaceRoutes::spaces),
                Route.get("/v1/spaces/{space}/settings", SpaceRoutes::settings),
                Route.put("/v1/spaces/{space}/settings", ADMIN, SpaceRoutes::change),
                Route.get("/v1/spaces/{space}/scopes", SpaceRoutes::scopes),
                Route.get("/v1/spaces/{space}/bank", SpaceRoutes::bank),
                Route.post("/v1/spaces/{space}/bank", WRITE, SpaceRoutes::add),
                Route.delete("/v1/spaces/{space}/bank", SpaceRoutes::clear),
                Route.get("/v1/spaces/{space}/bank/preview", SpaceRoutes::preview),
                Route.get("/v1/spaces/{space}/bank/due", SpaceRoutes::due),
                Route.post("/v1/spaces/{space}/bank/summarize", WRITE, SpaceRoutes::summarize)
                        .slow(),
                Route.post("/v1/spaces/{space}/bank/compress", WRITE, SpaceRoutes::compress)
                        .slow());
    }

    private static Reply spaces(Call call) {
        call.noParameters();
        try (Stream<Space> spaces = call.daybook().spaces()) {
            return Reply.ok(Answers.with(
                    "spaces",
                    spaces.filter(call.caller()::sees).map(Space::id).sorted().toList()));
        }
    }

    private static Reply settings(Call call) {
        call.noParameters();
        return Reply.ok(SettingsLines.fieldsOf(call.memorySpace().settings()));
    }

    private static Reply change(Call call) {
        call.noParameters();
        Fields fields = call.fields();
        return Reply.ok(
                SettingsLines.fieldsOf(call.memorySpace().changeSettings(before -> Requests.settings(fields, before))));
    }

    private static Reply scopes(Call call) {
        call.noParameters();
        try (Stream<Scope> scopes = call.memorySpace().scopes()) {
            return Reply.ok(
                    Answers.with("scopes", scopes.map(Scope::code).sorted().toList()));
        }
    }

    private static Reply bank(Call call) {
        Parameters parameters = call.parameters();
        boolean archive = parameters.truth("archive");
        parameters.done();
        Bank bank = known(call);
        return Reply.ok(
                archive
                        ? BankAnswers.summaries(call.space(), bank.archive())
                        : BankAnswers.contents(call.space(), bank.list()));
    }

    private static Reply add(Call call) {
        call.noParameters();
        Fields fields = call.fields();
        String level = fields.optionalText("level");
        NewSummary summary = NewSummary.of(
                        level == null ? Summary.Level.SESSION : Summary.Level.of(level), fields.text("text"))
                .inPeriod(fields.optionalText("period"))
                .lastSourceAt(fields.optionalTime("lastSourceAt"));
        Integer sources = Requests.whole(fields, "sourceCount");
        summary = sources == null ? summary : summary.withSourceCount(sources);
        Integer tokens = Requests.whole(fields, "tokens");
        summary = tokens == null ? summary : summary.withTokens(tokens);
        if (fields.get("chat") != null) {
            Fields chat = fields.fields("chat");
            summary = summary.ofChat(chat(call, chat));
            chat.done();
        }
        fields.done();
        Summary added = known(call).add(summary);
        return Reply.created(Answers.entry(new Scope.Shared(call.space()), added));
    }

    private static Reply clear(Call call) {
        call.noParameters();
        return Reply.ok(Answers.with("cleared", known(call).clear()));
    }

    private static Reply preview(Call call) {
        Parameters parameters = call.parameters();
        int maxTokens = parameters.number(
                "maxTokens", call.memorySpace().settings().bank().maxTokens());
        OffsetDateTime asOf = parameters.time("asOf");
        parameters.done();
        return Reply.ok(BankAnswers.text(known(call).preview(maxTokens, asOf)));
    }

    private static Reply due(Call call) {
        Parameters parameters = call.parameters();
        int idle = parameters.number("idleMinutes", DEFAULT_IDLE_MINUTES);
        parameters.done();
        return Reply.ok(BankAnswers.chats(known(call).due(Duration.ofMinutes(idle))));
    }

    private static Reply summarize(Call call) {
        call.noParameters();
        Fields fields = call.fields();
        Chat chat = chat(call, fields);
        fields.done();
        Outcome outcome = known(call).summarize(chat);
        return Reply.ok(Answers.outcomes(List.of(outcome)));
    }

    private static Reply compress(Call call) {
        call.noParameters();
        Fields fields = call.optionalFields();
        Integer maxTokens = Requests.whole(fields, "maxTokens");
        fields.done();
        int most = maxTokens == null ? call.memorySpace().settings().bank().maxTokens() : maxTokens;
        return Reply.ok(Answers.outcomes(known(call).compress(most)));
    }

    /** Reads {@code {user?, session}}: without a user, a session of the anonymous scope. */
    private static Chat chat(Call call, Fields fields) {
        String user = fields.optionalText("user");
        Scope scope = user == null ? new Scope.Anonymous(call.space()) : new Scope.User(call.space(), user);
        return new Chat(scope, fields.text("session"));
    }

    /** Returns the bank of a space with entries; an empty space has none. */
    private static Bank known(Call call) {
        Bank bank = call.memorySpace().bank();
        boolean isOff = call.memorySpace().settings().equals(Settings.DEFAULTS);
        if (isOff && isEmpty(bank.list()) && isEmpty(call)) {
            throw new NotFound(Caller.NOT_HERE);
        }
        return bank;
    }

    private static boolean isEmpty(BankContents contents) {
        return contents.summaries().isEmpty();
    }

    private static boolean isEmpty(Call call) {
        try (Stream<Scope> scopes = call.memorySpace().scopes()) {
            return scopes.findAny().isEmpty();
        }
    }
}
