package dev.daybook.server.importing.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryFormatTest {

    @ParameterizedTest
    @CsvSource({
        "CHATGPT, conversations.json",
        "CHATGPT, export/conversations-000.json",
        "CLAUDE, a/b/conversations-12.json",
        "CLAUDE_CODE, project/4f9a.jsonl",
        "CODEX, 2026/01/rollout-2026-01-01.jsonl",
        "CODEX, rollout-.json",
        "OPENAI, any.json",
        "OPENAI, a/any.jsonl",
        "TABLE, calls.csv",
        "TABLE, calls.tsv",
        "TABLE, calls.json",
        "TABLE, calls.jsonl"
    })
    void a_file_of_the_format_belongs_to_the_history(HistoryFormat format, String name) {
        assertThat(format.isFile(name)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "CHATGPT, conversations-foo.json",
        "CHATGPT, conversations-.json",
        "CHATGPT, conversations-1-2.json",
        "CHATGPT, conversations1.json",
        "CHATGPT, conversations.json.bak",
        "CHATGPT, conversations.jsonl",
        "CHATGPT, shared_conversations.json",
        "CHATGPT, conversations.json/chat.html",
        "CLAUDE, conversations-000-users.json",
        "CLAUDE, users.json",
        "CLAUDE_CODE, sessions.json",
        "CODEX, history.jsonl",
        "CODEX, rollout-1.txt",
        "OPENAI, any.csv",
        "TABLE, calls.xlsx"
    })
    void another_file_does_not_belong_to_the_history(HistoryFormat format, String name) {
        assertThat(format.isFile(name)).isFalse();
    }
}
