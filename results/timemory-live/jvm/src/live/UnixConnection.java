package timemory.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A connection whose reads and writes have a deadline. JDK channels need a selector for that. */
final class UnixConnection implements Connection {

    private static final long NANOSECONDS_PER_MILLISECOND = 1_000_000;

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final Peers peers;

    private UnixConnection(SocketChannel channel, Selector selector, SelectionKey key, Peers peers) {
        this.channel = channel;
        this.selector = selector;
        this.key = key;
        this.peers = peers;
    }

    static UnixConnection of(SocketChannel channel, Peers peers) throws IOException {
        try {
            channel.configureBlocking(false);
            Selector selector = Selector.open();
            return new UnixConnection(channel, selector, channel.register(selector, 0), peers);
        } catch (Throwable failure) {
            channel.close();
            throw failure;
        }
    }

    @Override
    public boolean isOfOwner() {
        return Failing.as(() -> peers.mayAsk(channel));
    }

    @Override
    public int read(byte[] bytes, int start, long deadline) {
        return Failing.as(() -> {
            ByteBuffer into = ByteBuffer.wrap(bytes, start, bytes.length - start);
            int count = channel.read(into);
            while (count == 0 && isReady(SelectionKey.OP_READ, deadline)) {
                count = channel.read(into);
            }
            return count;
        });
    }

    @Override
    public boolean write(byte[] bytes, int count, long deadline) {
        return Failing.as(() -> {
            ByteBuffer from = ByteBuffer.wrap(bytes, 0, count);
            while (from.hasRemaining()) {
                if (channel.write(from) == 0 && !isReady(SelectionKey.OP_WRITE, deadline)) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Waits until the operation {@code what} is possible; returns {@code false} if it is not by {@code deadline}. */
    private boolean isReady(int what, long deadline) throws IOException {
        key.interestOps(what);
        long left = (deadline - System.nanoTime()) / NANOSECONDS_PER_MILLISECOND;
        if (left <= 0) {
            return false;
        }
        selector.select(left);
        boolean isReady = !selector.selectedKeys().isEmpty();
        selector.selectedKeys().clear();
        return isReady || deadline - System.nanoTime() > 0;
    }

    @Override
    public void close() {
        Failing.orNull(() -> {
            channel.close();
            selector.close();
            return null;
        });
    }
}
