package programs.gotcha;

import java.util.Iterator;
import timemory.Bundles;
import timemory.Timemory;
import timemory.TripCount;
import timemory.bundle.Bundle1;
import timemory.jvm.gotcha.GotchaType;
import timemory.results.CallGraphNode;

/** Gotchas without separate classes: two at once, which wrap and replace. */
public final class Named {
    private static final GotchaType<?> SINES =
            GotchaType.of("named_sines", "Measures sines").wrap(Bundles.of(TripCount.class), "java.lang.Math.sin");
    private static final GotchaType<?> ROUNDED = GotchaType.of("named_rounded", "Rounds exponentials").replace("java.lang.Math.exp");
    private static final Bundle1<TripCount> TOOLS = Bundles.of(TripCount.class, builder -> builder.add(SINES, ROUNDED));

    private Named() {}

    /** Stands for {@code Math.exp}. */
    static double exp(double value) {
        return Math.rint(Math.exp(value));
    }

    public static void main(String[] arguments) {
        System.out.println(one());
        try (var region = TOOLS.open("main")) {
            System.out.println(one());
        }
        System.out.println(one());
        for (Iterator<CallGraphNode> nodes = Timemory.results().get("trip_count").nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            System.out.println(node.getLabel() + ' ' + node.getInclusive().getLaps());
        }
        System.out.println(Timemory.results().getProblems());
    }

    private static double one() {
        return Math.exp(1) + Math.sin(0);
    }
}
