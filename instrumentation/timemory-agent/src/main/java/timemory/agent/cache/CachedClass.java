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
 * A cached woven class, stored in a file: the original class file, the weaving rules, and the result.
 *
 * <p>It contains the whole class file rather than its hash: comparing bytes is certain, and needs no cryptography, whose classes take a
 * program longer to load than weaving does. A checksum detects damaged or truncated files.
 *
 * @param rules the options and the agent used for weaving
 * @param original the original class file
 * @param functions the woven ones, none if the class is unchanged
 * @param woven the class file with placeholders for the numbers of functions, see {@link SiteNumbers}
 */
record CachedClass(String rules, byte[] original, List<WovenCache.Function> functions, byte[] woven) {
    /** The format of files; those of another format are not read. */
    private static final int FORMAT = 0x74_6D_57_01;

    /** Whether it belongs to this class file and these rules. */
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
     * Parses the output of {@link #toBytes}; {@code null} if it is something else.
     *
     * @throws IOException if it is truncated
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
