package timemory.faults;

import java.util.Random;

/** One trial: what happens to which program, and when. All of it follows from the seed. */
record FaultScenario(Target target, Fault fault, int number, long seed) {

    static FaultScenario of(Target target, Fault fault, int number, long seedOfAll) {
        long seed = new Random(seedOfAll + 31L * target.ordinal() + 1_009L * fault.ordinal() + 100_003L * number).nextLong() >>> 1;
        return new FaultScenario(target, fault, number, seed);
    }

    /** Which of two variants the program uses: it exits in another way, or the fault occurs in a different state. */
    boolean second() {
        return number % 2 == 1;
    }

    /** A signal may arrive while the program starts, before it has measured anything. */
    boolean early() {
        return fault.signal != null && !fault.comesWhileWriting() && !fault.comesBetweenCheckpoints() && random().nextInt(5) == 0;
    }

    Random random() {
        return new Random(seed);
    }
}
