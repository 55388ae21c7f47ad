package dev.daybook.bench.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One run of {@code run.py}: each workload over all systems in turns, in several rounds, so that a change of the load
 * touches all of them.
 *
 * @param work the workloads of each round
 * @param last the workloads at the end, once
 * @param loadBudget the seconds after which a load ends early
 */
record ChildRun(
        Path data,
        int rows,
        int users,
        List<PeerSystem> systems,
        String work,
        String last,
        int rounds,
        double budget,
        int loadBudget,
        Path out) {

    void run(BenchFolders folders) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                folders.python().toString(),
                folders.program("run.py").toString(),
                "--data",
                data.toString(),
                "--n",
                String.valueOf(rows),
                "--tenants",
                String.valueOf(users),
                "--peers",
                systems.stream()
                        .filter(PeerSystem::isPython)
                        .map(PeerSystem::id)
                        .collect(Collectors.joining(",")),
                "--work",
                work,
                "--last",
                last,
                "--rounds",
                String.valueOf(rounds),
                "--budget",
                String.valueOf(budget),
                "--load-budget",
                String.valueOf(loadBudget),
                "--tmp",
                folders.stores().toString(),
                "--out",
                out.toString()));
        for (PeerSystem system : systems) {
            if (!system.isPython()) {
                command.add("--child");
                command.add(system.id() + "=" + quoted(system.command(folders)));
            }
        }
        ShellCommand.run(command, Map.of("PEERS_VENV", folders.environment().toString()));
    }

    /** Quotes words for the shell syntax that {@code run.py} splits. */
    static String quoted(List<String> words) {
        return words.stream()
                .map(word -> "'" + word.replace("'", "'\"'\"'") + "'")
                .collect(Collectors.joining(" "));
    }
}
