package timemory.spark;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many tasks ended according to Spark's events, as printed by a test program. */
record Truth(long succeeded, long failed, long resubmitted) {
    static Truth of(String said) {
        return new Truth(count(said, "succeeded"), count(said, "failed"), count(said, "resubmitted"));
    }

    private static long count(String said, String how) {
        Matcher line = Pattern.compile("truth: " + how + "=(\\d+)").matcher(said);
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }

    /** Returns the number of attempts of all tasks. */
    long attempts() {
        return succeeded + failed;
    }
}
