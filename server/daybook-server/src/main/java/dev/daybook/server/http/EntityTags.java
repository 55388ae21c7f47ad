package dev.daybook.server.http;

import dev.daybook.query.VersionCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The value of {@code If-Match} or {@code If-None-Match} (RFC 9110, sections 8.8.3 and 13.1): {@code *}, or a list of
 * entity tags. A single bare number is taken as a tag too.
 *
 * @param any whether it is {@code *}
 */
record EntityTags(boolean any, List<EntityTag> tags) {

    static final String IF_MATCH = "If-Match";
    static final String IF_NONE_MATCH = "If-None-Match";

    private static final Pattern TAG = Pattern.compile("(W/)?\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    /** The version of a tag that no version has. */
    private static final long NO_VERSION = -1;

    /**
     * One entity tag.
     *
     * @param opaque the part within the quotes
     */
    record EntityTag(boolean weak, String opaque) {

        private long version() {
            return NUMBER.matcher(opaque).matches() ? Long.parseLong(opaque) : NO_VERSION;
        }
    }

    /**
     * Reads a header.
     *
     * @param values the values of all its lines
     * @throws IllegalArgumentException if it is neither {@code *} nor a list of tags
     */
    static EntityTags of(String header, List<String> values) {
        String text = String.join(",", values).strip();
        if (text.equals("*")) {
            return new EntityTags(true, List.of());
        }
        if (NUMBER.matcher(text).matches()) {
            return new EntityTags(false, List.of(new EntityTag(false, text)));
        }
        List<EntityTag> tags = new ArrayList<>();
        Matcher tag = TAG.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (", \t".indexOf(text.charAt(at)) >= 0) {
                at++;
            } else if (tag.region(at, text.length()).lookingAt() && isEnd(text, tag.end())) {
                tags.add(new EntityTag(tag.group(1) != null, tag.group(2)));
                at = tag.end();
            } else {
                throw malformed(header);
            }
        }
        if (tags.isEmpty()) {
            throw malformed(header);
        }
        return new EntityTags(false, List.copyOf(tags));
    }

    private static boolean isEnd(String text, int at) {
        return at == text.length() || ", \t".indexOf(text.charAt(at)) >= 0;
    }

    private static IllegalArgumentException malformed(String header) {
        return new IllegalArgumentException("the header '" + header
                + "' is neither '*' nor a list of entity tags; send the ETag of an earlier answer, with its quotes");
    }

    /** Returns whether a tag matches one of these, apart from the mark of a weak tag. */
    boolean matchesWeakly(String opaque) {
        return any || tags.stream().anyMatch(tag -> tag.opaque().equals(opaque));
    }

    /**
     * Returns the condition of a write. {@code If-Match} compares strongly, so a weak tag matches no version; {@code
     * If-None-Match} compares weakly. The tag {@code "0"} stands for a thing that does not exist.
     *
     * @param ifMatch null: absent
     * @param ifNoneMatch null: absent
     */
    static VersionCondition condition(@Nullable EntityTags ifMatch, @Nullable EntityTags ifNoneMatch) {
        VersionCondition condition = VersionCondition.NONE;
        if (ifMatch != null) {
            condition = condition.and(
                    ifMatch.any ? VersionCondition.existing() : VersionCondition.oneOf(ifMatch.strongVersions()));
        }
        if (ifNoneMatch != null) {
            condition = condition.and(
                    ifNoneMatch.any ? VersionCondition.absent() : VersionCondition.noneOf(ifNoneMatch.versions()));
        }
        return condition;
    }

    /** Returns the versions that a strong comparison accepts; empty if no version can match. */
    private Set<Long> strongVersions() {
        return tags.stream()
                .filter(tag -> !tag.weak())
                .map(EntityTag::version)
                .filter(version -> version != NO_VERSION)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Set<Long> versions() {
        return tags.stream().map(EntityTag::version).collect(Collectors.toUnmodifiableSet());
    }
}
