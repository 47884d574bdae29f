package readme;

import timemory.Bundles;
import timemory.WallClock;
import timemory.bundle.Bundle1;
import timemory.mpi.Mpi;

class Ranks {
    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    public static void main(String[] args) {
        Mpi.init();
        TOOLS.run("solve", () -> System.out.println("rank " + Mpi.getRank() + " of " + Mpi.getSize()));
        TOOLS.run("wait", Mpi::barrier);
        Mpi.finish();
    }
}
