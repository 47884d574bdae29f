package timemory.agent.cache;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What was woven into a class, as it is kept in a file: for which class file, by which rules, and what came of it.
 *
 * <p>It contains the whole class file and not its hash: comparing bytes is certain, and takes no cryptography, whose classes take a program
 * longer to load than weaving does. A checksum notices files that are damaged or cut off.
 *
 * @param rules the options and the agent by which it was woven
 * @param original the class file as it was
 * @param functions those that were woven, none where the class stays as it is
 * @param woven the class file with placeholders for the numbers of functions, see {@link SiteNumbers}
 */
record CachedClass(String rules, byte[] original, List<WovenCache.Function> functions, byte[] woven) {
    /** The format of files; those of another are not read. */
    private static final int FORMAT = 0x74_6D_57_01;

    /** Whether it is of this class file and these rules. */
    boolean isOf(String wantedRules, byte[] bytes) {
        return rules.equals(wantedRules) && Arrays.equals(original, bytes);
    }

    byte[] toBytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(original.length + woven.length + 1024);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(FORMAT);
        out.writeUTF(rules);
        out.writeInt(original.length);
        out.write(original);
        out.writeInt(functions.size());
        for (WovenCache.Function function : functions) {
            out.writeUTF(function.key());
            out.writeUTF(function.label());
            out.writeUTF(function.components());
            out.writeBoolean(function.isSuspend());
        }
        out.writeInt(woven.length);
        out.write(woven);
        out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
        return bytes.toByteArray();
    }

    /**
     * Reads what {@link #toBytes} wrote; {@code null} where it is something else.
     *
     * @throws IOException where it is cut off
     */
    static @Nullable CachedClass of(byte[] bytes) throws IOException {
        int end = bytes.length - Integer.BYTES;
        if (end < 0) return null;
        DataInputStream sum = new DataInputStream(new ByteArrayInputStream(bytes, end, Integer.BYTES));
        if (sum.readInt() != checksum(bytes, end)) return null;
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, end));
        if (in.readInt() != FORMAT) return null;
        String rules = in.readUTF();
        byte[] original = read(in);
        List<WovenCache.Function> functions = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            functions.add(new WovenCache.Function(in.readUTF(), in.readUTF(), in.readUTF(), in.readBoolean()));
        }
        return new CachedClass(rules, original, functions, read(in));
    }

    private static byte[] read(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }
}
