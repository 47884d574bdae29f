package timemory.tools.run;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a program's file says of the libraries that can be preloaded in it. Of those that are ELF files (elf(5)): whether they name a
 * dynamic linker, which would load them, and whether that looks at what the user wants (ld.so(8), secure-execution mode).
 */
final class Executable {
    private static final int ELF = 0x464c457f;
    private static final int SET_USER = 04000;
    private static final int SET_GROUP = 02000;
    private static final int PT_INTERP = 3;
    private static final int EM_X86_64 = 62;
    private static final int CLASS_64 = 2;

    private final Path file;
    private final byte[] begin;

    private Executable(Path file) throws IOException {
        this.file = file;
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
            begin = new byte[(int) Math.min(content.length(), 1 << 16)];
            content.readFully(begin);
        }
    }

    /** What will not happen in the program; empty if there is no such file, which starting it reports. */
    static List<String> notesOn(String program, Map<String, String> environment) throws IOException {
        Path file = Launching.find(program, environment.getOrDefault("PATH", ""));
        List<String> notes = new ArrayList<>();
        if (file == null || !Files.isRegularFile(file) || !Files.isReadable(file)) return notes;
        Executable executable = new Executable(file);
        String interpreter = executable.interpreterOfScript();
        if (interpreter == null) {
            executable.note(notes);
        } else {
            notes.add("'" + file + "' is a script: " + interpreter + " is run with the tools, and so is what it starts, each process by "
                    + "itself");
            Path started = Path.of(interpreter);
            if (Files.isRegularFile(started) && Files.isReadable(started)) new Executable(started).note(notes);
        }
        return notes;
    }

    /** Whether {@code program} is native code, and no script and no launcher of something else; false where there is no such file. */
    static boolean isNative(String program, Map<String, String> environment) throws IOException {
        Path file = Launching.find(program, environment.getOrDefault("PATH", ""));
        if (file == null || !Files.isRegularFile(file) || !Files.isReadable(file)) return false;
        byte[] begin = new Executable(file).begin;
        return begin.length >= 64 && ByteBuffer.wrap(begin).order(ByteOrder.LITTLE_ENDIAN).getInt(0) == ELF;
    }

    private @Nullable String interpreterOfScript() {
        if (begin.length < 3 || begin[0] != '#' || begin[1] != '!') return null;
        String line = new String(begin, 2, Math.min(begin.length - 2, 254), StandardCharsets.ISO_8859_1).lines().findFirst().orElse("");
        String interpreter = line.strip().split("[ \t]", 2)[0];
        return interpreter.isEmpty() ? null : interpreter;
    }

    private void note(List<String> notes) throws IOException {
        ByteBuffer elf = ByteBuffer.wrap(begin).order(ByteOrder.LITTLE_ENDIAN);
        if (begin.length < 64 || elf.getInt(0) != ELF) return;
        if (begin[4] != CLASS_64 || elf.getShort(18) != EM_X86_64) {
            notes.add("'" + file + "' is not a program for x86-64: the libraries cannot be loaded into it, and it is not measured");
        } else if (!namesDynamicLinker(elf)) {
            notes.add("'" + file + "' is linked statically: nothing can be loaded into it, and it is not measured");
        } else if (runsAsAnother()) {
            notes.add("'" + file
                    + "' runs with the privileges of another user or group: the dynamic linker preloads nothing there, and it is "
                    + "not measured");
        }
    }

    /** A program that does is not statically linked; if its headers are further on, it is taken for one that does. */
    private static boolean namesDynamicLinker(ByteBuffer elf) {
        long headers = elf.getLong(32);
        int size = elf.getShort(54) & 0xffff;
        int count = elf.getShort(56) & 0xffff;
        for (int i = 0; i < count; i++) {
            long header = headers + (long) i * size;
            if (header < 0 || header + 4 > elf.limit()) return true;
            if (elf.getInt((int) header) == PT_INTERP) return true;
        }
        return false;
    }

    private boolean runsAsAnother() throws IOException {
        int mode = (Integer) Files.getAttribute(file, "unix:mode");
        return (mode & SET_USER) != 0 && isOther("unix:uid") || (mode & SET_GROUP) != 0 && isOther("unix:gid");
    }

    private boolean isOther(String owner) throws IOException {
        return !Files.getAttribute(file, owner).equals(Files.getAttribute(Path.of("/proc/self"), owner));
    }
}
