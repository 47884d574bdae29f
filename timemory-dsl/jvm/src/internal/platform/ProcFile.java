package timemory.internal.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file in {@code /proc} or {@code /sys} that is kept open and read from its start each time, with one {@code pread} and without garbage.
 * May be used by any number of threads at once.
 */
final class ProcFile {

    private static final int MIN_SWEEP = 16;

    private final String path;
    private final @Nullable ThreadLocal<FileChannel> ownChannels;

    /** The channels of {@link #ownChannels}, to be closed when their threads have ended. Guarded by itself. */
    private final List<Own> opened = new ArrayList<>();
    private int sweepAt = MIN_SWEEP;
    private volatile @Nullable FileChannel sharedChannel;

    /** {@code perThread}: whether the path refers to a different file on each thread, as {@code /proc/thread-self} does. */
    ProcFile(String path, boolean perThread) {
        this.path = path;
        this.ownChannels = perThread ? new ThreadLocal<>() : null;
    }

    /**
     * Fills {@code into}; returns the number of bytes.
     *
     * <p>A channel closes itself when an interrupted thread uses it. So the interruption is cleared while it reads; if another arrives
     * meanwhile, here or on another thread, the file is reopened.
     */
    int read(byte[] into) {
        boolean wasInterrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return readOnce(into);
                } catch (ClosedByInterruptException interrupted) {
                    wasInterrupted |= Thread.interrupted();
                } catch (ClosedChannelException ignored) {
                    // Reopened in the next round.
                }
            }
        } catch (NoSuchFileException failure) {
            throw new UncheckedIOException(path + " does not exist", failure);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + path + ": " + failure.getMessage(), failure);
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private int readOnce(byte[] into) throws IOException {
        if (VirtualThreads.isCurrent()) {
            // There may be millions of them, so they have no buffers of their own.
            return Math.max(0, channel().read(ByteBuffer.wrap(into), 0));
        }
        ByteBuffer buffer = Buffers.ofThisThread(into.length);
        int length = Math.max(0, channel().read(buffer, 0));
        buffer.get(0, into, 0, length);
        return length;
    }

    private FileChannel channel() throws IOException {
        if (ownChannels != null) {
            FileChannel own = ownChannels.get();
            if (own == null || !own.isOpen()) {
                own = open();
                ownChannels.set(own);
                keep(own);
            }
            return own;
        }
        FileChannel known = sharedChannel;
        if (known != null && known.isOpen()) {
            return known;
        }
        synchronized (this) {
            if (sharedChannel == null || !sharedChannel.isOpen()) {
                sharedChannel = open();
            }
            return sharedChannel;
        }
    }

    /** Stores {@code own} for its thread, and closes those of ended threads once there are twice as many as needed. */
    private void keep(FileChannel own) throws IOException {
        List<Own> over = new ArrayList<>();
        synchronized (opened) {
            opened.add(new Own(new WeakReference<>(Thread.currentThread()), own));
            if (opened.size() < sweepAt) {
                return;
            }
            opened.removeIf(one -> one.isOver() && over.add(one));
            sweepAt = Math.max(MIN_SWEEP, 2 * opened.size());
        }
        for (Own one : over) {
            one.channel.close();
        }
    }

    /** A channel and the thread that reads it. */
    private record Own(WeakReference<Thread> thread, FileChannel channel) {
        boolean isOver() {
            Thread reader = thread.get();
            return reader == null || !reader.isAlive() || !channel.isOpen();
        }
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(Path.of(path), StandardOpenOption.READ);
    }

    /** One buffer for each thread, off-heap so that the kernel can write to it. */
    private static final class Buffers {

        private static final ThreadLocal<ByteBuffer> BUFFER = new ThreadLocal<>();

        static ByteBuffer ofThisThread(int size) {
            ByteBuffer known = BUFFER.get();
            if (known == null || known.capacity() < size) {
                known = ByteBuffer.allocateDirect(size);
                BUFFER.set(known);
            }
            return known.clear().limit(size);
        }
    }
}
