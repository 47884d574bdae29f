package timemory.jvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;

/**
 * A counter in this JVM's performance data, which HotSpot keeps in the file {@code /tmp/hsperfdata_USER/PID} for tools such as {@code
 * jstat}: a reading is a memory load.
 *
 * <p>The file starts with the bytes CA FE C0 C0 and the byte order (1 for little-endian), and has the offset and the number of its entries
 * at offsets 24 and 28. An entry has its length, the offset of its name, its length if it is an array, its type, and the offset of its
 * value.
 */
final class PerformanceCounter {

    private static final int MAGIC = 0xCAFEC0C0;
    private static final int FIRST_ENTRY = 24;
    private static final int ENTRIES = 28;

    private final @Nullable ByteBuffer data;
    private final int offset;
    private final @Nullable String unavailable;
    private final double nanosecondsOfTick;

    private PerformanceCounter(@Nullable ByteBuffer data, int offset, double nanosecondsOfTick, @Nullable String unavailable) {
        this.data = data;
        this.offset = offset;
        this.nanosecondsOfTick = nanosecondsOfTick;
        this.unavailable = unavailable;
    }

    static PerformanceCounter find(String name) {
        String user = SystemEnvironment.property("user.name");
        if (user == null) {
            return missing("the performance data of this JVM cannot be found: the system property user.name is missing");
        }
        try {
            Path file = Path.of("/tmp/hsperfdata_" + user, String.valueOf(ProcessHandle.current().pid()));
            ByteBuffer data = map(file);
            int offset = data.getInt(0) == MAGIC ? offsetOf(data.order(order(data)), name) : -1;
            if (offset < 0) {
                return missing(file + " has no counter " + name);
            }
            int frequency = offsetOf(data, "sun.os.hrt.frequency");
            return new PerformanceCounter(data, offset, frequency < 0 ? 1.0 : 1e9 / data.getLong(frequency), null);
        } catch (IOException | RuntimeException failure) {
            return missing("the performance data of this JVM cannot be read (-XX:+UsePerfData, "
                    + "-XX:-PerfDisableSharedMem): " + failure);
        }
    }

    private static PerformanceCounter missing(String why) {
        return new PerformanceCounter(null, 0, 1.0, why);
    }

    private static ByteBuffer map(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("no file " + file);
        }
        // A user with a similar name may have put it there.
        if (!Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
            throw new IOException(file + " belongs to another user");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
    }

    private static ByteOrder order(ByteBuffer data) {
        return data.get(4) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    /** Returns the offset of a number's value; -1 if there is none. */
    private static int offsetOf(ByteBuffer data, String name) {
        byte[] wanted = (name + "\0").getBytes(StandardCharsets.US_ASCII);
        int entry = data.getInt(FIRST_ENTRY);
        for (int i = data.getInt(ENTRIES); i > 0; i--) {
            boolean isNumber = data.getInt(entry + 8) == 0 && data.get(entry + 12) == 'J';
            if (isNumber && matches(data, entry + data.getInt(entry + 4), wanted)) {
                return entry + data.getInt(entry + 16);
            }
            entry += data.getInt(entry);
        }
        return -1;
    }

    private static boolean matches(ByteBuffer data, int at, byte[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (at + i >= data.limit() || data.get(at + i) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    @Nullable
    String unavailable() {
        return unavailable;
    }

    long value() {
        if (data == null) {
            throw new UnsupportedOperationException(unavailable);
        }
        return data.getLong(offset);
    }

    /** Returns the value as a time. */
    long nanoseconds() {
        return (long) (value() * nanosecondsOfTick);
    }
}
