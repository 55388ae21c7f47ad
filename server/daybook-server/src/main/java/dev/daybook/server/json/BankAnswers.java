package dev.daybook.server.json;

import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.outcome.BankContents;
import dev.daybook.outcome.BankText;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON shapes of the bank's answers; its summaries are in the shared scope of the space. */
public final class BankAnswers {

    private BankAnswers() {}

    /** Formats the current summaries: {@code {"summaries":[…],"counts":{"day":2},"tokens":310,"maxTokens":2000}}. */
    public static Map<String, @Nullable Object> contents(Space space, BankContents contents) {
        Map<String, @Nullable Object> answer = summaries(space, contents.summaries());
        Map<String, Integer> counts = new LinkedHashMap<>();
        // From the smallest level to the largest; the map has no order.
        Map<Summary.Level, Integer> levels = new EnumMap<>(Summary.Level.class);
        levels.putAll(contents.counts());
        levels.forEach((level, count) -> counts.put(level.label(), count));
        answer.put("counts", counts);
        answer.put("tokens", contents.tokens());
        answer.put("maxTokens", contents.maxTokens());
        return answer;
    }

    /** Formats summaries in their order: {@code {"summaries":[…]}}. */
    public static Map<String, @Nullable Object> summaries(Space space, List<Summary> summaries) {
        return AnswerJson.entries("summaries", new Scope.Shared(space), summaries);
    }

    /** Formats the bank section of a context: {@code {"text":…,"tokens":…,"maxTokens":…,"shown":[…],"leftOut":[…]}}. */
    public static Map<String, @Nullable Object> text(BankText text) {
        Map<String, @Nullable Object> answer = AnswerJson.with("text", text.text());
        answer.put("tokens", text.tokens());
        answer.put("maxTokens", text.maxTokens());
        answer.put("shown", text.shown().stream().map(AnswerJson::ref).toList());
        answer.put("leftOut", text.leftOut().stream().map(AnswerJson::ref).toList());
        return answer;
    }

    /** Formats sessions of a space: {@code {"chats":[{"scope":…,"session":…}]}}. */
    public static Map<String, @Nullable Object> sessions(List<SessionRef> sessions) {
        return AnswerJson.with(
                "chats", sessions.stream().map(BankAnswers::session).toList());
    }

    private static Map<String, @Nullable Object> session(SessionRef sessionRef) {
        Map<String, @Nullable Object> answer =
                AnswerJson.with("scope", sessionRef.scope().code());
        answer.put("session", sessionRef.session());
        return answer;
    }
}
