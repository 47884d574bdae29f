package timemory.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What an executor reports to the driver at once. Bytes of our own, since nothing that comes over a network is to be made into objects of
 * classes that it names itself.
 *
 * @param executor its number, as Spark has it
 * @param sequence how many reports it made before; the driver takes each once
 * @param groups what tasks measured that ended since the last report
 * @param process what the executor measured itself so far, in the wire form; empty where that is not reported now
 * @param lost sentences about tasks of which what they measured is lost
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
     * The one that {@code bytes} are.
     *
     * @throws IOException with what is wrong with them
     */
    static Report of(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int version = in.readByte();
        if (version != VERSION) throw new IOException("is of version " + version + ", and this is version " + VERSION);
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
