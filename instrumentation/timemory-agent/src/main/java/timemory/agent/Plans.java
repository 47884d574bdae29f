package timemory.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import timemory.agent.lines.Lines;
import timemory.agent.option.AgentOptions;
import timemory.agent.option.Labels;
import timemory.agent.option.Profile;
import timemory.agent.record.ArgumentText;
import timemory.agent.record.Bundling;
import timemory.agent.select.FunctionPattern;
import timemory.agent.select.MethodFacts;
import timemory.agent.weave.MethodPlan;
import timemory.bundle.Bundle;

/** Assigns each selected function its label, its components and its number. */
public final class Plans {

    /** Assigns a number to a function. */
    public interface Numbering {
        /**
         * Returns the number of a function.
         *
         * @param components ids of the components it is measured with
         * @param arguments how its label shows them, {@code null} for not at all
         */
        int add(String label, String components, @Nullable ArgumentText arguments);

        /** Returns the label of the function with {@code number}. */
        default String labelOf(int number) {
            throw new UnsupportedOperationException("functions are not known by number");
        }
    }

    private final AgentOptions options;
    private final Numbering numbering;

    /** The class whose field is added to numbers at run time, {@code null} if they are final. */
    private final @Nullable String holder;

    /** {@code null} if calls are not measured at the call site. */
    private final @Nullable CallSites callSites;

    /** {@code null} unless lines are measured, in which case nothing else is. */
    private final @Nullable Lines lines;

    private final Bundling bundles;

    private Plans(AgentOptions options, Numbering numbering, @Nullable String holder, @Nullable Lines lines) {
        this.options = options;
        this.numbering = numbering;
        this.holder = holder;
        this.lines = lines;
        bundles = new Bundling(options.scope());
        callSites = options.callSites ? new CallSites(options.callSitePattern) : null;
    }

    /** For classes that are woven at run time. */
    static Plans running(AgentOptions options, Numbering numbering, Lines lines) {
        return new Plans(options, numbering, null, options.profile == Profile.LINES ? lines : null);
    }

    /**
     * For classes that are woven ahead of time.
     *
     * @param holder the class, with slashes, whose field {@code BASE} is added to numbers at run time
     * @param lines receives those that are measured
     */
    public static Plans aheadOfTime(AgentOptions options, Numbering numbering, String holder, Lines lines) {
        return new Plans(options, numbering, holder, options.profile == Profile.LINES ? lines : null);
    }

    /** Returns what to weave in {@code methods}, the selected ones of one class. */
    public Map<MethodFacts, MethodPlan> of(List<MethodFacts> methods) {
        return of(methods, methods, new ClassPlan());
    }

    /**
     * Returns what to weave in a class.
     *
     * @param methods all selected ones, whose names determine which labels have parameters
     * @param now those of them that are woven
     * @param known what was previously woven in the class; new functions are added
     */
    synchronized Map<MethodFacts, MethodPlan> of(List<MethodFacts> methods, List<MethodFacts> now, ClassPlan known) {
        Map<String, List<MethodFacts>> named = new HashMap<>();
        for (MethodFacts method : methods) {
            List<MethodFacts> some = named.get(method.sourceName());
            if (some == null) named.put(method.sourceName(), some = new ArrayList<>(1));
            some.add(method);
        }
        Map<MethodFacts, MethodPlan> plans = new LinkedHashMap<>();
        for (MethodFacts method : now) {
            MethodPlan before = known.get(method);
            if (before != null) {
                plans.put(method, before);
                continue;
            }
            MethodPlan made = planOf(method, parametersIn(method, named.getOrDefault(method.sourceName(), List.of())));
            known.put(ClassPlan.keyOf(method), method.isSuspend(), made);
            plans.put(method, made);
        }
        return plans;
    }

    /** Returns the parameters of {@code method} if they are needed to distinguish it from others with its name. */
    private static String parametersIn(MethodFacts method, List<MethodFacts> named) {
        if (named.size() == 1) return "";
        String brief = method.shortParameters();
        for (MethodFacts other : named) if (other != method && other.shortParameters().equals(brief)) return method.parameters();
        return brief;
    }

    /** Returns the plan of a function with this label, for a class that was woven in an earlier run. */
    MethodPlan again(String label, String components) {
        return new MethodPlan(numbering.add(label, components, null), false, null, holder);
    }

    /** Returns the label of a function that has a plan. */
    String labelOf(MethodPlan plan) {
        return numbering.labelOf(plan.site());
    }

    /** Returns the components of {@code method}. */
    String componentsOf(MethodFacts method) {
        for (Map.Entry<FunctionPattern, String> rule : options.componentRules.entrySet()) {
            if (rule.getKey().matches(method)) return rule.getValue();
        }
        String marked = method.markedComponents();
        if (!marked.isEmpty()) return marked;
        return holder == null ? options.components : options.componentsAheadOfTime();
    }

    private MethodPlan planOf(MethodFacts method, String parameters) {
        String components = componentsOf(method);
        if (lines != null) {
            String label = Labels.of(method, List.of(), parameters);
            Bundle bundle = holder == null ? bundles.of(components) : null;
            Lines.Function function = lines.function(label, method.owner.name, method.owner.source, components, bundle);
            return new MethodPlan(function.number(), false, new LineSites(lines, function), holder);
        }
        boolean withArguments = options.labels.contains("args");
        ArgumentText arguments = withArguments ? new ArgumentText(options.allowedArguments, method.parameterNames) : null;
        int site = numbering.add(Labels.of(method, options.labels, withArguments ? "" : parameters), components, arguments);
        boolean hasInside = options.loops || callSites != null;
        BlockProbeNumbering inside =
                hasInside ? new BlockProbeNumbering(method, options.loops, callSites, text -> numbering.add(text, components, null)) : null;
        return new MethodPlan(site, withArguments, inside, holder);
    }
}
