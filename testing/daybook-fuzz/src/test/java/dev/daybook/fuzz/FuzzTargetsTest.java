package dev.daybook.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every parser with changed inputs. In the build these are the same each time; {@code -Ddaybook.fuzz.inputs=20000
 * -Ddaybook.fuzz.seed=7} are more and others for each target, {@code -Ddaybook.fuzz.target=NAME} is one target.
 */
class FuzzTargetsTest {

    private static final int INPUTS = Integer.getInteger("daybook.fuzz.inputs", 500);
    private static final long SEED = Long.getLong("daybook.fuzz.seed", 1);
    private static final String TARGET = System.getProperty("daybook.fuzz.target", "");

    static List<FuzzTarget> targets() {
        return FuzzTargets.all().stream()
                .filter(target -> target.name().contains(TARGET))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void a_parser_returns_or_throws_an_exception_that_it_documents(FuzzTarget target) {
        ParserContract contract = new ParserContract(target);
        InputMutator inputs =
                new InputMutator(target.seeds(), SEED ^ target.name().hashCode());

        for (int i = 0; i < INPUTS; i++) {
            contract.check(inputs.next());
        }

        System.out.println(contract.summary());
    }

    @ParameterizedTest
    @MethodSource("targets")
    void a_parser_accepts_its_seeds(FuzzTarget target) throws Exception {
        assertThat(target.seeds()).isNotEmpty();
        for (byte[] seed : target.seeds()) {
            target.parser().parse(seed.clone());
        }
    }

    @Test
    void targets_have_names_of_their_own() {
        assertThat(FuzzTargets.all().stream().map(FuzzTarget::name).collect(Collectors.toList()))
                .doesNotHaveDuplicates();
    }
}
