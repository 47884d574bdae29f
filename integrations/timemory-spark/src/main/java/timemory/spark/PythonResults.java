package timemory.spark;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.BiPredicate;
import timemory.spi.Problems;
import timemory.spi.TemporaryFolder;

/**
 * Receives what Python measured in tasks, whose workers are separate processes: on a Unix-domain socket in a folder that only the
 * executor's user may enter. A message is a task ID followed by results in the wire form; the response is one byte, 1 if that task is still
 * running and has taken them.
 */
final class PythonResults implements AutoCloseable {
    private static final byte[] MAGIC = {'T', 'M', 'Y', 'T', 'A', 'S', 'K', '1'};
    private static final int MAX_BYTES = 64 << 20;

    private final Path folder;
    private final Path socket;
    private final ServerSocketChannel server;
    private final BiPredicate<Long, byte[]> taker;

    /** @param taker receives a task ID and its Python measurements, and returns whether that task exists */
    PythonResults(BiPredicate<Long, byte[]> taker) throws IOException {
        this.taker = taker;
        folder = TemporaryFolder.newFolder("timemory-");
        socket = folder.resolve("tasks.socket");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        Thread thread = new Thread(this::accept, "timemory-spark-python");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the socket's path. */
    String address() {
        return socket.toString();
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel connection = server.accept();
                Thread thread = new Thread(() -> serve(connection), "timemory-spark-python-task");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException ignored) {
                return;
            }
        }
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(connection));
            byte[] magic = in.readNBytes(MAGIC.length);
            if (!Arrays.equals(magic, MAGIC)) throw new IOException("it has an unknown header");
            long task = in.readLong();
            int length = in.readInt();
            if (length < 0 || length > MAX_BYTES) throw new IOException("it has " + length + " bytes");
            byte[] results = in.readNBytes(length);
            if (results.length < length) throw new IOException("it is truncated");
            boolean isTaken = taker.test(task, results);
            if (!isTaken) report("Python's results in task " + task + " are lost: the task had already ended");
            Channels.newOutputStream(connection).write(isTaken ? 1 : 0);
        } catch (IOException | RuntimeException failure) {
            report("Python's results in a task are lost: " + failure.getMessage());
        }
    }

    private static void report(String sentence) {
        Problems.reportProblem("spark python", sentence);
    }

    @Override
    public void close() {
        try {
            server.close();
            Files.deleteIfExists(socket);
            Files.deleteIfExists(folder);
        } catch (IOException exception) {
            report("the socket for Python '" + socket + "' was abandoned: " + exception.getMessage());
        }
    }
}
