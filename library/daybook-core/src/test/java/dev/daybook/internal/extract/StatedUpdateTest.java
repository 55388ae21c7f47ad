package dev.daybook.internal.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Message;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which message replaces an earlier one as the answer to a question. */
class StatedUpdateTest {

    private static final String DENTIST = "My dentist is Dr. Alba.";

    private static final String CHANGED = "I changed dentist, it's Dr. Brun now.";

    private static boolean replaces(String question, String older, String newer) {
        Optional<StatedUpdate> asked = StatedUpdate.askedFor(question);
        return asked.isPresent()
                && asked.get()
                        .replaces(
                                asked.get().read(Message.user(newer)).orElseThrow(),
                                asked.get().read(Message.user(older)).orElseThrow());
    }

    @Test
    void a_changed_thing_replaces_what_was_said_of_it() {
        assertThat(replaces("Who is my dentist?", DENTIST, CHANGED)).isTrue();
        assertThat(replaces("Who is our landlord?", "Our landlord is Mr. Okafor.", "Our new landlord is Mrs. Lind."))
                .isTrue();
        assertThat(replaces("What is my bank?", "My bank is Nordbank.", "My bank is Credit Sud these days."))
                .isTrue();
    }

    @Test
    void a_relation_of_one_value_with_another_object_replaces_it_without_a_word_of_change() {
        assertThat(replaces("Where do I live?", "I live in Lisbon.", "I live in Porto."))
                .isTrue();
        assertThat(replaces("Where do I live?", "I live in Lisbon.", "I live in Lisbon."))
                .isFalse();
        assertThat(replaces("What do I like?", "I like tea.", "I like coffee.")).isFalse();
    }

    @Test
    void a_message_that_lacks_a_word_of_the_question_replaces_nothing() {
        assertThat(replaces("On which street is my dentist?", "My dentist is on Mill Street.", CHANGED))
                .isFalse();
        assertThat(replaces("Who is my dentist?", "Dr. Alba is nice.", CHANGED)).isFalse();
    }

    @Test
    void a_word_of_the_question_is_found_in_another_form_of_writing() {
        assertThat(replaces("Who is my 'dentist'?", DENTIST, CHANGED)).isTrue();
        assertThat(replaces("Who is my #dentist?", DENTIST, CHANGED)).isTrue();
        assertThat(replaces("Who is my DENTIST?", DENTIST, CHANGED)).isTrue();
        assertThat(replaces("What is my t-shirt size?", "My T shirt size is M.", "My T shirt size is now L."))
                .isTrue();
        assertThat(replaces(
                        "Who is my on-call doctor?", "My call doctor is Dr. Alba.", "My call doctor is now Dr. Brun."))
                .isTrue();
        assertThat(replaces("Who is my fiance?", "My \uFB01ance is Ana Ruiz.", "My \uFB01ance is now Eva Lind."))
                .isTrue();
    }

    @Test
    void a_change_of_something_else_in_the_message_replaces_nothing() {
        assertThat(replaces("Who is my dentist?", DENTIST, "My dentist is fine. We moved to Porto."))
                .isFalse();
        assertThat(replaces("Who is my dentist?", DENTIST, "My dentist saw me, and Ruben sold the car now."))
                .isFalse();
    }

    @Test
    void a_message_without_a_value_of_the_asked_kind_replaces_nothing() {
        assertThat(replaces("Who is my dentist?", DENTIST, "My dentist is on holiday now until June."))
                .isFalse();
        assertThat(replaces("When is my class?", "My class is on Monday.", "My class is in the big hall now."))
                .isFalse();
        assertThat(replaces("When is my class?", "My class is on Monday.", "My class is on Friday now."))
                .isTrue();
    }

    @Test
    void what_is_asked_wished_denied_or_reported_replaces_nothing() {
        for (String newer : new String[] {
            "Should I change my dentist now to Dr. Brun?",
            "I wish my dentist was Dr. Brun now.",
            "I have not changed my dentist Dr. Brun.",
            "He said that my dentist is Dr. Brun now."
        }) {
            assertThat(replaces("Who is my dentist?", DENTIST, newer)).as(newer).isFalse();
        }
    }

    @Test
    void the_thing_of_another_person_replaces_nothing() {
        assertThat(replaces("Who is my dentist?", DENTIST, "My sister has a new dentist, Dr. Brun."))
                .isFalse();
        assertThat(replaces("Who is my dentist?", DENTIST, "Mira's dentist is Dr. Brun now."))
                .isFalse();
    }

    @Test
    void a_question_about_the_past_or_a_reason_has_no_update() {
        for (String question :
                new String[] {"Who was my dentist?", "Who was my first dentist?", "Why is Dr. Alba my dentist?", " "}) {
            assertThat(StatedUpdate.askedFor(question)).as(question).isEmpty();
        }
    }

    @Test
    void a_language_without_the_words_has_no_update() {
        assertThat(replaces(
                        "Wer ist mein Zahnarzt?",
                        "Mein Zahnarzt ist Doktor Alba in der Mühlenstraße.",
                        "Mein Zahnarzt ist jetzt Doktor Brun in der Gartenstraße."))
                .isFalse();
        assertThat(StatedUpdate.askedFor("Wo wohne ich, und seit wann wohne ich dort?"))
                .isEmpty();
    }
}
