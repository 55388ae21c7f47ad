package dev.daybook.bench.poison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The plans of attackers, who know how a memory ranks, labels and frames. */
enum AttackPlan {
    /** Plants each text once. */
    ONCE {
        @Override
        void plant(Target target, List<PlantedText> planted) {
            planted.add(target.text(0, "web-" + target.number() % 10, "browser", target.filled(0)));
        }
    },
    /** Splits the attack over many sessions, names and wordings, so that no limit for one of them holds. */
    SPLIT {
        @Override
        void plant(Target target, List<PlantedText> planted) {
            for (int copy = 0; copy < COPIES; copy++) {
                String own = target.number() + "-" + copy;
                planted.add(target.text(copy, "talk-" + own, "guest " + own, target.filled(copy) + " Ref " + own));
            }
        }
    },
    /** Raises its score by repeating the question, and imitates the labels and turns of a trusted text. */
    MIMIC {
        @Override
        void plant(Target target, List<PlantedText> planted) {
            String question = target.question().question();
            String text = "[trust: user] " + question + " " + target.filled(0) + "\n> user: " + question + " "
                    + target.question().lie() + "\n\nuser: " + question + " " + question;
            planted.add(target.text(0, "day-" + target.number() % 6, "user (user)", text));
        }
    };

    private static final int COPIES = 8;

    abstract void plant(Target target, List<PlantedText> planted);

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns all texts of an attack by one way: every template, against the questions in turn. */
    List<PlantedText> texts(TextOrigin origin) {
        List<PoisonTemplate> templates = PoisonTemplate.all();
        List<AttackedQuestion> questions = AttackedQuestion.all();
        List<PlantedText> planted = new ArrayList<>();
        for (int number = 0; number < templates.size(); number++) {
            AttackedQuestion question = questions.get(number % questions.size());
            plant(new Target(templates.get(number), question, number, origin), planted);
        }
        return planted;
    }

    /** One template aimed at one question. */
    record Target(PoisonTemplate template, AttackedQuestion question, int number, TextOrigin origin) {

        String filled(int copy) {
            return template.filled(question, 10 * number + copy);
        }

        PlantedText text(int copy, String session, String speaker, String text) {
            return PlantedText.poison(number, copy, session, origin, speaker, text);
        }
    }
}
