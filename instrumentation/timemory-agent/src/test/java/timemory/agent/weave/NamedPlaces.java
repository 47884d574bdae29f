package timemory.agent.weave;

import timemory.agent.select.MethodFacts;

/** Plans that name each place of a method: {@code solve}, {@code solve:loop@12}, {@code call println@13}. */
final class NamedPlaces {
    private NamedPlaces() {}

    static MethodPlan of(MethodFacts method, Events events, boolean hasLoops, boolean hasCallSites, boolean hasLines) {
        return new MethodPlan(events.number(method.name), false, new BlockProbe() {
            @Override
            public boolean hasLoops() {
                return hasLoops;
            }

            @Override
            public boolean hasCallSites() {
                return hasCallSites;
            }

            @Override
            public boolean hasLines() {
                return hasLines;
            }

            @Override
            public int loop(int line, int ordinal) {
                return events.number(method.name + ":loop@" + line + (ordinal > 1 ? "#" + ordinal : ""));
            }

            @Override
            public int callSite(String owner, String name, String descriptor, int line) {
                return events.number("call " + name + "@" + line);
            }

            @Override
            public int line(int line) {
                return line;
            }
        }, null);
    }
}
