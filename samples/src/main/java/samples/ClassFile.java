package samples;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.WallClock;

/**
 * The countable parts of a class file, parsed according to chapter 4 of the Java Virtual Machine Specification.
 *
 * @param constants number of constant pool entries
 * @param fields number of fields
 * @param methods number of methods, including constructors and initialisers
 */
public record ClassFile(int constants, int fields, int methods) {

    private static final Bundle2<WallClock, MethodsFound> TOOLS = Bundles.of(WallClock.class, MethodsFound.class);

    /** Parses the class file in {@code bytes} in a region {@code parse}, which contains two regions. */
    public static ClassFile parse(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try (OpenRegion parse = TOOLS.open("parse")) {
            if (in.readInt() != 0xCAFEBABE) {
                throw new IOException("not a class file: it does not begin with 0xCAFEBABE");
            }
            in.skipNBytes(4);
            int constants = TOOLS.getThrowing("constant pool", () -> skipConstants(in));
            return TOOLS.getThrowing("members", () -> readMembers(in, constants));
        }
    }

    private static int skipConstants(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        int entries = 0;
        for (int index = 1; index < count; index++) {
            int tag = in.readUnsignedByte();
            entries++;
            switch (tag) {
                case 1 -> in.skipNBytes(in.readUnsignedShort());
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    index++; // long and double take two entries
                }
                default -> throw new IOException("constant pool entry " + index + " has the unknown tag " + tag);
            }
        }
        return entries;
    }

    private static ClassFile readMembers(DataInputStream in, int constants) throws IOException {
        in.skipNBytes(6);
        in.skipNBytes(2L * in.readUnsignedShort());
        int fields = skipMembers(in);
        int methods = skipMembers(in);
        MethodsFound.count(methods);
        return new ClassFile(constants, fields, methods);
    }

    private static int skipMembers(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            in.skipNBytes(6);
            int attributes = in.readUnsignedShort();
            for (int a = 0; a < attributes; a++) {
                in.skipNBytes(2);
                in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
            }
        }
        return count;
    }
}
