package timemory.test;

import org.opentest4j.TestAbortedException;
import timemory.ComponentType;

/** Aborts tests whose measurements are unavailable, with the reason: they neither pass nor fail. */
final class Unavailable {

    private Unavailable() {}

    /**
     * Checks that {@code type} can measure on this machine.
     *
     * @throws TestAbortedException with the reason if it cannot
     */
    static void abortUnlessAvailable(ComponentType<?> type) {
        String reason = type.unavailableReason();
        if (reason != null) {
            throw aborted(type, reason);
        }
    }

    static TestAbortedException aborted(ComponentType<?> type, String reason) {
        return new TestAbortedException(sentence(type, reason));
    }

    static String sentence(ComponentType<?> type, String reason) {
        return "component " + type.getId() + " is unavailable here: " + reason + " (`timemory avail` lists what is available)";
    }
}
