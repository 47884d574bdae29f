package timemory.live.otlp;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The first bytes of a response. The rest of a longer one is not read, and its connection is closed. */
final class ShortBody implements HttpResponse.BodySubscriber<byte[]> {
    /** Enough for a receiver's short error message. */
    static final int MAX_BYTES = 1 << 16;

    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    @SuppressWarnings("NullAway.Init") // set by onSubscribe, which is called first
    private Flow.Subscription subscription;

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
        subscription = begun;
        begun.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            byte[] some = new byte[Math.min(part.remaining(), MAX_BYTES - bytes.size())];
            part.get(some);
            bytes.writeBytes(some);
        }
        if (bytes.size() == MAX_BYTES) {
            subscription.cancel();
            onComplete();
        } else {
            subscription.request(1);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }
}
