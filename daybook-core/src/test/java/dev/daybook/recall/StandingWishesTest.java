package dev.daybook.recall;

import static dev.daybook.data.Message.assistant;
import static dev.daybook.data.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StandingWishesTest {

    private static Signal of(Partition partition) {
        return StandingWishes.of(partition, Speakers.usersOfAssistants(partition));
    }

    @Test
    void what_a_user_wants_of_an_assistant_for_good_is_known_by_a_word() {
        Partition chat = Rows.conversation(
                user("Always give prices in euros."),
                assistant("I will always do so."),
                user("I preferred the train, by the way."),
                assistant("Noted."),
                user("Never book a night bus."),
                assistant("Noted."),
                user("What does it cost today?"));

        assertThat(of(chat).values()).containsExactly(1, 0, 1, 0, 1, 0, 0);
        assertThat(of(chat).name()).isEqualTo("standing wish");
        assertThat(of(chat).detail().apply(4)).isEqualTo("never");
    }

    @Test
    void people_among_themselves_always_and_never_say_so() {
        Partition chat = Rows.conversation(user("I always paddle at dawn."), user("I never do."));

        assertThat(of(chat).values()).containsOnly(0);
    }

    @Test
    void a_wish_that_was_replaced_holds_no_more() {
        Partition chat = new Rows()
                .put("wish", "s", user("Always give prices in euros."))
                .put("reply", "s", assistant("Noted."))
                .put("wish", "s", user("Give prices in euros today."))
                .partition();

        assertThat(of(chat).values()).containsOnly(0);
    }
}
