package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.NormalizedNumbers;
import dev.daybook.internal.words.EnglishAnalyzer;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** The words of a text that say something: terms without numbers, which are compared for themselves. */
final class ContentWords {

    private static final String ABOUT_THE_TALK = "user users assistant speaker person people conversation session chat"
            + " summary memory say said saying mention mentions mentioned tell tells told state states stated ask asks asked"
            + " talk talks talked talking discuss discusses discussed discussing report reports reported explain explains"
            + " explained share shares shared sharing note notes noted express expresses expressed describe describes"
            + " described respond responds responded reveal reveals revealed catch catches caught thank thanks thanked praise"
            + " praises praised congratulates congratulated compliments complimented encourage encourages encouraged admires"
            + " admired appreciate appreciates appreciated acknowledge acknowledges acknowledged agree agrees agreed suggest"
            + " suggests suggested recommend recommends recommended offer offers offered believe considers feel feels felt"
            + " find finds think thinks plan plans planned want wants hope hopes hoped excitement excited interest interested"
            + " experience experiences gratitude support supportive advice encouragement activities updates"
            + " value values valued assure assures assured reassure reassures reassured recognize recognizes recognized"
            + " grateful empathize empathizes empathized cheer cheers cheered vow vows vowed promise promises promised wish"
            + " wishes wished remind reminds reminded advise advises advised emphasize emphasizes emphasized end ends ended"
            + " conclude concludes concluded";

    private static final String WITHOUT_CONTENT =
            "am pm ai spoke speak spoken goodbye currently also named called name lives has owns other another each both"
                    + " toward towards throughout recent recently hi hello hey hiya please sorry yes yeah yep ok okay well oh wow sure bye";

    /** Words with which a summary reports, rather than states, and greetings. */
    static final Set<String> REPORTING = terms(ABOUT_THE_TALK + " " + WITHOUT_CONTENT);

    /** Abstract words that models put in place of those that were said. They occur in any talk, so they show little. */
    private static final Set<String> ABSTRACT = terms(
            "include includes including due prefer prefers preferred preference"
                    + " confirm confirms confirmed value values provide provides provided choose chose chosen specific specifically"
                    + " receive received involve involves involving perform performed emphasize emphasizes primary primarily request"
                    + " requests requested use uses used using accept accepts accepted previous previously prioritize prioritizes"
                    + " priority significant significantly enjoy enjoys require requires required method follow follows following"
                    + " success successful successfully concern concerns concerned avoid without rather based demonstrate focus focused"
                    + " aim aims understand understands understood relate related create creates created commit committed propose"
                    + " proposed explicit explicitly cause caused past seek seeks seeking approach issue issues next despite ready"
                    + " address proceed effort efforts important continue continues indicate context consistent consistently via detail"
                    + " details desire upon occur key goal goals exist existing toward serve engage engaged result results ensure"
                    + " challenge challenges time new make makes made making like likes need needs first last main set get gets got"
                    + " take takes took go goes going see now back way thing things option options look good great even much right while");

    private ContentWords() {}

    /** Returns the terms of a text in order, without numbers. */
    static Set<String> terms(String text) {
        return new LinkedHashSet<>(EnglishAnalyzer.terms(NormalizedNumbers.without(text)));
    }

    /** Returns the terms that state something: without those of reports and without some names. */
    static Set<String> stated(String text, Set<String> names) {
        Set<String> terms = terms(text);
        terms.removeAll(names);
        terms.removeAll(REPORTING);
        return terms;
    }

    /** Returns some terms without abstract ones; all of them if there are no others. */
    static Set<String> concrete(Set<String> terms) {
        Set<String> concrete = new LinkedHashSet<>(terms);
        concrete.removeAll(ABSTRACT);
        return concrete.isEmpty() ? terms : concrete;
    }

    static Set<String> nameTerms(Iterable<String> names) {
        Set<String> terms = new HashSet<>();
        names.forEach(name -> terms.addAll(EnglishAnalyzer.terms(name)));
        return terms;
    }
}
