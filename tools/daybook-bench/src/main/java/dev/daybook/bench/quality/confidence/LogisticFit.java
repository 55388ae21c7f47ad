package dev.daybook.bench.quality.confidence;

import java.util.ArrayList;
import java.util.List;

/**
 * A logistic regression of weighted examples by Newton's method, which has one maximum and needs no step size. The first
 * coefficient is the intercept.
 */
final class LogisticFit {

    /** Newton's method doubles the right digits with each step; ten more than enough for two signals. */
    private static final int STEPS = 30;

    /** Keeps the matrix invertible if a signal is the same in all examples. */
    private static final double RIDGE = 1e-9;

    private final int size;
    private final List<Example> examples = new ArrayList<>();

    private record Example(double[] signals, boolean positive, double weight) {}

    LogisticFit(int signals) {
        this.size = signals + 1;
    }

    void add(boolean positive, double weight, double... signals) {
        double[] row = new double[size];
        row[0] = 1;
        System.arraycopy(signals, 0, row, 1, signals.length);
        examples.add(new Example(row, positive, weight));
    }

    double[] coefficients() {
        double[] coefficients = new double[size];
        for (int step = 0; step < STEPS; step++) {
            double[][] system = new double[size][size + 1];
            for (Example example : examples) {
                double[] row = example.signals();
                double probability = probability(coefficients, row);
                double error = (example.positive() ? 1 : 0) - probability;
                for (int i = 0; i < size; i++) {
                    system[i][size] += example.weight() * error * row[i];
                    for (int j = 0; j < size; j++) {
                        system[i][j] += example.weight() * probability * (1 - probability) * row[i] * row[j];
                    }
                }
            }
            double[] change = solved(system);
            for (int i = 0; i < size; i++) {
                coefficients[i] += change[i];
            }
        }
        return coefficients;
    }

    private static double probability(double[] coefficients, double[] row) {
        double sum = 0;
        for (int i = 0; i < row.length; i++) {
            sum += coefficients[i] * row[i];
        }
        return 1 / (1 + Math.exp(-sum));
    }

    /** Solves a symmetric positive system, whose right side is the last column, by elimination without pivots. */
    private static double[] solved(double[][] system) {
        int size = system.length;
        for (int i = 0; i < size; i++) {
            system[i][i] += RIDGE;
            for (int row = i + 1; row < size; row++) {
                double factor = system[row][i] / system[i][i];
                for (int column = i; column <= size; column++) {
                    system[row][column] -= factor * system[i][column];
                }
            }
        }
        double[] solution = new double[size];
        for (int i = size - 1; i >= 0; i--) {
            double rest = system[i][size];
            for (int j = i + 1; j < size; j++) {
                rest -= system[i][j] * solution[j];
            }
            solution[i] = rest / system[i][i];
        }
        return solution;
    }
}
