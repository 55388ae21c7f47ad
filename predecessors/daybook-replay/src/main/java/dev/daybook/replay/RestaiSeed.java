package dev.daybook.replay;

import dev.daybook.Bank;
import dev.daybook.Daybook;
import dev.daybook.MemorySpace;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.ApproximateTokens;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewSummary;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Summary;
import dev.daybook.model.Summary.Level;
import dev.daybook.outcome.BankText;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.SpaceSettings;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.TokenCounter;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The memory bank of restai: a project is a space, its turns are in the anonymous scope, its entries are the bank. */
final class RestaiSeed extends FolderSeed {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

    private static final int IDLE_MINUTES = 10;

    /** The token count that stands for our first line and frame. */
    private static final int HEADER_TOKENS = 35;

    private static final String FIRST_PROJECT = "1";

    private final SummaryScript model = new SummaryScript();
    private final TokenCounter counter = new ApproximateTokens();
    private final ReplayStage stage;

    /** The projects that a step has described, by number. */
    private final Map<Long, String> described = new TreeMap<>();

    private String project = FIRST_PROJECT;
    private int projects;

    RestaiSeed(RecordedScenario scenario) {
        ScriptedClock clock = new ScriptedClock(scenario.start());
        stage = new ReplayStage(
                clock,
                Daybook.builder(folders.folder(""))
                        .noEmbedder()
                        .tokenCounter(counter)
                        .languageModel(model)
                        .grounding(GroundingPolicy.off())
                        .retryAfter(Duration.ZERO)
                        .background(false));
    }

    @Override
    public ReplayStage stage() {
        return stage;
    }

    @Override
    public Map<String, SeedOperation> operations() {
        Map<String, SeedOperation> operations = new LinkedHashMap<>();
        operations.put("turn", this::turn);
        operations.put("turns", this::turns);
        operations.put("project", this::project);
        operations.put("new_project", this::newProject);
        operations.put("list_enabled_projects", this::enabledProjects);
        operations.put("chat_ids_needing_refresh", this::due);
        operations.put("summarize_conversation", this::summarize);
        operations.put("compress_entries", this::compress);
        operations.put("set_all_token_counts", this::setTokens);
        operations.put("entry", this::entry);
        operations.put("keys", RestaiSeed::keys);
        operations.put("render_for_prompt", this::render);
        return operations;
    }

    private MemorySpace space(StepArguments given) {
        Object id = given.value("pid");
        return space(id == null ? project : String.valueOf(id));
    }

    private MemorySpace space(String id) {
        return stage.space("project " + id);
    }

    /** The bank of a project, which is on unless a step has said otherwise. */
    private Bank bank(StepArguments given) {
        MemorySpace space = space(given);
        if (!described.containsValue(space.space().id())) {
            space.settings(space.settings().bank(space.settings().bank().enabled(true)));
        }
        return space.bank();
    }

    private @Nullable Object newProject(StepArguments given) {
        projects++;
        project = "new " + projects;
        return null;
    }

    private @Nullable Object project(StepArguments given) {
        long id = given.number("id");
        MemorySpace space = space(String.valueOf(id));
        boolean enabled = "agent".equals(given.value("type"))
                && options(given.value("options")).isTrue("memory_bank_enabled");
        space.settings(space.settings().bank(SpaceSettings.Bank.OFF.enabled(enabled)));
        described.put(id, space.space().id());
        return null;
    }

    /** As they are stored: JSON in a text, which may be unreadable. */
    private static StepArguments options(@Nullable Object options) {
        try {
            return StepArguments.object("options", options instanceof String text ? PlainJson.read(text) : options);
        } catch (IllegalArgumentException unreadable) {
            return new StepArguments(Map.of());
        }
    }

    private List<Long> enabledProjects(StepArguments given) {
        return described.keySet().stream()
                .filter(id -> space(String.valueOf(id)).settings().bank().enabled())
                .toList();
    }

    private @Nullable Object turn(StepArguments given) {
        OffsetDateTime at = time(given.value("at"));
        remember(
                given,
                at == null ? stage.clock().instant().atOffset(ZoneOffset.UTC) : at,
                given.optionalText("question"),
                given.optionalText("answer"));
        return null;
    }

    private @Nullable Object turns(StepArguments given) {
        OffsetDateTime first = LocalDate.ofInstant(stage.clock().instant(), ZoneOffset.UTC)
                .atTime(2, 0)
                .atOffset(ZoneOffset.UTC);
        for (int i = 0; i < given.integer("count", 0); i++) {
            remember(given, first.plusMinutes(i), "q" + i, "a" + i);
        }
        return null;
    }

    private void remember(StepArguments given, OffsetDateTime at, @Nullable String question, @Nullable String answer) {
        List<Message> messages = new ArrayList<>();
        if (question != null) {
            messages.add(Message.user(question));
        }
        if (answer != null) {
            messages.add(Message.assistant(answer));
        }
        NewEpisode episode = NewEpisode.of(messages.toArray(Message[]::new)).occurredAt(at);
        String chat = given.optionalText("chat_id");
        space(given).anonymous().remember(chat == null || chat.isEmpty() ? episode : episode.session(chat));
    }

    /** In the order of their ids, as the original's database gives them; ours come by how long they have rested. */
    private List<String> due(StepArguments given) {
        Duration idle = Duration.ofSeconds(Math.round(given.decimal("idle_minutes", IDLE_MINUTES) * 60));
        return bank(given).due(idle).stream().map(SessionRef::session).sorted().toList();
    }

    private Map<String, @Nullable Object> summarize(StepArguments given) {
        model.begin(given.list("llm_script"));
        Bank bank = bank(given);
        String session = given.optionalText("chat_id");
        DerivationOutcome outcome = session == null || session.isEmpty() ? null : bank.summarize(chat(given, session));
        boolean written = outcome != null && outcome.operation() != null;
        return SeedJson.object(
                "prompt_data",
                model.prompts(),
                "written",
                written
                        ? bank.list().summaries().stream()
                                .filter(summary ->
                                        summary.level() == Level.SESSION && Objects.equals(summary.session(), session))
                                .findFirst()
                                .map(RestaiSeed::shown)
                                .orElse(null)
                        : null);
    }

    private SessionRef chat(StepArguments given, String session) {
        return new SessionRef(space(given).anonymous().scope(), session);
    }

    private Map<String, @Nullable Object> compress(StepArguments given) {
        model.begin(given.list("llm_script"));
        Bank bank = bank(given);
        bank.compress(given.integer("max_tokens", SpaceSettings.Bank.DEFAULT_TOKENS));
        List<?> entries = bank.list().summaries().stream()
                .sorted(Comparator.comparingLong(Summary::position))
                .map(RestaiSeed::shown)
                .toList();
        return SeedJson.object(
                "prompt_data",
                model.prompts(),
                "bank",
                entries,
                "total_tokens",
                bank.list().tokens());
    }

    private @Nullable Object entry(StepArguments given) {
        String granularity = given.text("granularity");
        Level level = level(granularity);
        if (level == null) {
            // An unknown text is not shown, so it need not be kept.
            return null;
        }
        NewSummary summary = NewSummary.of(level, given.text("summary"))
                .period(given.optionalText("key"))
                .sourceCount(given.integer("n", 1))
                .lastSourceAt(time(given.value("last_source_at")));
        if (given.value("tc") != null) {
            summary = summary.tokens(given.integer("tc", 0));
        }
        String chat = given.optionalText("chat");
        if (level == Level.SESSION && chat != null && !chat.isEmpty()) {
            summary = summary.session(chat(given, chat));
        }
        space(given).bank().remember(summary);
        return null;
    }

    private static @Nullable Level level(String granularity) {
        return switch (granularity) {
            case "conversation" -> Level.SESSION;
            case "day" -> Level.DAY;
            case "week" -> Level.WEEK;
            case "month" -> Level.MONTH;
            default -> null;
        };
    }

    private @Nullable Object setTokens(StepArguments given) {
        int tokens = given.integer("to", 0);
        MemorySpace space = space(given);
        space.shared()
                .archive()
                .importAll(space.bank().list().summaries().stream()
                        .map(summary -> summary.saying(summary.text(), tokens, summary.method(), summary.updatedAt()))
                        .toList());
        return null;
    }

    private static Map<String, @Nullable Object> keys(StepArguments given) {
        OffsetDateTime day = LocalDate.parse(given.text("date")).atStartOfDay().atOffset(ZoneOffset.UTC);
        return SeedJson.object(
                "week", Level.WEEK.period(day), "day", Level.DAY.period(day), "month", Level.MONTH.period(day));
    }

    private Map<String, @Nullable Object> render(StepArguments given) {
        Bank bank = bank(given);
        int maxTokens = given.integer("max_tokens", SpaceSettings.Bank.DEFAULT_TOKENS);
        Framed whole = Framed.of(bank.preview(Integer.MAX_VALUE, null).text());
        int frame = counter.count(whole.before()) + counter.count(whole.after());
        BankText fitting = bank.preview(maxTokens - HEADER_TOKENS + frame, null);
        String text = Framed.of(fitting.text()).text();
        boolean isEmpty = text.isEmpty();
        return SeedJson.object(
                "header_tokens",
                isEmpty ? 0 : HEADER_TOKENS,
                "text_after_header",
                text,
                "stub_tokens_total",
                isEmpty ? 0 : HEADER_TOKENS + counter.count(text));
    }

    /**
     * The text of a bank, between the lines before its first heading and its closing line. Lines that continue an entry
     * are indented; that is a part of the frame.
     */
    private record Framed(String before, String text, String after) {

        static Framed of(String whole) {
            int begin = whole.indexOf("\n## ");
            if (begin < 0) {
                return new Framed("", "", "");
            }
            int end = whole.lastIndexOf('\n');
            String text = whole.substring(begin, end).replace("\n  ", "\n");
            return new Framed(whole.substring(0, begin), text, whole.substring(end));
        }
    }

    private static Map<String, @Nullable Object> shown(Summary summary) {
        String period = summary.period();
        OffsetDateTime last = summary.lastSourceAt();
        return SeedJson.object(
                "chat_id", summary.session(),
                "granularity",
                        summary.level() == Level.SESSION
                                ? "conversation"
                                : summary.level().label(),
                "period_key", period == null || period.isEmpty() ? null : period,
                "summary", summary.text(),
                "token_count", summary.tokens(),
                "source_message_count", summary.sourceCount(),
                "last_source_at", last == null ? null : TIME.format(last.withOffsetSameInstant(ZoneOffset.UTC)));
    }

    /** Times of restai are in UTC and do not say so. */
    private static @Nullable OffsetDateTime time(@Nullable Object value) {
        return value == null
                ? null
                : LocalDateTime.parse(String.valueOf(value).replace(' ', 'T')).atOffset(ZoneOffset.UTC);
    }
}
