package dev.daybook.testkit.agent;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.SessionInfo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Canaries across scopes: a unique text in every other scope, which a memory must never show. Plant them, run the agent,
 * then assert that no view of the memory and no answer of the agent has one:
 *
 * <pre>{@code
 * ScopeCanaries canaries = ScopeCanaries.plant(daybook, ada);
 * String answer = agent.answer("s1", "What do you know?");
 * canaries.assertUnseen();
 * canaries.assertNotIn(answer);
 * }</pre>
 *
 * <p>A canary is an episode in each session that the memory has at the time (and in one more), a fact and a block. They are
 * planted in all scopes that have data, and in scopes that are easily confused with this one: the anonymous scope, users of
 * nearly the same id, and the scope of the same name in another space. The shared scope of the own space has none,
 * because every scope of the space may read it. Other scopes keep the canaries.
 *
 * <p>Not thread-safe.
 */
public final class ScopeCanaries {

    private static final String SESSION = "canary";

    /** A unique text and the scope that it was planted in. */
    private record Canary(Scope scope, String word) {}

    private final Memory memory;
    private final List<Canary> canaries;

    private ScopeCanaries(Memory memory, List<Canary> canaries) {
        this.memory = memory;
        this.canaries = List.copyOf(canaries);
    }

    /**
     * Plants the canaries of a memory in the other scopes of its daybook.
     *
     * @param memory the memory that must not show them, of this daybook
     */
    public static ScopeCanaries plant(Daybook daybook, Memory memory) {
        Set<String> sessions = new LinkedHashSet<>(Set.of(SESSION));
        memory.sessions().stream().map(SessionInfo::id).forEach(sessions::add);
        List<Canary> canaries = new ArrayList<>();
        for (Scope scope : others(daybook, memory.scope())) {
            String word = String.format(
                    Locale.ROOT,
                    "canary%dx%08x",
                    canaries.size(),
                    FailureReport.named(scope).hashCode());
            plant(daybook.space(scope.space().id()).memory(scope), sessions, word);
            canaries.add(new Canary(scope, word));
        }
        return new ScopeCanaries(memory, canaries);
    }

    /** Speaks of no secret: a space may redact or refuse texts that look like one. */
    private static void plant(Memory other, Set<String> sessions, String word) {
        for (String session : sessions) {
            other.session(session).remember(Message.user("My favourite word is " + word + "."));
        }
        other.facts().remember(NewFact.of("user", "favourite word", word));
        other.blocks().remember(SESSION, "The favourite word of this scope is " + word + ".");
    }

    private static Set<Scope> others(Daybook daybook, Scope own) {
        Set<Scope> scopes = new LinkedHashSet<>(lookAlikes(own));
        try (Stream<Space> spaces = daybook.spaces()) {
            for (Space space : spaces.toList()) {
                try (Stream<Scope> used = daybook.space(space.id()).scopes()) {
                    used.forEach(scopes::add);
                }
            }
        }
        scopes.remove(own);
        scopes.remove(new Scope.Shared(own.space()));
        return scopes;
    }

    /** Returns scopes that a wrong handle, a wrong key or a careless comparison would lead to. */
    private static List<Scope> lookAlikes(Scope own) {
        Space space = own.space();
        Space otherSpace = new Space("canary");
        List<Scope> scopes = new ArrayList<>(List.of(
                new Scope.Anonymous(space),
                new Scope.User(space, "canary"),
                Scope.of(otherSpace, own.code()),
                new Scope.Shared(otherSpace)));
        if (own instanceof Scope.User user) {
            scopes.add(new Scope.User(space, user.id() + "2"));
            scopes.add(new Scope.User(space, user.id().toUpperCase(Locale.ROOT)));
        }
        return scopes;
    }

    /**
     * Asserts that no recall, context, entry or session of the memory shows a canary.
     *
     * @throws AssertionError names the scope of each canary that is shown, and the views that show it
     */
    public void assertUnseen() {
        MemoryViews views = MemoryViews.of(memory);
        List<String> leaks = new ArrayList<>();
        for (Canary canary : canaries) {
            views.showing(canary.word())
                    .forEach(view -> leaks.add("the canary of " + FailureReport.named(canary.scope()) + ": " + view));
        }
        if (!leaks.isEmpty()) {
            throw leaked("a text of another scope is shown", leaks)
                    .field(
                            "remedy",
                            "find the write of the entries that are listed: code that read from one handle and wrote to"
                                    + " another, or one Memory that serves several users; take it per call:"
                                    + " daybook.user(id)")
                    .error();
        }
    }

    /**
     * Asserts that a text of the agent (a prompt, an answer, a log) has no canary.
     *
     * @throws AssertionError names the scopes whose canaries are in the text
     */
    public void assertNotIn(String text) {
        List<String> leaks = canaries.stream()
                .filter(canary -> TextMatch.contains(text, canary.word()))
                .map(canary -> "the canary of " + FailureReport.named(canary.scope()))
                .toList();
        if (!leaks.isEmpty()) {
            throw leaked("a text of the agent has a text of another scope", leaks)
                    .field("text", TextMatch.quoted(text))
                    .field(
                            "remedy",
                            "find the call that read the other scope: a Memory of the wrong user or space, or a"
                                    + " cache of prompts without the user in its key")
                    .error();
        }
    }

    private FailureReport leaked(String headline, List<String> leaks) {
        return new FailureReport(headline)
                .memory(memory.scope())
                .field("expected", "none of the canaries of " + canaries.size() + " other scopes")
                .lines("leaks", leaks);
    }
}
