package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The executor receives the results that Python measured in tasks, by task ID. */
@Tag("java17")
class PythonResultsTest {
    private final Map<Long, byte[]> taken = new ConcurrentHashMap<>();
    private PythonResults server;

    @BeforeEach
    void begin() throws IOException {
        server = new PythonResults((task, results) -> task < 100 && taken.put(task, results) == null);
    }

    @AfterEach
    void end() {
        server.close();
    }

    /** Returns the response; -1 if the connection is closed without one. */
    private int send(String magic, long task, int length, byte[] results) throws IOException {
        try (SocketChannel connection = SocketChannel.open(UnixDomainSocketAddress.of(server.address()))) {
            DataOutputStream out = new DataOutputStream(Channels.newOutputStream(connection));
            out.write(magic.getBytes(StandardCharsets.US_ASCII));
            out.writeLong(task);
            out.writeInt(length);
            out.write(results);
            connection.shutdownOutput();
            return Channels.newInputStream(connection).read();
        } catch (IOException ignored) {
            return -1;
        }
    }

    @Test
    void resultsOfATaskThatRunsAreTaken() throws IOException {
        assertEquals(1, send("TMYTASK1", 7, 3, new byte[] {1, 2, 3}));
        assertArrayEquals(new byte[] {1, 2, 3}, taken.get(7L));
        assertEquals(0, send("TMYTASK1", 100, 1, new byte[] {1}));
    }

    @Test
    void whatIsNoMessageIsRefusedAndTheNextIsTaken() throws IOException {
        assertEquals(-1, send("OTHER", 7, 0, new byte[0]));
        assertEquals(-1, send("TMYTASK1", 7, 5, new byte[] {1}));
        assertEquals(-1, send("TMYTASK1", 7, Integer.MAX_VALUE, new byte[0]));
        assertEquals(-1, send("TMYTASK1", 7, -1, new byte[0]));
        assertEquals(Map.of(), taken);
        assertEquals(1, send("TMYTASK1", 8, 0, new byte[0]));
    }

    @Test
    void onlyTheUserMayEnterTheFolderAndNothingIsLeft() throws IOException {
        Path folder = Path.of(server.address()).getParent();
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
        server.close();
        assertFalse(Files.exists(folder));
    }
}
