package dev.daybook.internal.grammar;

import dev.daybook.internal.grammar.FormTree.Candidate;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.words.MessageLanguage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The forms of statements of a language.
 */
public final class StatementGrammar {

    private static final Map<String, StatementGrammar> BY_LANGUAGE = new ConcurrentHashMap<>();

    private static final String OBJECT = "{}";

    private final WordClasses classes;
    private final ObjectReader reader;
    private final FormTree tree = new FormTree();

    /** The forms that begin with the object, by the first word behind it. */
    private final Map<String, List<StatementForm>> objectFirst = new HashMap<>();

    private int count;

    private StatementGrammar(List<String> statements, List<String> wordClasses) {
        classes = new WordClasses(wordClasses);
        reader = new ObjectReader(classes);
        Map<String, String> parts = new HashMap<>();
        for (String line : statements) {
            if (line.startsWith("$")) {
                int sign = line.indexOf('=');
                parts.put(
                        line.substring(1, sign).strip(),
                        line.substring(sign + 1).strip());
            } else {
                add(line, parts);
            }
        }
    }

    public static StatementGrammar of(MessageLanguage language) {
        return BY_LANGUAGE.computeIfAbsent(
                language.tag(), unused -> new StatementGrammar(language.statements(), language.wordClasses()));
    }

    private void add(String line, Map<String, String> parts) {
        int colon = line.indexOf(": ");
        String[] head = line.substring(0, colon).split(" ");
        boolean ended = head[0].startsWith("-");
        FactPredicate predicate = FactPredicate.valueOf(LetterCase.upper(ended ? head[0].substring(1) : head[0]));
        FactObject object = FactObject.of(head[1]);
        FactEvidence evidence = FactEvidence.valueOf(LetterCase.upper(head[2]));
        for (List<String> words : FormTemplate.sequences(FormTemplate.withParts(line.substring(colon + 2), parts))) {
            int at = words.indexOf(OBJECT);
            List<String> behind = List.copyOf(words.subList(at + 1, words.size()));
            StatementForm form = new StatementForm(count++, predicate, ended, object, evidence, behind);
            if (at == 0) {
                objectFirst
                        .computeIfAbsent(behind.get(0), unused -> new ArrayList<>())
                        .add(form);
            } else {
                tree.add(words.subList(0, at), form);
            }
        }
    }

    public WordClasses classes() {
        return classes;
    }

    ObjectReader reader() {
        return reader;
    }

    /** A fact that a clause states, or one that it says is over. */
    public record Match(FactPredicate predicate, String object, boolean ended, FactEvidence evidence) {}

    /** Returns the facts of a clause. */
    public List<Match> matches(StatementClause clause) {
        List<Match> matches = new ArrayList<>();
        for (Candidate candidate : candidates(clause)) {
            StatementForm form = candidate.form();
            boolean isBare = form.object().kind() == FactObject.Kind.BARE;
            if (clause.ended() ? form.ended() || isBare && !matches.isEmpty() : isBare) {
                continue;
            }
            for (String object : form.objects(clause.words(), candidate.object(), reader)) {
                matches.add(new Match(form.predicate(), object, clause.ended() || form.ended(), form.evidence()));
            }
        }
        return matches;
    }

    private List<Candidate> candidates(StatementClause clause) {
        List<StatementWord> words = clause.words();
        int begin = clause.begin();
        List<Candidate> candidates = new ArrayList<>();
        tree.find(words, begin, classes, candidates);
        for (int at = begin + 1; at < words.size() && at <= begin + StatementForm.MAX_OBJECT; at++) {
            for (StatementForm form : objectFirst.getOrDefault(words.get(at).lower(), List.of())) {
                candidates.add(new Candidate(form, begin));
            }
        }
        candidates.sort(Comparator.comparingInt(candidate -> candidate.form().order()));
        return candidates;
    }
}
