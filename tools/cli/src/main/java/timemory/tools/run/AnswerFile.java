package timemory.tools.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import timemory.spi.TemporaryFolder;

/**
 * A file in which a process answers that may be another user's. That user can put anything in its place, a link or a pipe, so it is opened
 * before it is given away, and read through that.
 */
final class AnswerFile implements AutoCloseable {
    private static final int MAX_BYTES = 1 << 20;

    private final Path path;
    private final FileChannel channel;

    private AnswerFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** A new one, which belongs to the user of process {@code pid}. */
    static AnswerFile of(long pid) throws IOException {
        return ownedBy(Files.getOwner(Path.of("/proc", Long.toString(pid))));
    }

    static AnswerFile ownedBy(UserPrincipal owner) throws IOException {
        Path path = TemporaryFolder.newFile("timemory-run", ".txt");
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            if (!Files.getOwner(path).equals(owner)) Files.setOwner(path, owner);
            return new AnswerFile(path, channel);
        } catch (IOException | RuntimeException failure) {
            channel.close();
            Files.deleteIfExists(path);
            throw failure;
        }
    }

    /** The first of what was written to it. */
    String text() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MAX_BYTES, channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // There is more.
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    /** Where it is. */
    @Override
    public String toString() {
        return path.toString();
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(path);
    }
}
