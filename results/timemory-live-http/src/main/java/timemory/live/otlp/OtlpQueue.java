package timemory.live.otlp;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import timemory.internal.platform.JvmProcessKt;
import timemory.live.JvmGzipKt;

/**
 * Messages that wait to be sent, the oldest first: while the receiver is away or busy, up to {@value #MAX_BYTES} bytes, beyond which the
 * oldest are lost. What is lost is reported, once until something is accepted again.
 *
 * <p>For one thread at a time.
 */
final class OtlpQueue {

    static final int MAX_BYTES = 16 << 20;

    private final OtlpReceiver receiver;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long bytes;
    private boolean isReported;

    OtlpQueue(OtlpReceiver receiver) {
        this.receiver = receiver;
    }

    void add(byte[] message) {
        byte[] packed = JvmGzipKt.gzip(message);
        waiting.add(packed);
        bytes += packed.length;
        while (bytes > MAX_BYTES && waiting.size() > 1) {
            bytes -= waiting.remove().length;
            report("the receiver has been away for so long that the oldest profiles are lost");
        }
    }

    int size() {
        return waiting.size();
    }

    /** Sends them, one after the other, as long as they are accepted and {@code timeout}, asked before each, is more than none. */
    void send(Supplier<Duration> timeout) throws InterruptedException {
        while (!waiting.isEmpty()) {
            Duration within = timeout.get();
            if (within.isZero() || within.isNegative()) return;
            OtlpReceiver.Reply reply = receiver.send(waiting.peek(), within);
            if (reply.outcome() == OtlpReceiver.Outcome.LATER) {
                report(reply.problem() + "; what was measured is kept, and sent later");
                return;
            }
            bytes -= waiting.remove().length;
            if (reply.outcome() == OtlpReceiver.Outcome.LOST) {
                report(reply.problem() + "; the profiles of this interval are lost");
            } else if (reply.problem() != null) {
                report(reply.problem());
            } else {
                isReported = false;
            }
        }
    }

    /** What waits is not sent any more. */
    void giveUp() {
        if (!waiting.isEmpty()) {
            JvmProcessKt.printError("timemory: TIMEMORY_OTLP_ENDPOINT: " + waiting.size() + " messages could not be sent before the end");
        }
        waiting.clear();
    }

    private void report(String sentence) {
        if (!isReported) {
            JvmProcessKt.printError("timemory: TIMEMORY_OTLP_ENDPOINT: " + sentence);
        }
        isReported = true;
    }
}
