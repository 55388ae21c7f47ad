package dev.daybook.bench.peers;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis.
 *
 * @param low the logarithm of the value at the beginning
 * @param high the logarithm of the value at the end
 */
record PlotScale(double low, double high, double begin, double end) {

    private static final List<Double> STEPS = List.of(1.0, 2.0, 5.0);

    /** Below two decades each of 1, 2 and 5 has a tick, above only the powers of ten. */
    private static final double DECADES_WITH_STEPS = 2;

    /** Returns a scale that begins and ends at a tick. */
    static PlotScale of(List<Double> values, double begin, double end) {
        double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(10);
        List<Double> steps = most / least > Math.pow(10, DECADES_WITH_STEPS) ? List.of(1.0) : STEPS;
        double low = 0;
        double high = 0;
        for (int power = -9; power < 12; power++) {
            for (double step : steps) {
                double tick = step * Math.pow(10, power);
                if (tick <= least * (1 + 1e-9)) {
                    low = tick;
                }
                if (high == 0 && tick >= most * (1 - 1e-9)) {
                    high = tick;
                }
            }
        }
        return new PlotScale(Math.log10(low), Math.log10(low == high ? high * 10 : high), begin, end);
    }

    double at(double value) {
        return begin + (Math.log10(value) - low) / (high - low) * (end - begin);
    }

    List<Double> ticks() {
        List<Double> steps = high - low > DECADES_WITH_STEPS + 1 ? List.of(1.0) : STEPS;
        List<Double> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(low); power <= Math.ceil(high); power++) {
            for (double step : steps) {
                double tick = step * Math.pow(10, power);
                if (Math.log10(tick) >= low - 1e-9 && Math.log10(tick) <= high + 1e-9) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }
}
