package timemory.sampling;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import timemory.Scope;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.ContextFrame;
import timemory.internal.callgraph.Node;
import timemory.internal.callgraph.ThreadGraph;

/**
 * Which function opens a region: found once for each place, when a thread first opens the region there while samples are taken, in one to
 * two microseconds. Stacks are cut there.
 */
final class Openers implements Function<Stream<StackFrame>, String> {

    /** Of a place where no function of the program was found. */
    private static final String NONE = "";

    private static final StackWalker WALKER = StackWalker.getInstance();

    /** A class instead of a lambda: the JVM would make that one when the first region opens, which takes milliseconds. */
    private static final Openers SEARCH = new Openers();

    private Openers() {}

    /** {@code node} is being opened on the calling thread, whose graph is {@code graph}. */
    static void note(ThreadGraph graph, Node node) {
        CallPath path = node.path;
        if (node.isFrame()) {
            Node position = node.position;
            if (position == null || !beginsRegion(graph.getFrame())) {
                return; // the region was opened before, most likely on another thread
            }
            path = position.path;
        }
        if (path.opener == null) {
            find(path);
        }
    }

    /** A suspending region begins with a frame inside that of its coroutine's slice; a slice, and propagated work, with one of their own. */
    private static boolean beginsRegion(ContextFrame frame) {
        if (frame == null || frame.getStrand() == null) {
            return false;
        }
        ContextFrame around = frame.getOuter();
        return around != null && around.getStrand() == frame.getStrand();
    }

    private static void find(CallPath path) {
        // In timeline scope each lap has a place of its own, and would be looked at.
        boolean isLooked = path.getParent() == null || path.getScope() == Scope.TIMELINE;
        path.opener = isLooked ? NONE : WALKER.walk(SEARCH);
    }

    @Override
    public String apply(Stream<StackFrame> stack) {
        Iterator<StackFrame> frames = stack.iterator();
        while (frames.hasNext()) {
            StackFrame frame = frames.next();
            String name = Stacks.name(frame.getClassName(), frame.getMethodName());
            if (!FramesInsideKt.isOfTimemory(name)) {
                return name;
            }
        }
        return NONE;
    }
}
