package programs.gotcha;

import java.util.Iterator;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.Components;
import timemory.Timemory;
import timemory.TripCount;
import timemory.bundle.UserBundle;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/** Measures calls with components chosen by the user, and changes the choice while the program runs. */
public final class Chosen {
    private static final UserBundle USER = Bundles.user("CHOSEN");

    public static final class ChosenGotcha extends Gotcha {
        public static final GotchaType<ChosenGotcha> TYPE =
                new GotchaType<>("chosen_gotcha", "Measures as the user likes", ChosenGotcha::new).wrap(USER, "java.lang.Math.exp");
    }

    private static final Bundle2<TripCount, ChosenGotcha> TOOLS = Bundles.of(TripCount.class, ChosenGotcha.class);

    private Chosen() {}

    public static void main(String[] arguments) {
        Components.register(Audited.Argument.TYPE);
        try (var region = TOOLS.open("main")) {
            Math.exp(1);
            for (String components : new String[] {"trip_count", "trip_count, argument", "argument", "argument, trip_count",
                "wall_clock"}) {
                USER.configure(components);
                for (int i = 0; i < 3; i++) call(i);
            }
        }
        for (String component : new String[] {"trip_count", "argument", "wall_clock"}) {
            CallGraph graph = Timemory.results().get(component);
            for (Iterator<CallGraphNode> nodes = graph.nodes().iterator(); nodes.hasNext();) {
                CallGraphNode node = nodes.next();
                String sum = component.equals("argument") ? " " + node.getInclusive().getSum() : "";
                System.out.println(component + ' ' + node.getLabel() + ' ' + node.getInclusive().getLaps() + sum);
            }
        }
        System.out.println(Timemory.results().getProblems());
    }

    private static void call(int value) {
        Math.exp(value);
    }
}
