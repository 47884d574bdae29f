package timemory.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A report from an executor to the driver. It uses its own encoding, because data from a network must not be deserialized into objects of
 * classes that it chooses itself.
 *
 * @param executor its ID in Spark
 * @param sequence the number of earlier reports; the driver takes each report once
 * @param groups the measurements of the tasks that ended since the last report
 * @param process the executor's own measurements, in the wire format; empty if they are not reported now
 * @param lost sentences about tasks whose measurements are lost
 */
record Report(String executor, long sequence, List<TaskGroup> groups, byte[] process, List<String> lost) {
    private static final int VERSION = 1;
    private static final int MAX_GROUPS = 1_000_000;
    private static final int MAX_BYTES = 1 << 30;

    byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(executor);
            out.writeLong(sequence);
            out.writeInt(groups.size());
            for (TaskGroup group : groups) {
                group.write(out);
            }
            out.writeInt(process.length);
            out.write(process);
            out.writeInt(lost.size());
            for (String sentence : lost) {
                out.writeUTF(sentence);
            }
        } catch (IOException failure) {
            throw new IllegalStateException(failure); // an array takes everything
        }
        return bytes.toByteArray();
    }

    /**
     * Decodes {@code bytes}.
     *
     * @throws IOException with the error if they are malformed
     */
    static Report of(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int version = in.readByte();
        if (version != VERSION) throw new IOException("has version " + version + ", but this is version " + VERSION);
        String executor = in.readUTF();
        long sequence = in.readLong();
        int groupCount = count(in, MAX_GROUPS, "groups of tasks");
        List<TaskGroup> groups = new ArrayList<>();
        for (int i = 0; i < groupCount; i++) {
            groups.add(TaskGroup.read(in));
        }
        byte[] process = bytes(in);
        int lostCount = count(in, MAX_GROUPS, "sentences");
        List<String> lost = new ArrayList<>();
        for (int i = 0; i < lostCount; i++) {
            lost.add(in.readUTF());
        }
        return new Report(executor, sequence, groups, process, lost);
    }

    static int count(DataInputStream in, int most, String what) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > most || count > in.available()) throw new IOException("has " + count + " " + what);
        return count;
    }

    static byte[] bytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[count(in, MAX_BYTES, "bytes")];
        in.readFully(bytes);
        return bytes;
    }
}
