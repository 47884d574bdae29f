package timemory.live

import java.net.StandardProtocolFamily
import java.net.UnixDomainSocketAddress
import java.nio.ByteBuffer
import java.nio.channels.Channels
import java.nio.channels.SocketChannel
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import kotlin.io.path.writeText
import kotlin.random.Random
import kotlin.test.AfterTest
import kotlin.test.BeforeTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import org.junit.jupiter.api.Assumptions.assumeTrue
import timemory.Timemory
import timemory.TripCount
import timemory.measure
import timemory.tests.OptionalTools

/** The socket itself, as other programs see it. */
class UnixSocketTest {
    private lateinit var base: Path
    private lateinit var path: String

    @BeforeTest
    fun open() {
        base = Files.createTempDirectory("tm-live")
        path = LiveSocket.openIn(listOf(base.toString()), byProgram = true)
    }

    @AfterTest
    fun close() {
        Live.close()
        base.toFile().deleteRecursively()
    }

    private fun ask(bytes: ByteArray): String = SocketChannel.open(StandardProtocolFamily.UNIX).use { channel ->
        channel.connect(UnixDomainSocketAddress.of(path))
        try {
            channel.write(ByteBuffer.wrap(bytes))
            channel.shutdownOutput()
        } catch (_: java.io.IOException) {
            // The response may have arrived, and the connection been closed, before everything is written.
        }
        try {
            Channels.newInputStream(channel).readAllBytes().decodeToString()
        } catch (_: java.io.IOException) {
            "closed"
        }
    }

    private fun question(text: String) = ask("timemory/1 $text\n".toByteArray())

    @Test
    fun oneQuestionAfterTheOtherIsAnswered() {
        repeat(100) { assertTrue(question("info").startsWith("timemory/1 ok bytes=")) }
    }

    @Test
    fun nothingThatIsWrittenToItStopsIt() {
        val random = Random(5)
        repeat(300) {
            val answer = ask(random.nextBytes(random.nextInt(2_000)))
            assertTrue(answer == "closed" || answer.startsWith("timemory/1 error bytes="), answer)
        }
        assertTrue(question("info").startsWith("timemory/1 ok"))
    }

    @Test
    fun whoeverLeavesInTheMiddleDoesNotStopIt() {
        Timemory.init {
            coutOutput = false
            fileOutput = false
        }
        try {
            for (i in 0 until 5_000) measure<TripCount>("a label of some length, number $i") { }
            repeat(20) {
                SocketChannel.open(StandardProtocolFamily.UNIX).use { channel ->
                    channel.connect(UnixDomainSocketAddress.of(path))
                    channel.write(ByteBuffer.wrap("timemory/1 results\n".toByteArray()))
                }
            }
            assertContains(question("results"), "number 4999")
        } finally {
            Timemory.finalize()
        }
    }

    @Test
    fun itStaysOpenWhereTheProgramOpenedItAndClosesWithTheSessionOtherwise() {
        Timemory.init {
            coutOutput = false
            fileOutput = false
        }
        Timemory.finalize()
        assertEquals(path, Live.socket)
        Live.close()
        LiveSocket.openIn(listOf(base.toString()), byProgram = false)
        Timemory.init {
            coutOutput = false
            fileOutput = false
        }
        Timemory.finalize()
        assertNull(Live.socket)
    }

    @Test
    fun aSecondUserIsRefusedEvenWhereTheFilesAreOpenToAll() {
        assumeTrue(LiveFolder.ownUser() == 0L, "only root can be another user as well")
        OptionalTools.require("setpriv")
        val program = base.resolve("Asker.java")
        program.writeText(
            """
            import java.net.*;
            import java.nio.ByteBuffer;
            import java.nio.channels.*;

            class Asker {
                public static void main(String[] arguments) throws Exception {
                    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                        channel.connect(UnixDomainSocketAddress.of(arguments[0]));
                        channel.write(ByteBuffer.wrap("timemory/1 info\n".getBytes()));
                        System.out.write(Channels.newInputStream(channel).readAllBytes());
                    } catch (java.io.IOException refused) {
                        System.out.println("cannot connect: " + refused.getMessage());
                    }
                    System.out.flush();
                }
            }
            """.trimIndent(),
        )
        assertContains(asOther(program), "cannot connect")
        for (file in listOf(base, Path.of(path).parent, Path.of(path))) {
            assertEquals(0, ProcessBuilder("chmod", "777", file.toString()).start().waitFor())
        }
        assertContains(asOther(program), "timemory/1 error")
        assertContains(asOther(program), "only the owner of this process may connect")
    }

    /** Returns the output of a program that sends requests as another user. */
    private fun asOther(program: Path): String {
        assertEquals(0, ProcessBuilder("chmod", "644", program.toString()).start().waitFor())
        val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
        // The other user may not have access to its folder.
        val copy = Files.createTempDirectory("tm-asker")
        val source = Files.copy(program, copy.resolve("Asker.java"))
        assertEquals(0, ProcessBuilder("chmod", "755", copy.toString()).start().waitFor())
        try {
            val nobody = listOf(OptionalTools.require("setpriv"), "--reuid=65534", "--regid=65534", "--clear-groups")
            val asker = ProcessBuilder(nobody + listOf(java, source.toString(), path)).redirectErrorStream(true).start()
            val printed = asker.inputStream.readAllBytes().decodeToString()
            assertTrue(asker.waitFor(120, TimeUnit.SECONDS))
            return printed
        } finally {
            copy.toFile().deleteRecursively()
        }
    }
}
