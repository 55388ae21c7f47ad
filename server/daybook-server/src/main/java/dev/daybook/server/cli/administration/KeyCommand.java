package dev.daybook.server.cli.administration;

import dev.daybook.Daybook;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.keys.AccessAnswers;
import dev.daybook.server.keys.ApiKey;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.keys.Grantor;
import dev.daybook.server.keys.KeyChange;
import dev.daybook.server.keys.KeyGrant;
import dev.daybook.server.keys.KeyLimits;
import dev.daybook.server.keys.ReadableScopes;
import java.io.PrintStream;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "key",
        header = "Creates, lists, changes and revokes the API keys of a server.",
        description = {
            "A key grants access to the space of --space, or with --user, --agent, --shared or --anonymous to that scope"
                    + " only; that of a user opens the user's agents, too. It is printed once, on creation; only its hash is stored. A running server applies every change at once."
        },
        sortOptions = false)
final class KeyCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Override
    public Integer call() {
        throw root.options()
                .wrongUsage(
                        "the subcommand of key is missing; use create, list, show, log, grant, withdraw, revoke or rotate");
    }

    @Command(name = "create", description = "Creates a key and prints it once.", sortOptions = false)
    int create(
            @Option(
                            names = "--rights",
                            split = ",",
                            defaultValue = "read,write",
                            paramLabel = "RIGHT",
                            description =
                                    "Rights of the key: read, write, forget, admin, shared and propose (default read,write). The right shared"
                                            + " lets a key of one user read the shared scope of the space, too; a key of a space always can. The right"
                                            + " propose lets it propose episodes, which wait in quarantine for a review.")
                    List<String> rights,
            @Option(
                            names = "--trust",
                            paramLabel = "TRUST",
                            description =
                                    "Highest trust of entries written with this key: user, assistant, tool, import"
                                            + " or unknown (default: user, and over MCP assistant). Use tool for a program that reads web pages"
                                            + " and mails. With user, its messages in the role of the user are the user's words over MCP, too: for"
                                            + " a program that sends what the user typed, never for the tools of a model.")
                    @Nullable
                    String trust,
            @Option(
                            names = "--rate",
                            paramLabel = "N",
                            description =
                                    "Rate limit of this key in calls per second (default: that of 'serve --rate').")
                    @Nullable
                    Integer rate,
            @Option(names = "--expires", paramLabel = "TIME", description = "Expiry time, ISO 8601 (default never).")
                    @Nullable
                    String expires) {
        Scope scope = root.options().namedScope();
        KeyLimits limits = new KeyLimits(trust == null ? null : Trust.of(trust), rate);
        return print(keys().create(root.options().space(), scope, rights(rights), limits, time(expires)));
    }

    @Command(name = "list", description = "Lists all keys, without their secrets.", sortOptions = false)
    int list() {
        List<ApiKey> all = keys().all();
        return root.list(
                () -> PlainJson.object(
                        "keys", all.stream().map(AccessAnswers::key).toList()),
                all,
                "There are no keys.",
                KeyCommand::line);
    }

    @Command(
            name = "show",
            description = "Shows a key, and the scopes with entries that it can read.",
            sortOptions = false)
    int show(
            @Parameters(index = "0", paramLabel = "ID", description = "Id of the key, as shown by 'key list'.")
                    String id) {
        AuthenticatedCaller caller = new AuthenticatedCaller(keys().named(id));
        try (Daybook daybook = root.opener().openExisting()) {
            return root.answer(() -> AccessAnswers.access(daybook, caller), () -> {
                root.output().println(line(keys().named(id)));
                ReadableScopes.of(daybook, caller).forEach(this::print);
            });
        }
    }

    private void print(ReadableScopes readable) {
        PrintStream out = root.terminal().out();
        readable.scopes()
                .forEach(scope -> out.println(
                        "  " + DisplayText.line(readable.space().id(), 60) + "  " + DisplayText.line(scope, 60)));
        if (readable.more()) {
            out.println("  … and more");
        }
    }

    @Command(name = "revoke", description = "Revokes a key at once.", sortOptions = false)
    int revoke(
            @Parameters(index = "0", paramLabel = "ID", description = "Id of the key, as shown by 'key list'.")
                    String id) {
        ApiKey revoked = keys().revoke(id);
        return root.answer(() -> AccessAnswers.key(revoked), () -> root.output().note("Revoked."));
    }

    @Command(
            name = "grant",
            description =
                    "Gives a key rights in the space or scope of the options, in place of those that it has there.",
            sortOptions = false)
    int grant(
            @Parameters(index = "0", paramLabel = "ID", description = "Id of the key, as shown by 'key list'.")
                    String id,
            @Option(
                            names = "--rights",
                            split = ",",
                            required = true,
                            paramLabel = "RIGHT",
                            description = "Rights of the key there: read, write, forget, admin, shared and propose.")
                    List<String> rights) {
        ApiKey granted = keys().grant(id, new KeyGrant(place(), rights(rights)), Grantor.OWNER);
        return root.answer(() -> AccessAnswers.key(granted), () -> root.output().note("Granted."));
    }

    @Command(
            name = "withdraw",
            description = {
                "Withdraws the grant of a key in the space or scope of the options at once; with its last grant the key is"
                        + " revoked."
            },
            sortOptions = false)
    int withdraw(
            @Parameters(index = "0", paramLabel = "ID", description = "Id of the key, as shown by 'key list'.")
                    String id) {
        ApiKey left = keys().withdraw(id, place(), Grantor.OWNER);
        return root.answer(
                () -> AccessAnswers.key(left),
                () -> root.output()
                        .note(left.revokedAt() == null ? "Withdrawn." : "Withdrawn, and the key is revoked."));
    }

    private GrantPlace place() {
        return new GrantPlace(root.options().space(), root.options().namedScope());
    }

    private static Set<AccessRight> rights(List<String> labels) {
        Set<AccessRight> rights = new LinkedHashSet<>();
        labels.forEach(label -> rights.add(AccessRight.of(label.strip())));
        return rights;
    }

    @Command(
            name = "rotate",
            description = "Replaces a key: prints a new key with the same rights and limits and revokes the old one.",
            sortOptions = false)
    int rotate(
            @Parameters(index = "0", paramLabel = "ID", description = "Id of the key, as shown by 'key list'.")
                    String id,
            @Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            description = "Expiry time of the new key (default never).")
                    @Nullable
                    String expires) {
        return print(keys().rotate(id, time(expires)));
    }

    @Command(
            name = "log",
            description = "Lists every change of the keys with its time and its maker, and checks their hash chain.",
            sortOptions = false)
    int log() {
        ApiKeys keys = keys();
        List<KeyChange> changes = keys.changes();
        Optional<String> contradiction = keys.contradiction();
        Map<String, @Nullable Object> answer = PlainJson.object(
                "changes", changes.stream().map(KeyCommand::shown).toList());
        answer.put("contradiction", contradiction.orElse(null));
        root.list(() -> answer, changes, "No change of the keys is on record.", KeyCommand::line);
        if (contradiction.isPresent() && !root.output().isJson()) {
            root.output().note("The keys were changed by another program: " + contradiction.get() + ".");
        }
        return contradiction.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static Map<String, @Nullable Object> shown(KeyChange change) {
        Map<String, @Nullable Object> shown = PlainJson.object("at", IsoTimes.format(change.at()));
        shown.put("action", change.action().label());
        shown.put("key", change.key().isEmpty() ? null : change.key());
        shown.put("by", change.by());
        return shown;
    }

    private static String line(KeyChange change) {
        return DisplayText.time(change.at()) + "  " + change.action().label()
                + (change.key().isEmpty() ? "" : "  " + change.key()) + "  by " + DisplayText.line(change.by(), 60);
    }

    private int print(ApiKeys.CreatedKey made) {
        Map<String, @Nullable Object> answer = AccessAnswers.key(made.key());
        answer.put("key", made.text());
        return root.answer(() -> answer, made.text());
    }

    private ApiKeys keys() {
        return new ApiKeys(root.options().folder(), Clock.systemUTC());
    }

    private static @Nullable OffsetDateTime time(@Nullable String text) {
        return text == null ? null : IsoTimes.parseTimeOrDay("--expires", text);
    }

    private static String line(ApiKey key) {
        String end = key.revokedAt() != null
                ? "  revoked"
                : key.expiresAt() == null ? "" : "  until " + DisplayText.time(key.expiresAt());
        String grants = key.grants().stream().map(KeyCommand::shown).collect(Collectors.joining("; "));
        return key.id() + "  " + grants + limits(key.limits()) + end;
    }

    private static String shown(KeyGrant grant) {
        Scope scope = grant.place().scope();
        String space = grant.place().space().id();
        String place = scope == null ? "space " + space : DisplayText.scope(scope);
        return DisplayText.line(place, 60) + "  " + String.join(",", AccessAnswers.rights(grant.rights()));
    }

    private static String limits(KeyLimits limits) {
        return (limits.trust() == null ? "" : "  trust " + limits.trust().label())
                + (limits.rate() == null ? "" : "  " + limits.rate() + "/s");
    }
}
