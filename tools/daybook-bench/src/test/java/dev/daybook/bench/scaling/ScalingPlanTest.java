package dev.daybook.bench.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingPlanTest {

    private static final long SEED = 1;

    private final PlanOptions options = new PlanOptions();

    private ServerFleet.Outcome outcome(int servers, boolean byHash) {
        options.users = 20_000;
        options.active = 1;
        UserPopulation population = UserPopulation.of(options, SEED);
        SessionTraffic traffic = SessionTraffic.of(options, population.size(), SEED);
        return ServerFleet.run(options, population, traffic, servers, byHash);
    }

    private static List<String> plan(String... options) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        assertThat(ScalingPlan.run(new PrintStream(printed, true, StandardCharsets.UTF_8), options))
                .isZero();
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void half_of_the_users_have_at_most_the_median() {
        options.users = 100_000;
        UserPopulation population = UserPopulation.of(options, SEED);

        assertThat(population.quantile(0.5)).isBetween(98.0, 102.0);
        // exp(sigma^2 / 2) times the median
        assertThat(population.mean()).isBetween(290.0, 325.0);
        assertThat(population.shareAbove(population.quantile(0.99))).isBetween(0.009, 0.011);
    }

    @Test
    void images_that_all_fit_are_opened_once_a_session_at_most() {
        options.heap = 1_000;

        assertThat(outcome(1, true).hitRate()).isGreaterThan(1 - 1.0 / options.exchanges);
    }

    @Test
    void without_memory_every_recall_opens_an_image() {
        options.heap = 0.00001;

        ServerFleet.Outcome outcome = outcome(2, true);

        assertThat(outcome.hitRate()).isLessThan(0.01);
        assertThat(outcome.openMilliseconds()).isGreaterThanOrEqualTo(outcome.opened() * options.openBase);
    }

    @Test
    void servers_that_divide_the_scopes_hold_more_of_them_than_servers_that_all_serve_each() {
        options.heap = 0.5;

        ServerFleet.Outcome byHash = outcome(8, true);
        ServerFleet.Outcome atRandom = outcome(8, false);

        assertThat(byHash.recalls()).isEqualTo(atRandom.recalls());
        assertThat(byHash.hitRate()).isGreaterThan(2 * atRandom.hitRate());
    }

    @Test
    void a_plan_is_the_same_each_time_and_has_a_row_for_each_fleet() {
        String[] arguments = {"--users", "5000", "--servers", "2,3", "--heap", "0.1"};
        List<String> lines = plan(arguments);

        assertThat(plan(arguments)).isEqualTo(lines);
        assertThat(lines).filteredOn(line -> line.contains("| by hash |")).hasSize(2);
        assertThat(lines).filteredOn(line -> line.contains("| at random |")).hasSize(2);
    }

    @Test
    void the_first_partition_of_a_scope_is_large_with_more_exchanges_than_fit_into_it_whole() {
        // 8,191 of 6,000 bytes, and 50,854 of 1,000.
        assertThat(plan("--users", "5000", "--servers", "2"))
                .anyMatch(line -> line.contains("above 100 MB, from 59,045 exchanges on"));
        assertThat(plan("--users", "5000", "--servers", "2", "--disk-bytes", "20000"))
                .anyMatch(line -> line.contains("above 100 MB, from 5,000 exchanges on"));
    }
}
