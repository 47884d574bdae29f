package timemory;

import java.util.Random;
import timemory.bundle.Bundle1;
import timemory.bundle.Bundle2;
import timemory.context.ContextPropagation;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/**
 * Overflows the stack of one thread again and again, at other depths each time, inside regions of all forms: {@code rounds seed}. Prints
 * what is wrong with the results, or {@code right} if nothing is.
 */
final class OverflowProgram {
    private static final int TIMES = 40;
    private static final Bundle1<WallClock> WALL = Bundles.of(WallClock.class);
    private static final Bundle2<WallClock, ThreadCpuClock> TWO = Bundles.of(WallClock.class, ThreadCpuClock.class);

    public static void main(String[] arguments) throws InterruptedException {
        Random random = new Random(Long.parseLong(arguments[1]));
        for (int round = 0; round < Integer.parseInt(arguments[0]); round++) round(round, random);
        System.out.println("right");
    }

    private static void round(int round, Random random) throws InterruptedException {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
        Thread thread = new Thread(null, () -> overflow(round % 4, random), "small stack", (300 + random.nextInt(64)) * 1024L);
        Thread reader = new Thread(() -> read(thread), "reader");
        thread.start();
        reader.start();
        thread.join();
        reader.join();
        check(Timemory.finalize(), "round " + round);
    }

    /** Results made in the meantime complete without an error from the other thread. */
    private static void read(Thread measuring) {
        try {
            while (measuring.isAlive()) Timemory.results();
        } catch (Throwable failure) {
            System.out.println("results threw " + failure);
            System.exit(1);
        }
    }

    private static void overflow(int form, Random random) {
        for (int i = 0; i < TIMES; i++) {
            try {
                deeper(random.nextInt(120), form);
            } catch (StackOverflowError expected) {
                // the point of this test
            }
            WALL.run("after", () -> WALL.run("inside", () -> {}));
        }
    }

    private static void deeper(int frames, int form) {
        if (frames > 0) {
            deeper(frames - 1, form);
        } else if (form == 0) {
            block();
        } else if (form == 1) {
            blockOfTwo();
        } else if (form == 2) {
            resource();
        } else {
            handedOn();
        }
    }

    private static void block() {
        WALL.run("block", OverflowProgram::block);
    }

    private static void blockOfTwo() {
        TWO.run("two", OverflowProgram::blockOfTwo);
    }

    private static void handedOn() {
        ContextPropagation.wrap((Runnable) () -> WALL.run("handed on", OverflowProgram::handedOn)).run();
    }

    @SuppressWarnings("InfiniteRecursion")
    private static void resource() {
        try (OpenRegion region = WALL.open("resource")) {
            resource();
        }
    }

    /** Whatever the overflows did to the regions in which they occurred, later regions are where they belong, and all are there. */
    private static void check(Results results, String round) {
        CallGraph graph = results.get("wall_clock");
        for (String[] path : new String[][] {{"after"}, {"after", "inside"}}) {
            CallGraphNode node = graph.find(path);
            long laps = node == null ? 0 : node.getInclusive().getLaps();
            if (laps != TIMES)
                throw new AssertionError(round + ": " + laps + " laps of " + String.join("/", path) + ", " + results.getProblems());
        }
    }
}
