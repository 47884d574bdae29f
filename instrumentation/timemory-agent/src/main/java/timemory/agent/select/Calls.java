package timemory.agent.select;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.jar.asm.ClassReader;

/**
 * Which functions are called by those that the user named, as far as class files tell: a call names a class, and what runs is the method of
 * that class, of a class below, or of one above where it inherits it. Classes are known by name alone; those that were not seen being
 * loaded are read from the class path.
 *
 * <p>May be used by any number of threads.
 */
public final class Calls {
    /** Classes, with slashes, that a method is called on, by {@code name(descriptor)}. */
    private final Map<String, Set<String>> called = new ConcurrentHashMap<>();

    /** The class and the interfaces directly above a class, with slashes. */
    private final Map<String, List<String>> above = new ConcurrentHashMap<>();

    /** Keeps what {@code facts} tell of the class. */
    void note(ClassFacts facts) {
        above.put(facts.name.replace('.', '/'), facts.supertypes());
    }

    /** What {@code method} calls is called; returns the classes, with slashes, that this was not known of. */
    Set<String> add(MethodFacts method) {
        Set<String> added = new HashSet<>();
        for (String callee : method.callees) {
            int dot = callee.indexOf('.');
            String owner = callee.substring(0, dot);
            if (called.computeIfAbsent(callee.substring(dot + 1), key -> ConcurrentHashMap.newKeySet()).add(owner)) added.add(owner);
        }
        return added;
    }

    /** Whether {@code method} may be one that is called. */
    boolean contain(MethodFacts method) {
        Set<String> owners = called.get(method.name + method.descriptor);
        if (owners == null) return false;
        String own = method.owner.name.replace('.', '/');
        if (owners.contains(own)) return true;
        if (method.isConstructor()) return false;
        for (String type : allAbove(own)) if (owners.contains(type)) return true;
        for (String owner : owners) if (allAbove(owner).contains(own)) return true;
        return false;
    }

    /** Whether what is called on one of {@code owners} may be a method of the class {@code name}, both with slashes. */
    public boolean mayConcern(String name, Set<String> owners) {
        if (owners.contains(name)) return true;
        for (String type : allAbove(name)) if (owners.contains(type)) return true;
        for (String owner : owners) if (allAbove(owner).contains(name)) return true;
        return false;
    }

    private Set<String> allAbove(String name) {
        Set<String> all = new HashSet<>();
        Deque<String> pending = new ArrayDeque<>(List.of(name));
        while (!pending.isEmpty()) {
            for (String type : above.computeIfAbsent(pending.pop(), Calls::read)) if (all.add(type)) pending.push(type);
        }
        return all;
    }

    private static List<String> read(String name) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            if (in == null) return List.of();
            ClassReader reader = new ClassReader(in);
            return ClassFacts.supertypes(reader.getSuperName(), reader.getInterfaces());
        } catch (IOException | RuntimeException ignored) {
            return List.of();
        }
    }
}
