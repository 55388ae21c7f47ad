package dev.daybook.bench.words;

/** English verbs and nouns with forms that no rule makes, the usual ones. */
final class IrregularForms {

    /** The forms of one word between strokes or on a line, separated by spaces. */
    static final String ALL = """
            arise arose arisen|awake awoke awoken|bear bore borne|beat beaten|become became|begin began begun
            bend bent|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred
            bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|cling clung
            come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt|drink drank drunk
            drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found
            flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
            freeze froze frozen|get got gotten|give gave given|go went gone|grind ground|grow grew grown
            hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid
            lead led|lean leant|leap leapt|learn learnt|leave left|lend lent|lie lay lain|light lit|lose lost
            make made|mean meant|meet met|mistake mistook mistaken|overcome overcame|pay paid|prove proven
            ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold
            send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk
            sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|smell smelt|speak spoke spoken
            speed sped|spell spelt|spend spent|spin spun|spring sprang sprung|stand stood|steal stole stolen
            stick stuck|sting stung|strike struck|strive strove striven|swear swore sworn|sweep swept
            swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told
            think thought|throw threw thrown|understand understood|undertake undertook undertaken
            wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wind wound
            withdraw withdrew withdrawn|write wrote written|child children|man men|woman women|person people
            foot feet|tooth teeth|mouse mice|goose geese|life lives|wife wives|knife knives|leaf leaves
            shelf shelves|half halves|good better best|bad worse worst
            """;

    private IrregularForms() {}
}
