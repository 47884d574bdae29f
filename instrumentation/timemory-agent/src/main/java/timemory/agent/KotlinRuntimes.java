package timemory.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.InvocationTargetException;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import timemory.agent.boot.CoroutineFrames;
import timemory.agent.select.Origin;
import timemory.agent.weave.KotlinWeaver;

/**
 * The Kotlin runtimes of the program. A program includes its own, in any class loader, and may include several.
 *
 * <p>Each is woven when its classes are loaded ({@link KotlinWeaver}). When one is first needed, because a coroutine is created or a {@code
 * suspend} function called, the agent's few classes that extend Kotlin's are defined next to it. They are not defined while a
 * function is being woven, because the JVM does not pass classes that are loaded during weaving to agents. If defining them fails,
 * {@code suspend} functions are not measured, which is reported once.
 *
 * <p>May be used by any number of threads. Holds no lock while it loads classes, because loaders have locks of their own.
 */
public final class KotlinRuntimes implements Function<Class<?>, @Nullable CoroutineFrames> {
    /** The classes that {@link KotlinWeaver} weaves. Listed here, so that programs without Kotlin do not load it. */
    private static final String RESUMPTION = "kotlin/coroutines/jvm/internal/BaseContinuationImpl";
    private static final String CREATION = "kotlin/coroutines/jvm/internal/DebugProbesKt";

    private static final String PACKAGE = "kotlin/coroutines/jvm/internal/";
    private static final String FRAMES = "TimemoryFrames";

    /** Classes that the probes need. */
    private static final String[] NEEDED = {"TimemoryCall", "TimemoryRoot"};

    private final Instrumentation instrumentation;

    /** Loaders whose Kotlin runtime reports resumptions. */
    private final Set<ClassLoader> woven = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** Loaders whose Kotlin runtime cannot be used. */
    private final Set<ClassLoader> unusable = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final Set<String> told = Collections.synchronizedSet(new HashSet<>());

    public KotlinRuntimes(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Whether a class belongs to Kotlin and is to be woven by {@link #weave}. */
    public static boolean takes(String name, @Nullable ClassLoader loader) {
        return loader != null && loader != KotlinRuntimes.class.getClassLoader() && (name.equals(RESUMPTION) || name.equals(CREATION));
    }

    /** Weaves a class for which {@link #takes} returns true. */
    public byte @Nullable [] weave(String name, @Nullable ClassLoader loader, byte[] bytes) {
        byte[] result = KotlinWeaver.weave(bytes, new Origin("", "", false));
        if (result != null && name.equals(RESUMPTION)) woven.add(loader);
        return result;
    }

    /** Weaves those that were loaded before the agent started. */
    public void weaveLoaded() {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (!takes(type.getName().replace('.', '/'), type.getClassLoader())) continue;
            try {
                instrumentation.retransformClasses(type);
            } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError failure) {
                tell(type.getName() + " cannot be changed: " + failure);
            }
        }
    }

    /** Returns the access to coroutines with continuations of {@code type}; {@code null} if that is not possible. */
    @Override
    public @Nullable CoroutineFrames apply(Class<?> type) {
        ClassLoader seeing = type.getClassLoader();
        if (seeing == null) return null;
        try {
            Class<?> continuation = Class.forName((PACKAGE + "ContinuationImpl").replace('/', '.'), false, seeing);
            return framesBeside(continuation);
        } catch (ClassNotFoundException | LinkageError exception) {
            tell("the Kotlin runtime of " + type.getName() + " cannot be found: " + exception);
            return null;
        }
    }

    private @Nullable CoroutineFrames framesBeside(Class<?> continuation) {
        ClassLoader loader = continuation.getClassLoader();
        if (unusable.contains(loader)) return null;
        try {
            if (!woven.contains(loader)) instrumentation.retransformClasses(continuation.getSuperclass());
            if (!woven.contains(loader)) throw new UnsupportedOperationException("it resumes coroutines in an unknown way");
            for (String name : NEEDED) defined(PACKAGE + name, continuation);
            return (CoroutineFrames) defined(PACKAGE + FRAMES, continuation).getConstructor().newInstance();
        } catch (Exception | LinkageError failure) {
            unusable.add(loader);
            Throwable cause = failure instanceof InvocationTargetException ? failure.getCause() : failure;
            tell("nothing can be added to the Kotlin runtime of loader " + loader + ": " + cause);
            return null;
        }
    }

    private Class<?> defined(String file, Class<?> neighbour) throws IOException {
        ClassLoader loader = neighbour.getClassLoader();
        try {
            return define(file, loader, neighbour.getProtectionDomain());
        } catch (LinkageError failure) {
            try {
                return Class.forName(file.replace('/', '.'), false, loader); // it was defined before
            } catch (ClassNotFoundException ignored) {
                throw failure;
            }
        }
    }

    private Class<?> define(String file, ClassLoader loader, ProtectionDomain domain) throws IOException {
        byte[] bytes;
        try (InputStream in = KotlinRuntimes.class.getClassLoader().getResourceAsStream(file + ".class")) {
            if (in == null) throw new IOException("the agent's JAR lacks " + file + ".class");
            bytes = in.readAllBytes();
        }
        return ClassDefiner.define(instrumentation, file, bytes, loader, domain);
    }

    private void tell(String why) {
        if (told.add(why)) System.err.println("timemory: suspend functions are not measured: " + why);
    }
}
