package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sockets that processes left behind do not hide those of processes that run. */
class LiveFoldersTest {

    @TempDir
    private Path folder;

    private LiveFolders folders;
    private int user;

    @BeforeEach
    void look() throws IOException {
        folders = new LiveFolders(folder.resolve("elsewhere"), Map.of("TMPDIR", folder.toString()));
        user = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /** A folder of sockets in {@code base}. */
    private Path socketsIn(Path base) throws IOException {
        Path sockets = Files.createDirectories(base.resolve("timemory-" + user));
        return Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void whatOthersOfTheSameNumberLeftIsNotCounted() throws IOException {
        long self = ProcessHandle.current().pid();
        Path sockets = socketsIn(folder);
        for (int i = 0; i < 20; i++) {
            Files.createFile(sockets.resolve(self + "-" + i + "-a-b.socket"));
        }
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String start = stat.substring(stat.lastIndexOf(") ") + 2).split(" ")[19];
        Path own = Files.createFile(sockets.resolve(self + "-" + start + "-a-b.socket"));
        List<LiveSocketFile> found = List.of(new LiveSocketFile(self, own));
        assertEquals(found, folders.of(self));
        assertEquals(found, folders.inOwnRoot(Path.of("/proc", Long.toString(self)), user));
        assertEquals(found, folders.all());
    }

    @Test
    void inAContainerThoseOfTheProcessesThatBeganLastAreAsked() throws IOException {
        Path about = Files.createDirectories(folder.resolve("12345"));
        Files.writeString(about.resolve("status"), "Name:\tjava\nNSpid:\t12345\t1\n");
        Path sockets = socketsIn(about.resolve("root").resolve(folder.toString().substring(1)));
        List<Path> all = new ArrayList<>();
        for (int start = 95; start < 105; start++) {
            all.add(Files.createFile(sockets.resolve("1-" + start + "-a-b.socket")));
        }
        List<LiveSocketFile> last = all.subList(2, 10).stream().sorted().map(path -> new LiveSocketFile(1, path)).toList();
        assertEquals(last, folders.inOwnRoot(about, user));
    }
}
