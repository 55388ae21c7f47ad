package dev.daybook.internal.grounding;

import dev.daybook.model.Message;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A statement, or a sentence of a summary, with its analysis.
 *
 * @param content the terms that state something
 * @param person the speaker that it is about, in lower case; null: none, or not known
 * @param named the speakers that it names
 * @param cited the indexes of the turns that it cites; empty: none known
 */
record CheckedStatement(
        String text,
        Set<String> content,
        Set<String> nameTerms,
        List<Part> parts,
        @Nullable String person,
        Set<String> named,
        Set<Integer> cited,
        SourceConversation sources) {

    /** A subject stands at the beginning, at most after a phrase of time or place. */
    private static final int SUBJECT_WITHIN = 40;

    /** A model reads a turn with the ones around it. */
    private static final int BEFORE = 2;

    private static final int AFTER = 1;

    /**
     * A clause of a statement.
     *
     * @param person whom it is about, in lower case; null: not known, or several people
     */
    record Part(
            String text,
            Set<String> content,
            boolean denies,
            @Nullable String person) {}

    /** The subject of a clause is several people. */
    private static final Pattern SEVERAL =
            Pattern.compile("(?iu)^\\W*(?:and |but |while |so |as )?(?:they|both|the two|each|all|everyone)\\b");

    /** The subject of a sentence is that of the sentence before. */
    private static final Pattern SAME_PERSON =
            Pattern.compile("(?iu)^\\W*(?:(?:then|however|additionally|later),? )?(?:he|she)\\b");

    static CheckedStatement of(String text, List<Integer> cited, SourceConversation sources) {
        return of(text, cited, sources, null);
    }

    /** @param before the person of the sentence before */
    static CheckedStatement of(String text, List<Integer> cited, SourceConversation sources, @Nullable String before) {
        Set<String> nameTerms = ContentWords.nameTerms(sources.speakers());
        Set<String> named = sources.people().stream()
                .filter(speaker -> NameMention.of(speaker, text, 0).isPresent())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        String continued = SAME_PERSON.matcher(text).find() ? before : null;
        String person = continued != null && !named.contains(continued)
                ? continued
                : first(named, speaker -> NameMention.of(speaker, text, 0).filter(at -> at.start() <= SUBJECT_WITHIN))
                        .or(() -> NameMention.of(Message.USER, text, 0).map(mention -> sources.user()))
                        .filter(sources.people()::contains)
                        .orElse(null);
        return new CheckedStatement(
                text,
                ContentWords.stated(text, nameTerms),
                nameTerms,
                parts(text, nameTerms, named, person),
                person,
                named,
                new TreeSet<>(cited),
                sources);
    }

    /** A possessive is no subject of a clause: "Ada's flat". */
    private static List<Part> parts(String text, Set<String> nameTerms, Set<String> named, @Nullable String person) {
        Set<Part> parts = new LinkedHashSet<>();
        String subject = person;
        for (String clause : ClaimClause.texts(text)) {
            subject = first(named, name -> NameMention.ofSubject(name, clause)).orElse(subject);
            if (SEVERAL.matcher(clause).find() && named.size() != 1) {
                subject = null;
            }
            parts.add(new Part(clause, ContentWords.stated(clause, nameTerms), ClausePolarity.denies(clause), subject));
        }
        return List.copyOf(parts);
    }

    /** Returns the clauses from each clause but the first one on, where they are about one person. */
    List<Part> endings() {
        List<Part> endings = new ArrayList<>();
        for (int i = 1; i < parts.size(); i++) {
            List<Part> ending = parts.subList(i, parts.size());
            Part first = ending.get(0);
            if (ending.stream().allMatch(part -> Objects.equals(part.person(), first.person()))) {
                Set<String> content = new LinkedHashSet<>();
                ending.forEach(part -> content.addAll(part.content()));
                String text = ending.stream().map(Part::text).collect(Collectors.joining());
                endings.add(new Part(text, content, first.denies(), first.person()));
            }
        }
        return endings;
    }

    /** Returns the name that is mentioned first. */
    private static Optional<String> first(Set<String> names, Function<String, Optional<NameMention>> mentions) {
        return names.stream()
                .flatMap(name -> mentions.apply(name).map(mention -> Map.entry(name, mention.start())).stream())
                .min(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }

    /** Returns whether nobody but one person speaks, apart from assistants. */
    boolean isOfOnePerson() {
        return sources.people().size() < 2;
    }

    boolean hasCitations() {
        return !cited.isEmpty();
    }

    Stream<SourceTurn> citedTurns() {
        return cited.stream().map(sources.turns()::get);
    }

    /** Returns whether a turn is cited or beside a cited one; any turn if none is cited. */
    boolean mayRestOn(int turn) {
        return cited.isEmpty() || cited.stream().anyMatch(index -> turn >= index - BEFORE && turn <= index + AFTER);
    }

    /** Returns the cited turns and those beside them; all if none is cited. */
    Stream<SourceTurn> nearTurns() {
        return IntStream.range(0, sources.turns().size())
                .filter(this::mayRestOn)
                .mapToObj(sources.turns()::get);
    }

    /** Returns the terms of the cited turns and of those around them. */
    Set<String> citedTerms() {
        Set<String> terms = new LinkedHashSet<>();
        cited.forEach(index -> terms.addAll(sources.around(index, BEFORE, AFTER)));
        return terms;
    }

    boolean isOf(SourceTurn turn) {
        return person != null && turn.isBy(person);
    }
}
