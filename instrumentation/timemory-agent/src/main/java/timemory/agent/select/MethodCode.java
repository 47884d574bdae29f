package timemory.agent.select;

import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Reads the facts that decide whether methods are measured from their code, instruction by instruction but without decoding them
 * completely: every class that a program loads is examined, and most of what visitors receive would be discarded.
 */
final class MethodCode {
    private static final int ACCESS_THIS_SUPER = 6;
    private static final int MEMBER_HEADER = 8;
    private static final int ATTRIBUTE_HEADER = 6;
    private static final int HANDLER = 8;
    private static final int LINE = 4;
    private static final int VARIABLE = 10;

    /** Instructions by length, which for three of them depends on their contents. */
    private static final byte[] LENGTHS = lengths();

    private static final int GOTO_W = 200;
    private static final int JSR_W = 201;
    private static final int WIDE = 196;
    private static final int CLASS = 7;
    private static final String HOOKS = "timemory/agent/boot/Hooks";

    private final ClassReader reader;
    private final char[] buffer;

    /** The index in the constant pool of the class that woven code calls, 0 for none. */
    private final int hooks;

    private MethodCode(ClassReader reader) {
        this.reader = reader;
        buffer = new char[reader.getMaxStringLength()];
        hooks = findHooks();
    }

    private int findHooks() {
        for (int i = 1; i < reader.getItemCount(); i++) {
            int constant = reader.getItem(i);
            // The second half of a long one is empty.
            if (constant == 0 || reader.readByte(constant - 1) != CLASS) continue;
            int name = reader.getItem(unsigned(constant));
            if (unsigned(name) == HOOKS.length() && text(constant).equals(HOOKS)) return i;
        }
        return 0;
    }

    /** Adds the facts in their code to {@code methods}, all of the class in order. */
    static void read(ClassReader reader, List<MethodFacts> methods) {
        new MethodCode(reader).readAll(methods);
    }

    private void readAll(List<MethodFacts> methods) {
        int interfaces = reader.header + ACCESS_THIS_SUPER;
        int at = interfaces + 2 + 2 * unsigned(interfaces);
        int fields = unsigned(at);
        at += 2;
        for (int i = 0; i < fields; i++) at = memberEnd(at);
        at += 2;
        for (MethodFacts method : methods) {
            int attributes = unsigned(at + MEMBER_HEADER - 2);
            at += MEMBER_HEADER;
            for (int i = 0; i < attributes; i++) {
                if (text(at).equals("Code")) readCode(at + ATTRIBUTE_HEADER, method);
                at = attributeEnd(at);
            }
        }
    }

    private int memberEnd(int member) {
        int attributes = unsigned(member + MEMBER_HEADER - 2);
        int at = member + MEMBER_HEADER;
        for (int i = 0; i < attributes; i++) at = attributeEnd(at);
        return at;
    }

    private int attributeEnd(int attribute) {
        return attribute + ATTRIBUTE_HEADER + reader.readInt(attribute + 2);
    }

    /** The attribute {@code Code}: u2 max_stack, u2 max_locals, u4 code_length, the code, handlers, attributes. */
    private void readCode(int at, MethodFacts method) {
        method.maxLocals = unsigned(at + 2);
        method.size = reader.readInt(at + 4);
        int begin = at + 8;
        readInstructions(begin, begin + method.size, method);
        int handlers = begin + method.size;
        int attribute = handlers + 2 + HANDLER * unsigned(handlers) + 2;
        for (int i = unsigned(attribute - 2); i > 0; i--) {
            switch (text(attribute)) {
                case "LineNumberTable" -> readLines(attribute + ATTRIBUTE_HEADER, method);
                case "LocalVariableTable" -> readVariables(attribute + ATTRIBUTE_HEADER, method);
                default -> {}
            }
            attribute = attributeEnd(attribute);
        }
    }

    private void readInstructions(int begin, int end, MethodFacts method) {
        int at = begin;
        while (at < end) {
            int opcode = reader.readByte(at);
            if (isJump(opcode) && reader.readShort(at + 1) <= 0) method.hasLoop = true;
            if ((opcode == GOTO_W || opcode == JSR_W) && reader.readInt(at + 1) <= 0) method.hasLoop = true;
            if (opcode == Opcodes.INVOKESTATIC && hooks != 0 && unsigned(reader.getItem(unsigned(at + 1))) == hooks) method.isWoven = true;
            if (opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEINTERFACE && !method.calls)
                method.calls = !isOfObject(opcode, at);
            at += length(opcode, at, begin);
        }
    }

    private static boolean isJump(int opcode) {
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.JSR || opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL;
    }

    /** Whether it is the constructor that every constructor calls in the end. */
    private boolean isOfObject(int opcode, int at) {
        return opcode == Opcodes.INVOKESPECIAL && reader.readClass(reader.getItem(unsigned(at + 1)), buffer).equals("java/lang/Object");
    }

    private int length(int opcode, int at, int begin) {
        if (opcode == Opcodes.TABLESWITCH) {
            int operands = operandsOfSwitch(at, begin);
            return operands + 12 + 4 * (reader.readInt(operands + 8) - reader.readInt(operands + 4) + 1) - at;
        }
        if (opcode == Opcodes.LOOKUPSWITCH) {
            int operands = operandsOfSwitch(at, begin);
            return operands + 8 + 8 * reader.readInt(operands + 4) - at;
        }
        if (opcode == WIDE) return reader.readByte(at + 1) == Opcodes.IINC ? 6 : 4;
        if (opcode >= LENGTHS.length) throw new IllegalArgumentException("there is no instruction " + opcode);
        return LENGTHS[opcode];
    }

    /** They start at a multiple of four bytes. */
    private static int operandsOfSwitch(int at, int begin) {
        return at + 4 - (at - begin & 3);
    }

    private void readLines(int at, MethodFacts method) {
        int count = unsigned(at);
        for (int i = 0; i < count; i++) {
            int line = unsigned(at + 2 + LINE * i + 2);
            if (method.line == 0 || line < method.line) method.line = line;
        }
    }

    /**
     * Each entry: u2 start_pc, u2 length, u2 name, u2 descriptor, u2 index. Parameters are those that are live from the first instruction
     * on.
     */
    private void readVariables(int at, MethodFacts method) {
        int completion = method.hasCompletion() ? method.lastParameter() : -1;
        int count = unsigned(at);
        for (int i = 0; i < count; i++) {
            int entry = at + 2 + VARIABLE * i;
            int slot = unsigned(entry + 8);
            if (unsigned(entry) == 0) method.nameVariable(slot, text(entry + 4));
            if (slot == completion && text(entry + 4).equals("$completion")) method.isCompletionNamed = true;
        }
    }

    private int unsigned(int at) {
        return reader.readUnsignedShort(at);
    }

    private String text(int at) {
        return reader.readUTF8(at, buffer);
    }

    private static byte[] lengths() {
        byte[] lengths = new byte[JSR_W + 1];
        java.util.Arrays.fill(lengths, (byte) 1);
        set(lengths, 2, Opcodes.BIPUSH, Opcodes.BIPUSH);
        set(lengths, 3, Opcodes.SIPUSH, Opcodes.SIPUSH);
        set(lengths, 2, Opcodes.LDC, Opcodes.LDC);
        set(lengths, 3, Opcodes.LDC + 1, Opcodes.LDC + 2);
        set(lengths, 2, Opcodes.ILOAD, Opcodes.ALOAD);
        set(lengths, 2, Opcodes.ISTORE, Opcodes.ASTORE);
        set(lengths, 3, Opcodes.IINC, Opcodes.IINC);
        set(lengths, 3, Opcodes.IFEQ, Opcodes.JSR);
        set(lengths, 2, Opcodes.RET, Opcodes.RET);
        set(lengths, 3, Opcodes.GETSTATIC, Opcodes.INVOKESTATIC);
        set(lengths, 5, Opcodes.INVOKEINTERFACE, Opcodes.INVOKEDYNAMIC);
        set(lengths, 3, Opcodes.NEW, Opcodes.NEW);
        set(lengths, 2, Opcodes.NEWARRAY, Opcodes.NEWARRAY);
        set(lengths, 3, Opcodes.ANEWARRAY, Opcodes.ANEWARRAY);
        set(lengths, 3, Opcodes.CHECKCAST, Opcodes.INSTANCEOF);
        set(lengths, 4, Opcodes.MULTIANEWARRAY, Opcodes.MULTIANEWARRAY);
        set(lengths, 3, Opcodes.IFNULL, Opcodes.IFNONNULL);
        set(lengths, 5, GOTO_W, JSR_W);
        return lengths;
    }

    private static void set(byte[] lengths, int length, int first, int last) {
        for (int opcode = first; opcode <= last; opcode++) lengths[opcode] = (byte) length;
    }
}
