package timemory.live.http;

import java.util.concurrent.TimeUnit;

/**
 * Timeouts of a connection. The JDK's HTTP server has only JVM-wide timeouts, which would affect the program's own servers, and no limit on
 * connections.
 *
 * @param requestNanoseconds timeout for receiving a request
 * @param answerNanoseconds timeout for producing a response, and for the client to read each part of it
 */
record HttpLimits(long requestNanoseconds, long answerNanoseconds) {
    static final HttpLimits USUAL = new HttpLimits(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(60));

    /** Maximum concurrent connections; each has a descriptor and a thread. */
    static final int MAX_CONNECTIONS = 32;

    /** Maximum responses produced concurrently. */
    static final int MAX_ANSWERS = 4;

    /** Maximum size of the request line and headers, in bytes. */
    static final int MAX_BYTES = 1 << 14;
}
