package timemory;

import timemory.bundle.Bundle1;

/** Opens a region for each of as many labels as its argument says, with another one inside; exits with status 2 if a region throws. */
final class SmallHeapProgram {
    private static final Bundle1<WallClock> WALL = Bundles.of(WallClock.class);

    private SmallHeapProgram() {}

    public static void main(String[] arguments) {
        int labels = Integer.parseInt(arguments[0]);
        for (int i = 0; i < labels; i++) {
            String label = "request " + i;
            try {
                WALL.run(label, () -> WALL.run("parse", () -> {}));
            } catch (Throwable failure) {
                System.out.println("thrown into the program at " + label + ": " + failure);
                Runtime.getRuntime().halt(2);
            }
        }
        System.out.println("done");
    }
}
