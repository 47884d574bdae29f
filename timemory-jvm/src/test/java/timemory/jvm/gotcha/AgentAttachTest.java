package timemory.jvm.gotcha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files next to timemory's JAR are accepted as its agent. */
class AgentAttachTest {

    @TempDir
    private Path folder;

    /** Uses a dangling link, because only the link itself has an owner. */
    @Test
    void aLinkIsOfWhoOwnsTheLink() throws Exception {
        Path own = Files.createFile(folder.resolve("timemory.jar"));
        Path link = Files.createSymbolicLink(folder.resolve("timemory-agent.jar"), folder.resolve("nowhere.jar"));
        assertEquals(Files.getOwner(own), Files.getOwner(link, LinkOption.NOFOLLOW_LINKS));
        assertTrue(AgentAttach.hasOwnerOf(own, link));
    }
}
