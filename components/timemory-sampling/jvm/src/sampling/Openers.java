package timemory.sampling;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.Node;
import timemory.internal.callgraph.ThreadGraph;

/**
 * Which function opens a region: found once for each place, when a thread first opens the region there while samples are taken, in one to
 * two microseconds. Stacks are cut there.
 */
final class Openers implements Function<Stream<StackFrame>, String> {

    private static final StackWalker WALKER = StackWalker.getInstance();

    /** A class instead of a lambda: the JVM would make that one when the first region opens, which takes milliseconds. */
    private static final Openers SEARCH = new Openers();

    private Openers() {}

    /** {@code node} is being opened on the calling thread, whose graph is {@code graph}. */
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
                return name.intern(); // the same for all places that it opens, which may be a million
            }
        }
        return OpenedPlacesKt.NO_OPENER;
    }
}
