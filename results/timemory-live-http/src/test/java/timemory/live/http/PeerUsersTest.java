package timemory.live.http;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The user at the other end of a connection, according to the kernel. */
class PeerUsersTest {

    private static final int PORT = 8421;
    private static final InetSocketAddress OWN = new InetSocketAddress("127.0.0.1", PORT);
    private static final String ALL = "         0          0 4294967295\n";
    private static final String SOME = "         0     100000      65536\n";

    @TempDir
    private Path proc;

    @Test
    void theOwnerAndRootMayAsk() throws IOException {
        list(line(40001, PORT, "01", 1000, 7), line(40002, PORT, "01", 0, 8));
        assertNull(whyNot(40001, 1000));
        assertNull(whyNot(40002, 1000));
    }

    @Test
    void othersMayNot() throws IOException {
        list(line(40001, PORT, "01", 1001, 7), line(40002, PORT, "01", 1000, 0), line(40003, PORT, "06", 1000, 9),
                line(40004, PORT + 1, "01", 1000, 9));
        assertTrue(whyNot(40001, 1000).contains("not user 1001"));
        for (int port : new int[] {40002, 40003, 40004, 40005}) {
            assertTrue(whyNot(port, 1000).startsWith("the connecting user is unknown"), "a socket without a process, or another one");
        }
    }

    @Test
    void whoIsNobodyInAContainerCannotBeToldFromUsersThatItDoesNotKnow() throws IOException {
        list(line(40001, PORT, "01", 65534, 7));
        map(SOME);
        assertTrue(whyNot(40001, 65534).contains("several users as user 65534"));
        assertTrue(whyNot(40001, 1000).contains("not user 65534"), "who is not nobody knows each from itself");
        map(ALL);
        assertNull(whyNot(40001, 65534), "outside of containers, nobody is a user like others");
    }

    private String whyNot(int port, long owner) {
        return new PeerUsers(proc, PORT, owner).whyNotOwner(new InetSocketAddress("127.0.0.1", port), OWN);
    }

    private static String line(int from, int to, String state, long user, int inode) {
        return String.format(
                "   0: 0100007F:%04X 0100007F:%04X %s 00000000:00000000 00:00000000 00000000 %5d        0 %d 1 0 20 4 30 10 -1%n",
                from, to, state, user, inode);
    }

    private void list(String... lines) throws IOException {
        Path net = Files.createDirectories(proc.resolve("self/net"));
        Files.writeString(net.resolve("tcp"), "  sl  local_address rem_address   st ...\n" + String.join("", lines));
        Path kernel = Files.createDirectories(proc.resolve("sys/kernel"));
        Files.writeString(kernel.resolve("overflowuid"), "65534\n");
        map(ALL);
    }

    private void map(String users) throws IOException {
        Files.writeString(proc.resolve("self/uid_map"), users);
    }
}
