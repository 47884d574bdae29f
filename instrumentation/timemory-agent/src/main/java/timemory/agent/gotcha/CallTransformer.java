package timemory.agent.gotcha;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodType;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import timemory.agent.boot.CallWeaving;

/**
 * Weaves the calls of functions named by gotchas, in classes of the program and its libraries: not in those of the Java runtime, of
 * Kotlin's libraries and of timemory, which measuring itself uses.
 *
 * <p>Loaded classes are woven again if their class file names such a function. The class file is read as a resource; if there is none, as
 * for classes generated at run time, the JVM is asked for it.
 */
public final class CallTransformer implements ClassFileTransformer, CallWeaving {
    private static final List<String> LEFT = List.of("timemory/", "kotlin/", "kotlinx/", "java/", "jdk/", "sun/");

    private final Instrumentation instrumentation;
    private volatile List<WatchedFunction> functions = List.of();
    private boolean isAdded;

    /** Methods of loaded classes in which calls were woven, with their classes. */
    private final Set<String> running = ConcurrentHashMap.newKeySet();

    /** Whether classes from before Java 7 have been reported. */
    private boolean oldOnesTold;

    /** Whether functions with types that are inaccessible to callers have been reported. */
    private boolean hiddenOnesTold;

    public CallTransformer(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    @Override
    public synchronized void watch(List<String[]> told, Consumer<String> tell) {
        List<WatchedFunction> added = told.stream().map(WatchedFunction::new).toList();
        List<WatchedFunction> all = new ArrayList<>(functions);
        all.addAll(added);
        functions = List.copyOf(all);
        if (!isAdded) instrumentation.addTransformer(this, true);
        isAdded = true;
        // Classes that were being loaded meanwhile may have been missed by both; they are loaded after the first round.
        Set<Class<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int round = 0; round < 2; round++) {
            List<Class<?>> calling = new ArrayList<>();
            for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
                if (seen.add(loaded) && mayCall(loaded, added)) calling.add(loaded);
            }
            running.clear();
            retransform(calling, tell);
        }
    }

    private boolean mayCall(Class<?> type, List<WatchedFunction> added) {
        if (type.isArray() || type.isPrimitive() || !instrumentation.isModifiableClass(type)) return false;
        String name = type.getName().replace('.', '/');
        if (isLeft(type.getClassLoader(), name)) return false;
        try (InputStream in = type.getClassLoader().getResourceAsStream(name + ".class")) {
            return in == null
                    || CallNames.of(new ClassReader(in)).stream().anyMatch(called -> added.stream().anyMatch(one -> one.mayBe(called)));
        } catch (IOException | RuntimeException ignored) {
            return true;
        }
    }

    private void retransform(List<Class<?>> classes, Consumer<String> tell) {
        if (classes.isEmpty()) return;
        try {
            instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
        } catch (Throwable unused) {
            for (Class<?> type : classes) {
                try {
                    instrumentation.retransformClasses(type);
                } catch (Throwable failure) {
                    tell.accept("calls in the loaded class " + type.getName() + " are not seen: " + failure);
                }
            }
        }
        tellOfRunning(tell);
    }

    /** A running method keeps its current code, and gets the woven code the next time it is called. */
    private void tellOfRunning(Consumer<String> tell) {
        Set<String> told = new TreeSet<>();
        for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
            for (StackTraceElement frame : stack) {
                String method = frame.getClassName() + '.' + frame.getMethodName();
                if (running.contains(method) && !frame.getMethodName().equals("<clinit>")) told.add(method);
            }
        }
        if (told.isEmpty()) return;
        tell.accept("calls in " + String.join(", ", told) + " are not seen before it is called again, because it was running when the "
                + "gotcha was"
                + " first put into a bundle: do that before, in a constant, or start Java with "
                + "-javaagent:timemory-agent.jar=functions=false;gotcha=CLASS");
    }

    private static boolean isLeft(@Nullable ClassLoader loader, String name) {
        if (loader == null || loader == ClassLoader.getPlatformClassLoader() || loader == CallTransformer.class.getClassLoader())
            return true;
        for (String prefix : LEFT) if (name.startsWith(prefix)) return true;
        return false;
    }

    @Override
    public byte @Nullable [] transform(Module module, @Nullable ClassLoader loader, @Nullable String name,
            @Nullable Class<?> redefined, @Nullable ProtectionDomain domain, byte[] bytes) {
        if (name == null || isLeft(loader, name)) return null;
        try {
            ClassReader reader = new ClassReader(bytes);
            List<WatchedFunction> watched = functions;
            Set<String> methods = new HashSet<>();
            byte[] woven = CallWeaver.weave(reader, (isStatic, owner, called, descriptor) -> {
                for (WatchedFunction one : watched) {
                    if (one.mayBe(loader, isStatic, owner, called, descriptor)) return mayName(loader, name, owner, called, descriptor);
                }
                return false;
            }, methods);
            if (woven != null && (reader.readUnsignedShort(6) < Opcodes.V1_7)) {
                tellOfOld(name);
                return null;
            }
            if (woven != null && redefined != null) for (String method : methods) running.add(name.replace('/', '.') + '.' + method);
            return woven;
        } catch (Throwable failure) {
            System.err.println("timemory: calls in class " + name.replace('/', '.') + " are not seen by gotchas: " + failure);
            return null;
        }
    }

    private boolean mayName(@Nullable ClassLoader loader, String caller, String owner, String called, String descriptor) {
        if (ClassHierarchy.mayName(loader, caller, descriptor)) return true;
        tellOfHidden(caller, owner, called, descriptor);
        return false;
    }

    private synchronized void tellOfHidden(String caller, String owner, String called, String descriptor) {
        if (hiddenOnesTold) return;
        hiddenOnesTold = true;
        System.err.println("timemory: calls of " + owner.replace('/', '.') + '.' + called + descriptor + " in " + caller.replace('/', '.')
                + " and similar calls are not seen by gotchas: a type of the function is not public, or its class file cannot be "
                + "found");
    }

    private synchronized void tellOfOld(String name) {
        if (oldOnesTold) return;
        oldOnesTold = true;
        System.err.println("timemory: calls in " + name.replace('/', '.') + " and in other classes compiled for Java 6 or earlier are "
                + "not seen by gotchas: compile them for Java 7 or later");
    }

    @Override
    public byte[] reference(String caller, MethodType type, String name, List<MethodType> forms, List<Class<?>> markers) {
        return ReferenceClass.of(caller, type, name, forms, markers);
    }
}
