package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handling of valid and malformed responses. */
@Tag("java17")
class LiveClientTest {

    @TempDir
    private Path folder;

    private ServerSocketChannel server;

    @BeforeEach
    void listen() throws IOException {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(folder.resolve("socket")));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private SocketResponse ask(byte[] answer) throws Exception {
        Thread other = new Thread(() -> {
            try (SocketChannel asked = server.accept()) {
                asked.read(ByteBuffer.allocate(100));
                asked.write(ByteBuffer.wrap(answer));
            } catch (IOException ignored) {
                return; // the client has read enough
            }
        });
        other.start();
        try {
            return new LiveClient(folder.resolve("socket")).ask("info");
        } finally {
            other.join();
        }
    }

    private SocketResponse ask(String answer) throws Exception {
        return ask(answer.getBytes(StandardCharsets.UTF_8));
    }

    private String refusal(String answer) {
        return assertThrows(IOException.class, () -> ask(answer), answer).getMessage();
    }

    @Test
    void anAnswerIsItsFieldsAndItsContent() throws Exception {
        SocketResponse reply = ask("timemory/1 ok bytes=3 session=7 new=x\nabcd");
        assertArrayEquals(new byte[] {'a', 'b', 'c'}, reply.content());
        assertEquals(7, reply.number("session"));
        assertEquals(-1, reply.number("from"));
        assertEquals(-1, reply.number("new"));
    }

    @Test
    void anErrorIsItsReasonWithNothingThatMovesTheCursor() {
        assertEquals("no\\u001b[2J session", refusal("timemory/1 error bytes=14\nno\u001b[2J session"));
    }

    @Test
    void anAnswerThatIsNoneIsRefused() {
        assertTrue(refusal("").contains("the response of the process is truncated"));
        assertTrue(refusal("x".repeat(5_000)).contains("the response of the process is truncated"));
        assertTrue(refusal("HTTP/1.1 200 OK\n").contains("uses another protocol or version: 'HTTP/1.1 200 OK'"));
        assertTrue(refusal("timemory/1 ok bytes=5\nabc").contains("ended while it responded"));
        assertTrue(refusal("timemory/1 ok bytes=99999999999\n").contains("at most"));
        assertTrue(refusal("timemory/1 ok bytes=-5\n").contains("at most"));
        assertTrue(refusal("timemory/1 ok none\n").contains("at most"));
    }

    @Test
    void bytesOfAnyKindAreRefused() {
        Random random = new Random(2);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(1_000)];
            random.nextBytes(bytes);
            assertThrows(IOException.class, () -> ask(bytes));
        }
    }

    @Test
    void whoeverSaysNothingIsNotWaitedForWithoutEnd() {
        LiveClient impatient = new LiveClient(folder.resolve("socket"), Duration.ofMillis(50));
        String reason = assertThrows(IOException.class, () -> impatient.ask("info")).getMessage();
        assertTrue(reason.startsWith("the process did not respond within "), reason);
    }
}
