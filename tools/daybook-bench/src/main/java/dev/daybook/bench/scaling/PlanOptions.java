package dev.daybook.bench.scaling;

import java.util.List;
import picocli.CommandLine.Option;

/** The assumptions of a plan and the measured figures that it is computed from. */
final class PlanOptions {

    @Option(names = "--users", paramLabel = "N", description = "Users of the product (default ${DEFAULT-VALUE}).")
    long users = 10_000_000;

    @Option(
            names = "--median",
            paramLabel = "N",
            description = "Exchanges of the median user (default ${DEFAULT-VALUE}).")
    double median = 100;

    @Option(
            names = "--sigma",
            paramLabel = "S",
            description = "Spread of the log-normal distribution (default ${DEFAULT-VALUE}).")
    double sigma = 1.5;

    @Option(
            names = "--active",
            paramLabel = "SHARE",
            description = "Share of the users that come on a day (default ${DEFAULT-VALUE}).")
    double active = 0.1;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "Sessions a day of an active user (default ${DEFAULT-VALUE}).")
    double sessions = 2;

    @Option(
            names = "--exchanges",
            paramLabel = "N",
            description = "Exchanges a session; each recalls once and writes once (default ${DEFAULT-VALUE}).")
    int exchanges = 8;

    @Option(
            names = "--pause",
            paramLabel = "SECONDS",
            description = "Mean time between two exchanges (default ${DEFAULT-VALUE}).")
    double pause = 60;

    @Option(
            names = "--peak",
            paramLabel = "FACTOR",
            description = "Load of the busiest hour over that of the mean hour (default ${DEFAULT-VALUE}).")
    double peak = 2.5;

    @Option(
            names = "--servers",
            paramLabel = "N",
            split = ",",
            description = "Numbers of servers to compare (default ${DEFAULT-VALUE}).")
    List<Integer> servers = List.of(8, 16, 32, 48);

    @Option(
            names = "--heap",
            paramLabel = "GB",
            description = "Heap of a server; a quarter of it is for images (default ${DEFAULT-VALUE}).")
    double heap = 8;

    @Option(
            names = "--image-bytes",
            paramLabel = "B",
            description = "Bytes of an image for each exchange (default ${DEFAULT-VALUE}).")
    double imageBytes = 7_000;

    @Option(
            names = "--disk-bytes",
            paramLabel = "B",
            description = "Bytes in the store for each exchange (default ${DEFAULT-VALUE}).")
    double diskBytes = 6_000;

    @Option(
            names = "--first-bytes",
            paramLabel = "B",
            description =
                    "Bytes of a later exchange in the first partition of a large scope in Cassandra, the others are"
                            + " in a bucket (default ${DEFAULT-VALUE}).")
    double firstBytes = 1_000;

    @Option(
            names = "--open-base",
            paramLabel = "MS",
            description = "Time of opening an image, without its exchanges (default ${DEFAULT-VALUE}).")
    double openBase = 12;

    @Option(
            names = "--open-exchange",
            paramLabel = "MS",
            description = "The same for each exchange (default ${DEFAULT-VALUE}).")
    double openExchange = 0.15;

    @Option(
            names = "--scope-writes",
            paramLabel = "N",
            description = "Writes a second that one scope takes (default ${DEFAULT-VALUE}).")
    double scopeWrites = 10;

    @Option(names = "--copies", paramLabel = "N", description = "Copies of the data (default ${DEFAULT-VALUE}).")
    int copies = 3;

    @Option(
            names = "--node-disk",
            paramLabel = "TB",
            description = "Disk of a node; half of it is kept free for compaction (default ${DEFAULT-VALUE}).")
    double nodeDisk = 4;

    /** Returns the bound of the images of one server; the library takes a quarter of its heap. */
    double imageBudget() {
        return heap * 1e9 / 4;
    }
}
