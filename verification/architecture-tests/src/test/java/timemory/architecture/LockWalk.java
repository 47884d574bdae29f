package timemory.architecture;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Follows calls made while a lock is held, in the class files of all modules on the class path. */
final class LockWalk {
    private static final String LOCK = "timemory/internal/platform/Lock";
    private static final String OWNED = "timemory/internal/platform/OwnedLock";

    /** Methods that print, load foreign classes or wait, and interfaces that users implement. */
    private static final List<Pattern> BLOCKING = Stream.of(
            "timemory/internal/platform/JvmProcessKt\\.(printError|printNotice)", "java/io/PrintStream\\..*", "java/lang/Class\\.forName",
            "java/util/ServiceLoader\\..*", "java/lang/Thread\\.(sleep|join)", "java/lang/Object\\.wait",
            "java/util/concurrent/locks/.*\\.await.*",
            "java/util/concurrent/(CountDownLatch|Future|CompletableFuture)\\.(await|get|join)",
            "java/nio/file/Files\\.(new|read|write|list|walk|copy|move).*",
            "kotlin/jvm/functions/Function\\d+\\.invoke", "java/util/function/.*", "java/lang/Runnable\\.run",
            "java/util/concurrent/Callable\\.call",
            "timemory/[A-Z]\\w*Listener\\..*", "timemory/results/[A-Z]\\w*Listener\\..*").map(Pattern::compile).toList();

    /** Class initialisers that have run before any lock is taken: those of the platform, which any measurement needs. */
    private static final Set<String> INITIALISED =
            Set.of("timemory/internal/platform/JvmFfiKt", "timemory/internal/platform/JvmReadings",
                    "timemory/internal/platform/VirtualThreads");

    private record Call(String owner, String name, String descriptor, boolean isExact) {
        String text() {
            return owner + "." + name;
        }
    }

    private final Map<String, ClassNode> classes = new HashMap<>();
    private final Map<String, List<String>> below = new HashMap<>();
    private int sections;

    /** Walks the timemory classes on the class path of the tests. */
    static LockWalk ofClassPath() throws IOException {
        LockWalk walk = new LockWalk();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!Path.of(entry).getFileName().toString().startsWith("timemory-") && !entry.endsWith("target/classes")) continue;
            if (Files.isDirectory(Path.of(entry))) {
                try (Stream<Path> files = Files.walk(Path.of(entry))) {
                    for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) walk.add(Files.readAllBytes(file));
                }
            } else if (entry.endsWith(".jar")) {
                walk.addJar(entry);
            }
        }
        walk.link();
        return walk;
    }

    /** Only for {@code types}, for tests of the walk itself. */
    static LockWalk of(List<Class<?>> types) throws IOException {
        LockWalk walk = new LockWalk();
        for (Class<?> type : types) {
            String file = type.getName().replace('.', '/') + ".class";
            try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
                walk.add(in.readAllBytes());
            }
        }
        walk.link();
        return walk;
    }

    private void link() {
        classes.values().forEach(one -> {
            if (one.superName != null) below.computeIfAbsent(one.superName, none -> new ArrayList<>()).add(one.name);
            one.interfaces.forEach(up -> below.computeIfAbsent(up, none -> new ArrayList<>()).add(one.name));
        });
    }

    private void addJar(String path) throws IOException {
        try (JarFile jar = new JarFile(path)) {
            for (var entry : jar.stream().filter(one -> one.getName().startsWith("timemory/") && one.getName().endsWith(".class"))
                    .toList()) {
                try (InputStream in = jar.getInputStream(entry)) {
                    add(in.readAllBytes());
                }
            }
        }
    }

    private void add(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        if (node.name.startsWith("timemory/")) classes.putIfAbsent(node.name, node);
    }

    /** Returns the number of methods that take a lock. */
    int sections() {
        if (sections == 0) blocking();
        return sections;
    }

    /** The methods that hold a lock while something that may block can be reached: what, each with its call path. */
    Map<String, Map<String, String>> blocking() {
        Map<String, Map<String, String>> all = new TreeMap<>();
        sections = 0;
        for (ClassNode type : classes.values()) {
            if (type.name.equals(LOCK) || type.name.equals(OWNED)) continue;
            for (MethodNode method : type.methods) {
                List<AbstractInsnNode> held = heldIn(method);
                if (held.isEmpty()) continue;
                sections++;
                Map<String, String> found = reachedFrom(new Call(type.name, method.name, method.desc, true), held);
                if (!found.isEmpty()) all.computeIfAbsent(type.name + "." + method.name, none -> new TreeMap<>()).putAll(found);
            }
        }
        return all;
    }

    private Map<String, String> reachedFrom(Call holder, List<AbstractInsnNode> held) {
        Map<String, String> found = new LinkedHashMap<>();
        Map<Call, String> seen = new HashMap<>();
        Deque<Call> open = new ArrayDeque<>();
        follow(holder, "", held, found, seen, open);
        while (!open.isEmpty()) {
            Call call = open.remove();
            follow(call, seen.get(call), Arrays.asList(methodOf(call).instructions.toArray()), found, seen, open);
        }
        return found;
    }

    private void follow(Call from, String way, List<AbstractInsnNode> instructions, Map<String, String> found, Map<Call, String> seen,
            Deque<Call> open) {
        String path = way + " " + from.text();
        for (AbstractInsnNode instruction : instructions) {
            for (Call called : callsOf(instruction)) {
                if (called.owner.equals(LOCK) || called.owner.equals(OWNED)) continue;
                if (called.name.equals("<clinit>") && INITIALISED.contains(called.owner)) continue;
                if (BLOCKING.stream().anyMatch(one -> one.matcher(called.text()).matches())) {
                    found.putIfAbsent(called.text(), path);
                    continue;
                }
                for (Call target : targets(called)) if (seen.putIfAbsent(target, path) == null) open.add(target);
            }
        }
    }

    private static List<Call> callsOf(AbstractInsnNode instruction) {
        if (instruction instanceof MethodInsnNode call)
            return List.of(new Call(call.owner, call.name, call.desc, call.getOpcode() == Opcodes.INVOKESPECIAL));
        if (instruction instanceof FieldInsnNode field
                && (field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.PUTSTATIC))
            return List.of(new Call(field.owner, "<clinit>", "()V", true));
        if (instruction instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW)
            return List.of(new Call(made.desc, "<clinit>", "()V", true));
        return List.of();
    }

    /** Our methods that a call may lead to: the one that it names, which may be in a superclass, and those that override it. */
    private List<Call> targets(Call call) {
        if (!call.owner.startsWith("timemory/")) return List.of(); // calls on types of the JDK are not followed
        Set<Call> targets = new HashSet<>();
        for (String type = call.owner; type != null && classes.containsKey(type); type = classes.get(type).superName) {
            Call one = new Call(type, call.name, call.descriptor, true);
            if (methodOf(one) != null) {
                targets.add(one);
                break;
            }
        }
        Deque<String> types = new ArrayDeque<>(call.isExact ? List.of() : below.getOrDefault(call.owner, List.of()));
        while (!types.isEmpty()) {
            String type = types.remove();
            Call one = new Call(type, call.name, call.descriptor, true);
            if (methodOf(one) != null) targets.add(one);
            types.addAll(below.getOrDefault(type, List.of()));
        }
        return targets.stream().filter(one -> methodOf(one).instructions.size() > 0).toList();
    }

    private MethodNode methodOf(Call call) {
        ClassNode type = classes.get(call.owner);
        if (type == null) return null;
        for (MethodNode one : type.methods) if (one.name.equals(call.name) && one.desc.equals(call.descriptor)) return one;
        return null;
    }

    /** The instructions of a method that run while it holds a lock. */
    private static List<AbstractInsnNode> heldIn(MethodNode method) {
        boolean takes = false;
        for (AbstractInsnNode one : method.instructions) takes |= isCallOf(one, "lock");
        if (!takes) return List.of();
        Map<AbstractInsnNode, Integer> depths = new HashMap<>();
        Deque<AbstractInsnNode> open = new ArrayDeque<>();
        reach(method.instructions.getFirst(), 0, depths, open);
        while (!open.isEmpty()) {
            AbstractInsnNode one = open.remove();
            int before = depths.get(one);
            for (TryCatchBlockNode block : method.tryCatchBlocks) {
                int at = method.instructions.indexOf(one);
                boolean isIn = at >= method.instructions.indexOf(block.start) && at < method.instructions.indexOf(block.end);
                if (isIn) reach(block.handler, before, depths, open);
            }
            int after = isCallOf(one, "lock") ? before + 1 : isCallOf(one, "releaseTo") ? Math.max(0, before - 1) : before;
            for (AbstractInsnNode next : nextOf(one)) reach(next, after, depths, open);
        }
        return depths.entrySet().stream().filter(one -> one.getValue() > 0).map(Map.Entry::getKey).toList();
    }

    /** If paths meet, the one with more locks counts; a loop adds none, because each is released in the block that took it. */
    private static void reach(AbstractInsnNode one, int depth, Map<AbstractInsnNode, Integer> depths, Deque<AbstractInsnNode> open) {
        if (one == null || depth > 4) return;
        Integer known = depths.get(one);
        if (known != null && known >= depth) return;
        depths.put(one, depth);
        open.add(one);
    }

    private static boolean isCallOf(AbstractInsnNode one, String name) {
        return one instanceof MethodInsnNode call && call.name.equals(name) && (call.owner.equals(LOCK) || call.owner.equals(OWNED));
    }

    private static List<AbstractInsnNode> nextOf(AbstractInsnNode one) {
        List<AbstractInsnNode> next = new ArrayList<>();
        int opcode = one.getOpcode();
        if (one instanceof JumpInsnNode jump) next.add(jump.label);
        if (one instanceof TableSwitchInsnNode table) {
            next.addAll(table.labels);
            next.add(table.dflt);
        }
        if (one instanceof LookupSwitchInsnNode table) {
            next.addAll(table.labels);
            next.add(table.dflt);
        }
        boolean isEnd = opcode == Opcodes.GOTO || opcode == Opcodes.ATHROW || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                || opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH;
        if (!isEnd) next.add(one.getNext());
        return next;
    }
}
