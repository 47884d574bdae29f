package timemory.internal.platform;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The size of a memory page, from the auxiliary vector that the kernel passes to each process. */
final class PageSize {

    private static final long AT_PAGESZ = 6;
    private static final long USUAL = 4096;

    private PageSize() {}

    static long bytes() {
        try {
            ByteBuffer entries = ByteBuffer.wrap(Files.readAllBytes(Path.of("/proc/self/auxv"))).order(ByteOrder.nativeOrder());
            while (entries.remaining() >= 16) {
                long key = entries.getLong();
                long value = entries.getLong();
                if (key == AT_PAGESZ) {
                    return value;
                }
            }
        } catch (IOException ignored) {
            // Some containers hide it; x86-64 has no other page size.
        }
        return USUAL;
    }
}
