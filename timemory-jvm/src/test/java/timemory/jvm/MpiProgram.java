package timemory.jvm;

import java.nio.file.Files;
import java.nio.file.Path;
import timemory.Bundles;
import timemory.TripCount;
import timemory.WallClock;
import timemory.bundle.Bundle2;
import timemory.mpi.Mpi;

/**
 * A program of several ranks: ten steps, which take longer on rank 1, with a barrier after each. {@code MpiTest} runs it, and its
 * counterpart in C.
 */
final class MpiProgram {

    private static final Bundle2<WallClock, TripCount> TOOLS = Bundles.of(WallClock.class, TripCount.class);
    private static final int STEPS = 10;

    private MpiProgram() {}

    public static void main(String[] arguments) throws Exception {
        System.out.println("level " + Mpi.init());
        int rank = Mpi.getRank();
        TOOLS.run("solve", () -> {
            for (int i = 0; i < STEPS; i++) {
                TOOLS.run("step", () -> compute(rank == 1 ? 20 : 1));
                TOOLS.run("exchange", Mpi::barrier);
            }
        });
        System.out.println("rank " + rank + " of " + Mpi.getSize());
        if (arguments.length > 0 && arguments[0].equals("abandon")) {
            return; // without finalizing MPI, like a program that fails
        }
        if (arguments.length > 0 && arguments[0].equals("end")) {
            endTheFirst(rank, Path.of(arguments[1]));
        }
        Mpi.finish();
        System.out.println("ended: rank " + Mpi.getRank() + " of " + Mpi.getSize());
    }

    /** Rank 1 kills rank 0, which is about to wait for it, and never arrives itself. */
    private static void endTheFirst(int rank, Path file) throws Exception {
        if (rank == 0) {
            Files.writeString(file.resolveSibling("new"), Long.toString(ProcessHandle.current().pid()));
            Files.move(file.resolveSibling("new"), file);
            return;
        }
        while (!Files.exists(file)) {
            Thread.sleep(10);
        }
        Thread.sleep(500); // so that it is usually already waiting
        ProcessHandle.of(Long.parseLong(Files.readString(file))).orElseThrow().destroy();
        Thread.sleep(Long.MAX_VALUE);
    }

    /** Uses the CPU time of this thread, since ranks also wait for processors on a busy machine. */
    private static void compute(int milliseconds) {
        var threads = java.lang.management.ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + milliseconds * 1_000_000L;
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }
}
