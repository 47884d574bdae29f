package timemory.agent.record;

/** Information about woven functions. */
public interface WovenFunctions {
    /** Describes how many there are. */
    String text();

    /** Returns how many no longer have measuring code. */
    default int released() {
        return 0;
    }

    /** Whether functions are left out that are measured when samples show that they take time. */
    default boolean hasUnwoven() {
        return false;
    }

    /** Returns how many functions of a program with such functions are measured from the start. */
    default int first() {
        return 0;
    }
}
