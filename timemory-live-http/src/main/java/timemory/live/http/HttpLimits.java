package timemory.live.http;

import java.util.concurrent.TimeUnit;

/**
 * How long the port waits for whoever connects. The JDK's own server has such limits for the whole virtual machine alone, where they would
 * be those of the program's servers as well, and takes connections without a limit.
 *
 * @param requestNanoseconds for a request to come
 * @param answerNanoseconds for an answer to be made, and for each part of it to be taken
 */
record HttpLimits(long requestNanoseconds, long answerNanoseconds) {
    static final HttpLimits USUAL = new HttpLimits(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(60));

    /** Connections at once, each of which has a descriptor and a thread. */
    static final int MOST_CONNECTIONS = 32;

    /** Answers that are made at once. */
    static final int MOST_ANSWERS = 4;

    /** Bytes of a request's line and headers. */
    static final int MOST_BYTES = 1 << 14;
}
