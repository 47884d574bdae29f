package timemory.agent.gotcha;

import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;

/** Reads the names of the methods that a class file calls or refers to from its constant pool alone. */
final class CallNames {
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;

    private CallNames() {}

    static Set<String> of(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        Set<String> names = new HashSet<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            // The offset after the tag; 0 for the second slot of a long or double.
            if (at == 0) continue;
            int tag = reader.readByte(at - 1);
            if (tag != METHOD && tag != INTERFACE_METHOD) continue;
            int nameAndType = reader.getItem(reader.readUnsignedShort(at + 2));
            names.add(reader.readUTF8(nameAndType, buffer));
        }
        return names;
    }
}
