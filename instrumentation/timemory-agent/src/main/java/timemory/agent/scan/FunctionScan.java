package timemory.agent.scan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import net.bytebuddy.jar.asm.ClassReader;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;
import timemory.agent.select.Origin;
import timemory.agent.select.Selection;
import timemory.agent.select.Verdict;

/** Examines the functions of class files like the agent, without running them. */
public final class FunctionScan {
    private final Selection selection;
    private final Set<String> seen = new HashSet<>();
    private int classes;
    private int unreadable;

    public FunctionScan(Selection selection) {
        this.selection = selection;
    }

    /** Returns how many classes were examined. */
    public int classes() {
        return classes;
    }

    /** Returns how many class files could not be read: broken, or for an unknown newer Java version. */
    public int unreadable() {
        return unreadable;
    }

    /**
     * Notifies {@code visitor} of each function below {@code paths} and its verdict, until it returns {@code false}. If a class occurs
     * there several times, only the first is examined, because the JVM loads that one.
     */
    public void visit(List<Path> paths, BiPredicate<MethodFacts, Verdict> visitor) throws IOException {
        for (Path path : paths) if (!ClassFiles.visit(path, (location, bytes) -> visit(location, bytes, visitor))) return;
    }

    private boolean visit(String location, byte[] bytes, BiPredicate<MethodFacts, Verdict> visitor) {
        ClassFacts facts;
        try {
            facts = ClassFacts.read(new ClassReader(bytes), new Origin(location, "", false), false);
        } catch (RuntimeException ignored) {
            unreadable++;
            return true;
        }
        if (!seen.add(facts.name)) return true;
        classes++;
        for (MethodFacts method : facts.methods) if (!visitor.test(method, selection.of(method))) return false;
        return true;
    }
}
