package dev.daybook.bench.scaling;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A plan for many users: what the partitions, the store and the servers have to bear. Prints tables of Markdown. */
@Command(name = "plan.sh", mixinStandardHelpOptions = true, sortOptions = false)
public final class ScalingPlan implements Callable<Integer> {

    private static final long SEED = 2026;

    /** Cassandra's partitions work well up to about this size. */
    private static final double LARGE_PARTITION = 100e6;

    /** The exchanges of a scope with all their bytes in its first partition in Cassandra (decision 86). */
    private static final double FIRST_EXCHANGES = 8_191;

    private static final double DAY = 86_400;
    private static final double MEGA = 1e6;
    private static final double TERA = 1e12;

    private final PrintStream out;

    @Mixin
    private PlanOptions options = new PlanOptions();

    ScalingPlan(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) {
        System.exit(run(System.out, arguments));
    }

    static int run(PrintStream out, String... arguments) {
        return new CommandLine(new ScalingPlan(out)).execute(arguments);
    }

    @Override
    public Integer call() {
        UserPopulation population = UserPopulation.of(options, SEED);
        SessionTraffic traffic = SessionTraffic.of(options, population.size(), SEED + 1);
        partitions(population);
        rates(population);
        servers(population, traffic);
        return 0;
    }

    private void partitions(UserPopulation population) {
        row("scopes", "exchanges", "in the store, MB", "index, MB");
        row("---", "---", "---", "---");
        for (double share : new double[] {0.5, 0.9, 0.99, 0.999, 0.9999}) {
            partition(text("%.2f %% have at most", share * 100), population.quantile(share));
        }
        partition("mean", population.mean());
        out.println();
        row("quantity", "computed");
        row("---", "---");
        scopesAbove(population, "scopes above 100 MB in the store", LARGE_PARTITION / options.diskBytes);
        double large = largestGoodScope();
        scopesAbove(
                population,
                text("of them in Cassandra with a first partition above 100 MB, from %,.0f exchanges on", large),
                large);
        scopesAbove(
                population,
                "scopes without an index, searched by their best candidates",
                ServerFleet.mostExchanges(options));
        double disk = population.mean() * options.users * options.diskBytes * options.copies;
        row("disk, " + options.copies + " copies, TB", text("%,.1f", disk / TERA));
        row(
                text("nodes of %.0f TB, half of it free", options.nodeDisk),
                text("%.0f", Math.max(options.copies, Math.ceil(disk / TERA / options.nodeDisk * 2))));
    }

    /** Returns the exchanges of a scope whose first partition in Cassandra has the size of a large one. */
    private double largestGoodScope() {
        double later = (LARGE_PARTITION - FIRST_EXCHANGES * options.diskBytes) / options.firstBytes;
        return later < 0 ? LARGE_PARTITION / options.diskBytes : FIRST_EXCHANGES + later;
    }

    private void scopesAbove(UserPopulation population, String label, double exchanges) {
        row(label, text("%,.0f", population.shareAbove(exchanges) * options.users));
    }

    private void partition(String label, double exchanges) {
        row(
                label,
                text("%,.0f", exchanges),
                text("%,.2f", exchanges * options.diskBytes / MEGA),
                text("%,.2f", ServerFleet.imageBytes(options, exchanges) / MEGA));
    }

    private void rates(UserPopulation population) {
        double exchangesADay = options.users * options.active * options.sessions * options.exchanges;
        double peak = SessionTraffic.sessionsAnHour(options, (double) options.users)
                * options.exchanges
                / SessionTraffic.HOUR;
        double ofAScope = 2 / options.pause;
        row("recalls a second, mean of the day", text("%,.0f", exchangesADay / DAY));
        row("recalls a second in the busiest hour, each with one head read", text("%,.0f", peak));
        row("writes a second in the busiest hour, an episode and its vectors", text("%,.0f", peak * 2));
        row(
                "writes a second of one scope in a session; the scope takes " + text("%.0f", options.scopeWrites),
                text("%.2f", ofAScope));
        row("exchanges a year and user", text("%,.0f", exchangesADay * 365 / options.users));
        row(
                "years until the mean user has twice as many",
                text("%.1f", population.mean() * options.users / exchangesADay / 365));
        out.println();
    }

    private void servers(UserPopulation population, SessionTraffic traffic) {
        row(
                "servers",
                "routing",
                "hit rate, %",
                "indexes opened a second",
                "MB a second read for them",
                "mean wait for opening a recall, ms",
                "indexes in memory");
        row("---", "---", "---", "---", "---", "---", "---");
        for (int servers : options.servers) {
            for (boolean byHash : new boolean[] {true, false}) {
                fleet(servers, byHash, ServerFleet.run(options, population, traffic, servers, byHash));
            }
        }
    }

    private void fleet(int servers, boolean byHash, ServerFleet.Outcome outcome) {
        row(
                Integer.toString(servers),
                byHash ? "by hash" : "at random",
                text("%.1f", outcome.hitRate() * 100),
                text("%,.0f", outcome.opened() / SessionTraffic.HOUR),
                text("%,.0f", outcome.openedBytes() / SessionTraffic.HOUR / MEGA),
                text("%.1f", outcome.openMilliseconds() / outcome.recalls()),
                text("%,.0f", (double) outcome.images()));
    }

    private void row(String... cells) {
        out.println("| " + String.join(" | ", cells) + " |");
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
