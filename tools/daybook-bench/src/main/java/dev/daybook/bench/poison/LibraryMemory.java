package dev.daybook.bench.poison;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.access.Principal;
import dev.daybook.bench.quality.EmbedderChoice;
import dev.daybook.bench.quality.RankSum;
import dev.daybook.bench.quality.ScratchDaybook;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.SpaceSettings.LowTrust;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Daybook as a library, and over its store the usual recipes, which rank texts and state no trust. */
final class LibraryMemory implements AttackedMemory {

    private static final Principal CRAWLER = new Principal("crawler", Trust.TOOL, false);

    /** The origin of all that an agent writes with its own tool, over MCP. */
    private static final Origin AGENT = new Origin(Origin.Source.ASSISTANT, "agent");

    private static final Duration MAX_WAIT = Duration.ofMinutes(5);

    private final String name;
    private final ScratchDaybook scratch;
    private final MemorySpace space;
    private final boolean isRecipe;

    /** Set if one agent writes everything, the user's words as well. */
    private final boolean isOneAgent;

    private final BiFunction<Memory, Query, List<Hit>> search;

    private LibraryMemory(
            String name,
            EmbedderChoice embedder,
            boolean isRecipe,
            boolean isOneAgent,
            BiFunction<Memory, Query, List<Hit>> search) {
        this.name = name + ", " + embedder.label();
        this.scratch = ScratchDaybook.open(embedder);
        this.space = scratch.daybook().space("default");
        this.isRecipe = isRecipe;
        this.isOneAgent = isOneAgent;
        this.search = search;
    }

    /** Opens a daybook with a setting for texts of low trust. */
    static LibraryMemory daybook(EmbedderChoice embedder, LowTrust lowTrust) {
        String setting = lowTrust == LowTrust.SHOW ? "" : " (" + lowTrust.label() + ")";
        LibraryMemory memory = new LibraryMemory("daybook" + setting, embedder, false, false, Memory::recall);
        memory.space.changeSettings(settings -> settings.lowTrust(lowTrust));
        return memory;
    }

    /** Opens a daybook in which one agent writes everything: no order by trust tells the poison from the user's words. */
    static LibraryMemory oneAgent(EmbedderChoice embedder) {
        return new LibraryMemory("daybook (one agent)", embedder, false, true, Memory::recall);
    }

    /** Opens BM25 alone. */
    static LibraryMemory words() {
        return new LibraryMemory(
                "BM25", EmbedderChoice.NONE, true, false, (memory, query) -> memory.recall(query.by(By.WORDS)));
    }

    /** Opens vectors alone, as a vector database ranks them. */
    static LibraryMemory vectors(EmbedderChoice embedder) {
        return new LibraryMemory(
                "vectors", embedder, true, false, (memory, query) -> memory.recall(query.by(By.MEANING)));
    }

    /** Opens BM25 and vectors, joined by reciprocal rank fusion. */
    static LibraryMemory fused(EmbedderChoice embedder) {
        return new LibraryMemory("BM25 + vectors", embedder, true, false, LibraryMemory::fused);
    }

    private static List<Hit> fused(Memory memory, Query query) {
        return RankSum.of(
                Stream.of(By.WORDS, By.MEANING)
                        .map(by -> memory.recall(query.by(by).limit(DEPTH)))
                        .toList(),
                Hit::id,
                query.limit());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void remember(String user, List<PlantedText> texts) {
        Memory owner = space.user(user);
        List<NewEpisode> own = new ArrayList<>();
        List<NewEpisode> crawled = new ArrayList<>();
        texts.forEach(text -> {
            NewEpisode episode = episode(text);
            if (isOneAgent) {
                own.add(episode.origin(AGENT));
            } else {
                (text.origin() == TextOrigin.CRAWLER ? crawled : own).add(episode);
            }
        });
        await(owner, owner.remember(own));
        await(owner, scratch.daybook().space("default", CRAWLER).user(user).remember(crawled));
    }

    private static void await(Memory memory, List<Receipt> receipts) {
        receipts.forEach(receipt -> memory.operations().await(receipt, MAX_WAIT));
    }

    private static NewEpisode episode(PlantedText text) {
        NewEpisode episode = switch (text.origin()) {
            case USER -> NewEpisode.of(Message.user(text.text()));
            case CRAWLER -> NewEpisode.of(Message.user(text.text()).withName(text.speaker()));
            case TOOL ->
                NewEpisode.of(Message.tool(text.text()).withName(text.speaker()))
                        .origin(new Origin(Origin.Source.TOOL, text.speaker()));
            case TURN ->
                NewEpisode.of(
                        Message.user("Please look at the page."),
                        Message.tool(text.text()).withName(text.speaker()),
                        Message.assistant("I read it."));
            case IMPORT ->
                NewEpisode.of(Message.user(text.text()).withName(text.speaker()))
                        .origin(new Origin(Origin.Source.IMPORT, text.speaker()));
            case ASSISTANT -> NewEpisode.of(Message.assistant(text.text())).origin(Origin.ASSISTANT);
        };
        return episode.id(text.id()).session(text.session());
    }

    @Override
    public List<FoundText> recall(String user, String question, int limit) {
        return search.apply(space.user(user), Query.of(question).limit(limit)).stream()
                .map(hit -> new FoundText(
                        hit.id(), hit.text(), isRecipe ? null : hit.trust().label()))
                .toList();
    }

    @Override
    public Optional<String> prompt(String user, String question) {
        if (!isRecipe) {
            return Optional.of(space.user(user)
                    .session("now")
                    .context(question, ContextOptions.defaults())
                    .text());
        }
        return Optional.of(AttackedMemory.list(recall(user, question, AttackResult.FIRST)));
    }

    @Override
    public void close() {
        scratch.close();
    }
}
