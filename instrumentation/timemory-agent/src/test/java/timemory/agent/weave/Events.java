package timemory.agent.weave;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import timemory.agent.boot.Probes;

/** Records the events of woven code, by the names of its locations, and checks that it closes what it opened, inner regions first. */
final class Events implements Probes {
    final List<String> names = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    final List<String> log = new ArrayList<>();
    private final Deque<Object> open = new ArrayDeque<>();

    /** The number of {@code name}. */
    int number(String name) {
        return numbers.computeIfAbsent(name, text -> {
            names.add(text);
            return names.size() - 1;
        });
    }

    @Override
    public Object enter(int site) {
        log.add("+" + names.get(site));
        Object region = new Object[] {site};
        open.push(region);
        return region;
    }

    @Override
    public Object enter(int site, Object[] arguments) {
        return enter(site);
    }

    @Override
    public void exit(Object region) {
        if (open.peek() != region)
            throw new AssertionError("closes " + names.get((int) ((Object[]) region)[0]) + " out of turn after " + log);
        open.pop();
        log.add("-" + names.get((int) ((Object[]) region)[0]));
    }

    @Override
    public Object enterLines(int function) {
        return enter(function);
    }

    @Override
    public void line(Object region, int line) {
        if (open.peek() != region) throw new AssertionError("line " + line + " out of turn after " + log);
        log.add("" + line);
    }

    /** How often {@code name} was opened. */
    long count(String name) {
        return log.stream().filter(("+" + name)::equals).count();
    }

    boolean isAllClosed() {
        return open.isEmpty();
    }

    void clear() {
        log.clear();
        open.clear();
    }
}
