package timemory.tools;

import java.io.IOException;
import java.time.Duration;
import timemory.results.Results;

/**
 * Asks a process again and again what it measured since the last time, and never so often that this takes it more than a small part of its
 * time: answering and reading the answer take the longer, the more regions there are.
 *
 * <p>For one thread.
 */
final class TopLoop {

    /** An answer that takes so long delays the next question to two hundred times that: half a percent of a processor. */
    private static final long SHARE = 200;

    /** What a process answers, and what can be done with the time; others in tests. */
    interface Source {
        /** Returns the results since the last call. */
        SocketResponse part() throws IOException;

        Results results(SocketResponse reply) throws IOException;

        /** Nanoseconds from some fixed point. */
        long now();

        void sleep(Duration time) throws InterruptedException;
    }

    private final Source source;
    private final Duration interval;
    private long took;

    TopLoop(Source source, Duration interval) {
        this.source = source;
        this.interval = interval;
    }

    /**
     * The next interval, after the time that it takes.
     *
     * @param first how long the very first may take, for which a user is waiting
     */
    Interval next(Duration first) throws IOException, InterruptedException {
        if (took == 0) {
            ask();
            source.sleep(first);
        } else {
            source.sleep(pause());
        }
        while (true) {
            SocketResponse reply = ask();
            double seconds = (reply.number("to") - reply.number("from")) / 1e9;
            // Without a start it is everything, of a session that began meanwhile.
            if (reply.number("from") >= 0 && seconds > 0) {
                return new Interval(source.results(reply), seconds);
            }
            source.sleep(pause());
        }
    }

    /** How long to wait for the next answer. */
    Duration pause() {
        return Duration.ofNanos(Math.max(interval.toNanos(), SHARE * took));
    }

    private SocketResponse ask() throws IOException {
        long begin = source.now();
        SocketResponse reply = source.part();
        took = Math.max(1, source.now() - begin);
        return reply;
    }
}
