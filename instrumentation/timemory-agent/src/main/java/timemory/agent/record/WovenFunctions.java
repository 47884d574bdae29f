package timemory.agent.record;

/** Information about woven functions. */
public interface WovenFunctions {
    /** How many there are. */
    String text();

    /** How many have no code for measuring any more. */
    default int released() {
        return 0;
    }

    /** Whether functions are left out that are measured when samples show that they take time. */
    default boolean hasUnwoven() {
        return false;
    }

    /** How many of a program with such functions are measured from the start. */
    default int first() {
        return 0;
    }
}
