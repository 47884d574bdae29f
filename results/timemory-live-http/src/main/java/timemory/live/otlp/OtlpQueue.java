package timemory.live.otlp;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.Supplier;
import timemory.internal.platform.JvmProcessKt;
import timemory.live.JvmGzipKt;

/**
 * Messages that wait to be sent, oldest first, while the receiver is unavailable: up to {@value #MAX_BYTES} bytes, beyond which the oldest
 * are dropped. Waiting and dropped messages are each reported once, until all are accepted again.
 *
 * <p>Not thread-safe.
 */
final class OtlpQueue {

    static final int MAX_BYTES = 16 << 20;

    private final OtlpReceiver receiver;
    private final Consumer<String> report;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long bytes;
    private boolean isDelayReported;
    private boolean isLossReported;

    OtlpQueue(OtlpReceiver receiver) {
        this(receiver, sentence -> JvmProcessKt.printError("timemory: TIMEMORY_OTLP_ENDPOINT: " + sentence));
    }

    OtlpQueue(OtlpReceiver receiver, Consumer<String> report) {
        this.receiver = receiver;
        this.report = report;
    }

    void add(byte[] message) {
        byte[] packed = JvmGzipKt.gzip(message);
        waiting.add(packed);
        bytes += packed.length;
        while (bytes > MAX_BYTES && waiting.size() > 1) {
            bytes -= waiting.remove().length;
            reportLoss("the receiver has been unreachable for so long that the oldest profiles are lost");
        }
    }

    int size() {
        return waiting.size();
    }

    /**
     * Sends the messages in order, as long as they are accepted and {@code timeout}, called before each, is positive. An interrupted thread
     * sends none, because it would not wait for the response, and stays interrupted.
     */
    void send(Supplier<Duration> timeout) {
        while (!waiting.isEmpty() && !Thread.currentThread().isInterrupted()) {
            Duration within = timeout.get();
            if (within.isZero() || within.isNegative()) return;
            OtlpReceiver.Reply reply = receiver.send(waiting.peek(), within);
            if (reply.outcome() == OtlpReceiver.Outcome.LATER) {
                reportDelay(reply.problem() + "; the data are kept and sent later");
                return;
            }
            bytes -= waiting.remove().length;
            if (reply.outcome() == OtlpReceiver.Outcome.LOST) {
                reportLoss(reply.problem() + "; the profiles of this interval are lost");
                continue;
            }
            isDelayReported = false;
            if (reply.problem() != null) {
                reportLoss(reply.problem());
            } else {
                isLossReported = false;
            }
        }
    }

    /** Drops all waiting messages. */
    void giveUp() {
        if (!waiting.isEmpty()) {
            report.accept(waiting.size() + " messages could not be sent before the end");
        }
        waiting.clear();
    }

    private void reportDelay(String sentence) {
        if (!isDelayReported) {
            report.accept(sentence);
        }
        isDelayReported = true;
    }

    private void reportLoss(String sentence) {
        if (!isLossReported) {
            report.accept(sentence);
        }
        isLossReported = true;
    }
}
