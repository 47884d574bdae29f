package timemory.sampling;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.Node;
import timemory.internal.callgraph.ThreadGraph;

/**
 * Finds the function that opens a region, at which stacks are cut: once per call path, when a thread first opens the region there while
 * sampling is active, in one to two microseconds.
 */
final class Openers implements Function<Stream<StackFrame>, String> {

    private static final StackWalker WALKER = StackWalker.getInstance();

    /** A class instead of a lambda, which the JVM would create when the first region opens, taking milliseconds. */
    private static final Openers SEARCH = new Openers();

    private Openers() {}

    /** Called when {@code node} is being opened on the calling thread with {@code graph}. */
    static void note(ThreadGraph graph, Node node) {
        CallPath path = OpenedPlacesKt.placeToFindOpenerOf(graph, node);
        if (path != null) {
            path.opener = WALKER.walk(SEARCH);
        }
    }

    @Override
    public String apply(Stream<StackFrame> stack) {
        Iterator<StackFrame> frames = stack.iterator();
        while (frames.hasNext()) {
            StackFrame frame = frames.next();
            String name = Stacks.name(frame.getClassName(), frame.getMethodName());
            if (!FramesInsideKt.isOfTimemory(name)) {
                return name.intern(); // shared by all call paths that it opens, of which there may be a million
            }
        }
        return OpenedPlacesKt.NO_OPENER;
    }
}
