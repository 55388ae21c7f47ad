package dev.daybook.server.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A small file of each format: the texts "One." and "Two.", in sessions {@code s1} and {@code s2} where the format has sessions. */
enum ImportSamples {
    CHATGPT("conversations.json", true, """
            [{"conversation_id": "s1", "current_node": "u1", "mapping": {"u1": {"parent": null, "message": {"author": {"role": "user"},
              "create_time": TIME, "content": {"content_type": "text", "parts": ["One."]}, "metadata": {}}}}},
             {"conversation_id": "s2", "current_node": "u2", "mapping": {"u2": {"parent": null, "message": {"author": {"role": "user"},
              "create_time": TIME, "content": {"content_type": "text", "parts": ["Two."]}, "metadata": {}}}}}]
            """),
    CLAUDE("conversations.json", true, """
            [{"uuid": "s1", "name": "", "chat_messages": [{"uuid": "u1", "text": "One.", "sender": "human", "created_at": TIME}]},
             {"uuid": "s2", "name": "", "chat_messages": [{"uuid": "u2", "text": "Two.", "sender": "human", "created_at": TIME}]}]
            """),
    CLAUDE_CODE("s.jsonl", true, """
            {"type": "user", "sessionId": "s1", "uuid": "u1", "timestamp": TIME, "message": {"role": "user", "content": "One."}}
            {"type": "user", "sessionId": "s2", "uuid": "u2", "timestamp": TIME, "message": {"role": "user", "content": "Two."}}
            """),
    CODEX("rollout-1.jsonl", false, """
            {"type": "session_meta", "timestamp": TIME, "payload": {"id": "s1"}}
            {"type": "response_item", "timestamp": TIME, "payload": {"type": "message", "role": "user", "content": "One."}}
            {"type": "response_item", "timestamp": TIME, "payload": {"type": "message", "role": "assistant", "content": "Yes."}}
            {"type": "response_item", "timestamp": TIME, "payload": {"type": "message", "role": "user", "content": "Two."}}
            """),
    LETTA("keeper.af", true, """
            {"agents": [{"name": "s1", "agent_type": "letta_v1_agent", "messages": [{"role": "user", "content": "One.", "created_at": TIME}]},
             {"name": "s2", "agent_type": "letta_v1_agent", "messages": [{"role": "user", "content": "Two.", "created_at": TIME}]}], "blocks": []}
            """),
    ZEP("episodes.json", true, """
            {"episodes": [{"uuid": "u1", "thread_id": "s1", "content": "One.", "source": "message", "role_type": "user", "created_at": TIME},
             {"uuid": "u2", "thread_id": "s2", "content": "Two.", "source": "message", "role_type": "user", "created_at": TIME}]}
            """),
    OPENAI("lists.jsonl", true, """
            {"id": "s1", "messages": [{"role": "user", "content": "One.", "created_at": TIME}]}
            {"id": "s2", "messages": [{"role": "user", "content": "Two.", "created_at": TIME}]}
            """),
    SPRING_AI("rows.jsonl", true, """
            {"conversation_id": "s1", "sequence_id": "u1", "type": "USER", "content": "One.", "timestamp": TIME}
            {"conversation_id": "s2", "sequence_id": "u2", "type": "USER", "content": "Two.", "timestamp": TIME}
            """),
    TABLE("rows.csv", true, """
            session,id,text,time
            "s1","u1",One.,TIME
            "s2","u2",Two.,TIME
            """),
    WHATSAPP("chat.txt", false, """
            [31/12/23, 21:04:05] Ada: One.
            [31/12/23, 21:04:06] Ada: Two.
            """),
    MBOX("mail.mbox", true, """
            From a@example.org Mon Jan  1 08:00:00 2024
            From: Ada <a@example.org>
            Message-ID: <u1"@example.org>
            Date: Mon, 01 Jan 2024 08:00:00 +0000

            One.

            From a@example.org Mon Jan  1 09:00:00 2024
            From: Ada <a@example.org>
            Message-ID: <u2"@example.org>
            Date: Mon, 01 Jan 2024 08:00:00 +0000

            Two.

            """),
    MEM0("memories.json", true, """
            {"results": [{"id": "u1", "memory": "One.", "created_at": TIME},
             {"id": "u2", "memory": "Two.", "created_at": TIME}]}
            """);

    private static final String COLUMNS = "session=session,id=id,text=text,time=time";

    private final String file;
    private final boolean hasIds;
    private final String text;

    ImportSamples(String file, boolean hasIds, String text) {
        this.file = file;
        this.hasIds = hasIds;
        this.text = text;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether an entry is known by an id of its own. */
    boolean hasIds() {
        return hasIds;
    }

    boolean hasTimesAsNumbers() {
        return this != WHATSAPP && this != MBOX;
    }

    /** Returns whether the end of a file shows that something follows. */
    boolean hasEnd() {
        return text.startsWith("[{") || text.startsWith("{");
    }

    String textAt(String time) {
        return text.replace("TIME", time);
    }

    String text() {
        return textAt("1704096000");
    }

    Path write(Path folder, String content) throws IOException {
        return Files.writeString(folder.resolve(file), content);
    }

    /** Returns the words of an import of a file. */
    String[] words(Path from, String... options) {
        Stream<String> format = this == TABLE ? Stream.of("--map", COLUMNS) : Stream.of("--from", label());
        return Stream.of(Stream.of("import"), format, Stream.of(options), Stream.of(from.toString()))
                .flatMap(each -> each)
                .toArray(String[]::new);
    }

    /** Returns the formats whose files are told apart by their objects. */
    static List<ImportSamples> ofJson() {
        return List.of(CHATGPT, CLAUDE, CLAUDE_CODE, CODEX, LETTA, ZEP, OPENAI, SPRING_AI);
    }
}
