package dev.daybook.bench.child;

/** A group of workloads over one store. The names are those of {@code peers.py}. */
interface ChildWorkload {

    /** Returns false for a name of another group. */
    boolean run(String name, double budgetSeconds) throws Exception;
}
