package timemory.agent;

import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import timemory.Timemory;
import timemory.agent.boot.Hooks;
import timemory.agent.cache.WovenCache;
import timemory.agent.hot.SelectedFunctions;
import timemory.agent.lines.LineOutput;
import timemory.agent.lines.Lines;
import timemory.agent.option.AgentOptions;
import timemory.agent.option.Profile;
import timemory.agent.record.ArgumentText;
import timemory.agent.record.Plurals;
import timemory.agent.record.LateFunctions;
import timemory.agent.record.OwnSession;
import timemory.agent.record.Report;
import timemory.agent.record.SiteMaker;
import timemory.agent.record.Sites;
import timemory.agent.record.WovenFunctions;
import timemory.agent.select.Program;
import timemory.agent.select.Selection;
import timemory.internal.callgraph.RootPlacement;
import timemory.results.Results;
import timemory.results.ResultsListener;

/** One measurement of the program: from weaving classes to restoring them, or to the end of the program. */
final class Measurement implements ResultsListener, WovenFunctions {
    /** If a program has more classes of its own when the agent is attached, it is not measured as a whole. */
    private static final int MAX_CLASSES = 20;

    private final Instrumentation instrumentation;
    private final Transformer transformer;

    /** {@code null} if all selected functions are woven. */
    private final @Nullable SelectedFunctions chosen;

    private final boolean ownsSession;
    private final AgentOptions options;
    private final SessionEndRelay endings;
    private final SiteMaker maker;
    private final Report report;
    private final Batches batches;

    /** {@code null} if woven code is never restored. */
    private final @Nullable Reweaver reweaver;

    /** {@code null} unless lines are measured. */
    private final @Nullable LineOutput lineOutput;

    private boolean hasEnded;

    /**
     * Starts weaving.
     *
     * @param attached whether classes of the program may already be loaded
     * @param kotlins those of the program
     * @param sites the woven functions, for all measurements
     * @param lines those whose lines are measured
     * @param endings notifies of the end of the session
     */
    Measurement(AgentOptions options, Instrumentation instrumentation, boolean attached, KotlinRuntimes kotlins, Sites sites, Lines lines,
            SessionEndRelay endings) {
        this.instrumentation = instrumentation;
        this.options = options;
        this.endings = endings;
        if (attached) options.writeWhateverTheProgramSets();
        RootPlacement.isRoot = true;
        ownsSession = OwnSession.begin(options);
        maker = new SiteMaker(sites, options.throttle, options.scope());
        Selection selection = new Selection(options.selection, Program.running());
        Plans plans = Plans.running(options, numbering(maker), lines);
        chosen = options.choosesBySamples() ? new SelectedFunctions() : null;
        transformer = new Transformer(selection, chosen, plans, new KeptClasses(cache(selection), selection, plans), kotlins,
                new HooksClassLoaderBridge(instrumentation), instrumentation);
        batches = new Batches(instrumentation, transformer.failures);
        reweaver = options.throttle ? new Reweaver(instrumentation, transformer, batches, sites, chosen) : null;
        report = new Report(options, this, transformer.failures, sites);
        lineOutput = options.profile == Profile.LINES ? new LineOutput(lines, options) : null;
        report.announceIncompleteFunctions();
        endings.passTo(this);
        // The parts that the agent shares with the program may be enabled by the program later.
        boolean isShared = Timemory.class.getClassLoader() != Measurement.class.getClassLoader();
        Hooks.on = isShared || Timemory.isEnabled();
        instrumentation.addTransformer(transformer, true);
        kotlins.weaveLoaded();
        // Much of the Java runtime is loaded before any agent.
        if (attached || options.selection.jdk) weaveLoaded();
        if (reweaver != null) reweaver.start();
    }

    /** {@code null} if nothing is cached. */
    private @Nullable WovenCache cache(Selection selection) {
        if (!options.cache || !options.isWeavingRepeatable()) return null;
        return WovenCache.open(options.cachePath, options.rules() + '\n' + selection.knowsMark());
    }

    /** Not a lambda: the JVM would create a class for it at program start. */
    private static Plans.Numbering numbering(SiteMaker maker) {
        return new Plans.Numbering() {
            @Override
            public int add(String label, String components, @Nullable ArgumentText arguments) {
                return maker.add(label, components, arguments);
            }

            @Override
            public String labelOf(int number) {
                return maker.labelOf(number);
            }
        };
    }

    /**
     * Weaves the classes that are already loaded; then those loaded by weaving itself, which {@link Transformer} skips. If functions are
     * chosen, and the program already has many classes, the choice is made by sampling.
     */
    private void weaveLoaded() {
        Set<Class<?>> seen = new HashSet<>();
        for (List<Class<?>> some = List.of();; batches.transform(some)) {
            some = transformer.candidates(instrumentation.getAllLoadedClasses());
            some.removeIf(type -> !seen.add(type));
            if (chosen != null && seen.size() > MAX_CLASSES) {
                chosen.onlyBySamples();
                some = List.of();
            }
            if (some.isEmpty()) break;
        }
        // It starts with these.
        transformer.takeLate();
    }

    @Override
    public String text() {
        int methods = transformer.wovenMethods.get();
        return Plurals.of(methods, "function", "functions") + " of " + Plurals.of(transformer.wovenClasses.get(), "class", "classes")
                + (methods == 1 ? " was woven" : " were woven");
    }

    @Override
    public int released() {
        return transformer.releasedMethods.get();
    }

    @Override
    public boolean hasUnwoven() {
        return chosen != null && chosen.hasUnwoven();
    }

    @Override
    public int first() {
        return chosen == null ? 0 : chosen.first();
    }

    @Override
    public void ending() {
        if (reweaver != null) reweaver.stop();
        report.ending();
    }

    @Override
    public void finalized(@Nullable Results results) {
        synchronized (this) {
            if (hasEnded) return;
            hasEnded = true;
        }
        report.finalized(results);
        if (lineOutput != null && results != null) lineOutput.finalized(results);
        if (results == null || results.getGraphs().isEmpty()) {
            AttachStatus.write(options.statusFile, AttachStatus.State.FAILED, "none of the woven functions ran");
        } else if (report.isWritten()) {
            AttachStatus.write(options.statusFile, AttachStatus.State.WRITTEN, report.outputPath() == null ? "" : report.outputPath());
        } else {
            AttachStatus.write(options.statusFile, AttachStatus.State.FAILED, "nothing could be written to " + report.outputPath());
        }
    }

    /** Restores the classes, and writes the results. */
    void stop() {
        Hooks.on = false;
        if (reweaver != null) reweaver.end();
        instrumentation.removeTransformer(transformer);
        try {
            batches.transform(transformer.wovenOf(instrumentation.getAllLoadedClasses()));
        } finally {
            writeResults();
        }
    }

    private void writeResults() {
        try {
            if (ownsSession) Timemory.finalize();
            else finalized(Timemory.results());
        } finally {
            RootPlacement.isRoot = false;
            LateFunctions.revoke();
            endings.passTo(null);
            maker.release();
        }
    }
}
