package dev.daybook.server.mcp;

import dev.daybook.internal.json.PlainJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON settings, with or without comments. A change touches the text of one server only: all other text stays byte for byte.
 */
record JsonSettings(String text) implements ClientSettings {

    /** The position of a member in the text. */
    private record Member(String name, int begin, int valueBegin, int end) {}

    /** The members of an object, and the positions of its braces. */
    private record Span(int open, List<Member> members, int close) {
        @Nullable
        Member member(String name) {
            return members.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElse(null);
        }
    }

    @Override
    public String with(String servers, String name, Map<String, @Nullable Object> entry) {
        if (text.isBlank()) {
            return IndentedJson.write(Map.of(servers, Map.of(name, entry)), IndentedJson.USUAL);
        }
        Map<String, @Nullable Object> whole = checked(servers);
        Map<String, @Nullable Object> inside = inside(whole, servers);
        if (entry.equals(inside.get(name))) {
            return text;
        }
        inside.put(name, entry);
        whole.put(servers, inside);
        return same(whole, put(servers, name, entry));
    }

    @Override
    public String without(String servers, String name) {
        if (text.isBlank()) {
            return text;
        }
        Map<String, @Nullable Object> whole = checked(servers);
        Map<String, @Nullable Object> inside = inside(whole, servers);
        if (!inside.containsKey(name)) {
            return text;
        }
        inside.remove(name);
        whole.put(servers, inside);
        Span all = span(plain(), plain().indexOf('{'));
        Member holder = all.member(servers);
        return same(whole, holder == null ? text : cut(span(plain(), holder.valueBegin()), name));
    }

    private String put(String servers, String name, Map<String, @Nullable Object> entry) {
        String plain = plain();
        Span all = span(plain, plain.indexOf('{'));
        Member holder = all.member(servers);
        if (holder == null) {
            return added(all, 1, servers, Map.of(name, entry));
        }
        Span inside = span(plain, holder.valueBegin());
        Member there = inside.member(name);
        return there == null
                ? added(inside, 2, name, entry)
                : text.substring(0, there.valueBegin()) + written(entry, 2) + text.substring(there.end());
    }

    /** Returns the text with a member added at the end of an object at this depth. */
    private String added(Span object, int depth, String name, Object value) {
        String line = line(depth) + PlainJson.write(name) + ": " + written(value, depth);
        if (object.members().isEmpty()) {
            return beforeBrace(object, depth, line);
        }
        int last = object.members().get(object.members().size() - 1).end();
        boolean hasComma = JsonWithComments.withoutComments(text)
                .substring(last, object.close())
                .contains(",");
        // Text after the last member on its line, such as a comment, belongs to that member.
        int end = text.indexOf('\n', last);
        String comma = hasComma ? "" : ",";
        if (end < 0 || end > object.close()) {
            return text.substring(0, last)
                    + comma
                    + text.substring(last, object.close()).stripTrailing()
                    + line
                    + line(depth - 1)
                    + text.substring(object.close());
        }
        end = text.charAt(end - 1) == '\r' ? end - 1 : end;
        return text.substring(0, last) + comma + text.substring(last, end) + line + text.substring(end);
    }

    private String beforeBrace(Span object, int depth, String line) {
        String before = text.substring(0, object.close()).stripTrailing();
        return before + line + line(depth - 1) + text.substring(object.close());
    }

    /** Returns the text without a member, and without its comma. */
    private String cut(Span object, String name) {
        List<Member> members = object.members();
        int index = 0;
        while (!members.get(index).name().equals(name)) {
            index++;
        }
        Member removed = members.get(index);
        int begin = text.substring(0, removed.begin()).stripTrailing().length();
        int next = blank(JsonWithComments.withoutComments(text), removed.end());
        if (text.charAt(next) == ',') {
            return text.substring(0, begin) + text.substring(next + 1);
        }
        if (index == 0) {
            return text.substring(0, begin) + text.substring(removed.end());
        }
        // The comma before it, which may be followed by a comment.
        int before = plain().lastIndexOf(',', removed.begin());
        return text.substring(0, before) + text.substring(before + 1, begin) + text.substring(removed.end());
    }

    /** Parses the text; its servers, if any, must be an object. */
    private Map<String, @Nullable Object> checked(String servers) {
        Map<String, @Nullable Object> whole = new LinkedHashMap<>(PlainJson.readObject(plain()));
        Object there = whole.get(servers);
        if (there != null && !(there instanceof Map) || there == null && whole.containsKey(servers)) {
            throw new IllegalArgumentException("'" + servers + "' is not an object");
        }
        return whole;
    }

    private static Map<String, @Nullable Object> inside(Map<String, @Nullable Object> whole, String servers) {
        Map<String, @Nullable Object> inside = new LinkedHashMap<>();
        if (whole.get(servers) instanceof Map<?, ?> there) {
            there.forEach((name, server) -> inside.put(String.valueOf(name), server));
        }
        return inside;
    }

    /** Returns a text after checking that it parses to the expected value. */
    private static String same(Map<String, @Nullable Object> wanted, String text) {
        if (!PlainJson.readObject(JsonWithComments.plain(text)).equals(wanted)) {
            throw new IllegalArgumentException("its layout cannot be changed automatically");
        }
        return text;
    }

    private String plain() {
        return JsonWithComments.plain(text);
    }

    private String written(Object value, int depth) {
        return IndentedJson.write(value, step(), line(depth));
    }

    private String line(int depth) {
        return (text.contains("\r\n") ? "\r\n" : "\n") + step().repeat(depth);
    }

    private String step() {
        return IndentedJson.stepOf(text);
    }

    /** Scans the object at a position of valid JSON. */
    private static Span span(String plain, int open) {
        List<Member> members = new ArrayList<>();
        int at = blank(plain, open + 1);
        while (plain.charAt(at) != '}') {
            int begin = at;
            int nameEnd = JsonWithComments.endOfString(plain.toCharArray(), begin);
            int value = blank(plain, plain.indexOf(':', nameEnd) + 1);
            int end = endOfValue(plain, value);
            members.add(new Member(name(plain.substring(begin, nameEnd)), begin, value, end));
            at = blank(plain, end);
            if (plain.charAt(at) == ',') {
                at = blank(plain, at + 1);
            }
        }
        return new Span(open, members, at);
    }

    private static String name(String quoted) {
        return PlainJson.readObject("{" + quoted + ":0}").keySet().iterator().next();
    }

    private static int endOfValue(String plain, int begin) {
        char[] text = plain.toCharArray();
        int depth = 0;
        int at = begin;
        while (true) {
            char here = text[at];
            if (here == '"') {
                at = JsonWithComments.endOfString(text, at);
            } else if (depth == 0 && (here == ',' || here == '}' || here == ']' || Character.isWhitespace(here))) {
                return at;
            } else {
                depth += here == '{' || here == '[' ? 1 : here == '}' || here == ']' ? -1 : 0;
                at++;
            }
            if (depth == 0 && (text[at - 1] == '}' || text[at - 1] == ']' || text[at - 1] == '"')) {
                return at;
            }
        }
    }

    private static int blank(String plain, int begin) {
        int at = begin;
        while (Character.isWhitespace(plain.charAt(at))) {
            at++;
        }
        return at;
    }
}
