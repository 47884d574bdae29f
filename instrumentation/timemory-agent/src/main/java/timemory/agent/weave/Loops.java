package timemory.agent.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The natural loops of a method: a header through which every path enters the loop, and everything from which control returns to it without
 * leaving the loop.
 *
 * <p>Basic blocks are the nodes of a graph; exceptions are edges to their handlers. A block dominates another one if every path there goes
 * through it (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm"). An edge to a block that dominates its origin closes a
 * loop. Two loops are disjoint or nested, and all edges back to one header form one loop, so {@code continue} does not create a loop.
 *
 * <p>Cycles that can be entered at several places, as in the code of {@code suspend} functions, and loops that start where an exception is
 * caught are ignored.
 */
final class Loops {
    static final class Loop {
        final int header;

        /** The enclosing loop, {@code null} for none. */
        @Nullable
        Loop parent;

        /** The number of enclosing loops. */
        int depth;

        int line;

        /** 1 for the first loop on its line. */
        int ordinal;

        private Loop(int header) {
            this.header = header;
        }

        boolean contains(@Nullable Loop other) {
            Loop loop = other;
            while (loop != null && loop != this) loop = loop.parent;
            return loop == this;
        }
    }

    /** The measured loops, outer ones first. */
    final List<Loop> all = new ArrayList<>();

    /** The number of ignored loops, by reason. */
    final Map<String, Integer> left = new HashMap<>(0);

    /** The maximum nesting depth. */
    int depth;

    private final Code code;
    private final @Nullable Loop[] innermost;

    private int[] blocks = {};
    private int[] blockOf = {};
    private int[][] following = {};
    private int[][] preceding = {};

    /** Blocks in reverse post-order, and the index of each block in it, -1 if it is unreachable. */
    private int[] order = {};
    private int[] place = {};
    private int[] dominator = {};

    private Loops(Code code) {
        this.code = code;
        innermost = new Loop[code.count];
    }

    /** Returns the loops of {@code code}; none if they are not requested. */
    static Loops of(Code code, boolean wanted) {
        Loops loops = new Loops(code);
        if (wanted && code.count > 0 && code.begin >= 0 && loops.hasJumpBack()) loops.find();
        return loops;
    }

    /** Returns the innermost loop that contains instruction {@code at}, {@code null} for none. */
    @Nullable
    Loop around(int at) {
        return at < 0 ? null : innermost[at];
    }

    private boolean hasJumpBack() {
        for (int at = 0; at < code.count; at++) for (int target : code.targets(at)) if (target <= at) return true;
        return false;
    }

    private void find() {
        makeBlocks();
        linkBlocks();
        orderBlocks();
        findDominators();
        Map<Integer, BitSet> bodies = findBodies();
        BitSet handlers = code.handlers();
        List<Map.Entry<Integer, BitSet>> outerFirst = new ArrayList<>(bodies.entrySet());
        outerFirst.sort(Comparator.comparingInt((Map.Entry<Integer, BitSet> each) -> -each.getValue().cardinality())
                .thenComparing(Map.Entry::getKey));
        for (Map.Entry<Integer, BitSet> each : outerFirst) {
            int header = blocks[each.getKey()];
            if (header < code.begin) continue;
            if (handlers.get(header)) left.merge("starts in an exception handler", 1, Integer::sum);
            else add(header, each.getValue());
        }
        number();
    }

    private void add(int header, BitSet body) {
        Loop loop = new Loop(header);
        loop.parent = innermost[header];
        loop.depth = loop.parent == null ? 0 : loop.parent.depth + 1;
        loop.line = code.line(header);
        depth = Math.max(depth, loop.depth + 1);
        all.add(loop);
        for (int block = body.nextSetBit(0); block >= 0; block = body.nextSetBit(block + 1)) {
            Arrays.fill(innermost, blocks[block], end(block), loop);
        }
    }

    private void number() {
        List<Loop> inOrder = new ArrayList<>(all);
        inOrder.sort(Comparator.comparingInt(loop -> loop.header));
        Map<Integer, Integer> onLine = new HashMap<>();
        for (Loop loop : inOrder) loop.ordinal = onLine.merge(loop.line, 1, Integer::sum);
    }

    private void makeBlocks() {
        BitSet leaders = new BitSet();
        leaders.set(0);
        leaders.set(Math.min(code.begin, code.count - 1));
        for (int at = 0; at < code.count; at++) {
            int[] targets = code.targets(at);
            for (int target : targets) leaders.set(target);
            if (targets.length > 0 || !code.fallsThrough(at)) leaders.set(at + 1);
        }
        for (Code.Watched each : code.watched) {
            leaders.set(each.begin());
            leaders.set(each.end());
            leaders.set(each.handler());
        }
        leaders.clear(code.count);
        blocks = leaders.stream().toArray();
        blockOf = new int[code.count];
        for (int block = 0; block < blocks.length; block++) Arrays.fill(blockOf, blocks[block], end(block), block);
    }

    private int end(int block) {
        return block + 1 < blocks.length ? blocks[block + 1] : code.count;
    }

    private void linkBlocks() {
        BitSet[] follow = new BitSet[blocks.length];
        for (int block = 0; block < blocks.length; block++) {
            follow[block] = new BitSet();
            int last = end(block) - 1;
            for (int target : code.targets(last)) follow[block].set(blockOf[target]);
            if (code.fallsThrough(last)) follow[block].set(block + 1);
        }
        for (Code.Watched each : code.watched) {
            int end = each.end() < code.count ? blockOf[each.end()] : blocks.length;
            for (int block = blockOf[each.begin()]; block < end; block++) follow[block].set(blockOf[each.handler()]);
        }
        following = new int[blocks.length][];
        int[] counts = new int[blocks.length];
        for (int block = 0; block < blocks.length; block++) {
            following[block] = follow[block].stream().toArray();
            for (int next : following[block]) counts[next]++;
        }
        preceding = new int[blocks.length][];
        for (int block = 0; block < blocks.length; block++) preceding[block] = new int[counts[block]];
        for (int block = blocks.length - 1; block >= 0; block--) for (int next : following[block]) preceding[next][--counts[next]] = block;
    }

    private void orderBlocks() {
        order = new int[blocks.length];
        place = new int[blocks.length];
        Arrays.fill(place, -1);
        int[] path = new int[blocks.length];
        int[] done = new int[blocks.length];
        BitSet seen = new BitSet();
        int depth = 0;
        int free = blocks.length;
        seen.set(0);
        while (depth >= 0) {
            int block = path[depth];
            if (done[block] < following[block].length) {
                int next = following[block][done[block]++];
                if (seen.get(next)) continue;
                seen.set(next);
                path[++depth] = next;
            } else {
                order[--free] = block;
                depth--;
            }
        }
        order = Arrays.copyOfRange(order, free, order.length);
        for (int i = 0; i < order.length; i++) place[order[i]] = i;
    }

    private void findDominators() {
        dominator = new int[blocks.length];
        Arrays.fill(dominator, -1);
        dominator[0] = 0;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 1; i < order.length; i++) {
                int block = order[i];
                int found = -1;
                for (int before : preceding[block]) if (dominator[before] >= 0) found = found < 0 ? before : common(found, before);
                if (found != dominator[block]) {
                    dominator[block] = found;
                    changed = true;
                }
            }
        }
    }

    private int common(int a, int b) {
        while (a != b) {
            while (place[a] > place[b]) a = dominator[a];
            while (place[b] > place[a]) b = dominator[b];
        }
        return a;
    }

    private boolean dominates(int block, int other) {
        while (place[other] > place[block]) other = dominator[other];
        return other == block;
    }

    /** Finds the blocks of each loop, by the block of its header. */
    private Map<Integer, BitSet> findBodies() {
        Map<Integer, BitSet> bodies = new HashMap<>();
        for (int block : order) {
            for (int next : following[block]) {
                if (place[next] > place[block] || isByException(block, next)) continue;
                if (dominates(next, block)) extend(bodies.computeIfAbsent(next, header -> new BitSet()), next, block);
                else left.merge("has several entry points", 1, Integer::sum);
            }
        }
        return bodies;
    }

    /** The handlers of {@code synchronized} and {@code finally} cover themselves, which is not a loop. */
    private boolean isByException(int block, int next) {
        int last = end(block) - 1;
        for (int target : code.targets(last)) if (target == blocks[next]) return false;
        return !code.fallsThrough(last) || next != block + 1;
    }

    private void extend(BitSet body, int header, int back) {
        body.set(header);
        int[] pending = new int[blocks.length];
        int count = 0;
        if (!body.get(back)) {
            body.set(back);
            pending[count++] = back;
        }
        while (count > 0) {
            for (int before : preceding[pending[--count]]) {
                if (place[before] < 0 || body.get(before)) continue;
                body.set(before);
                pending[count++] = before;
            }
        }
    }
}
