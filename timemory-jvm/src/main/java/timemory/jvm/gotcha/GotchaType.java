package timemory.jvm.gotcha;

import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import timemory.Binding;
import timemory.bundle.Bundle;
import timemory.ComponentFactory;
import timemory.MarkerType;
import timemory.internal.platform.SystemEnvironment;

/**
 * The type of a {@link Gotcha}: it defines which functions are wrapped and replaced.
 *
 * <p>A function is named with its class: {@code java.lang.Math.exp(double)}; without parameters for all overloads, and with {@code *} for
 * any characters of the name: {@code java.sql.Statement.execute*}. Nested classes are named like {@code com.acme.Outer$Inner}, functions of
 * a Kotlin file like {@code com.acme.LoadKt.load}. A name covers calls whose receiver is of that class or a subtype.
 *
 * <p>When the component is first put into a bundle, calls of these functions are instrumented in the classes of the program and its
 * libraries. This requires timemory's agent, which is then loaded into the process if needed.
 *
 * <p>Thread-safety: must be set up by one thread, before it is used; afterwards any number of threads may use it. {@link #permit}, {@link
 * #reject} and {@link #activate} may be called at any time.
 *
 * @param <C> the class of the component
 */
@ExperimentalTimemoryApi
public class GotchaType<C extends Gotcha> extends MarkerType<C> {

    /**
     * One rule of the gotcha.
     *
     * @param bundle the components that measure calls; {@code null} if they are replaced
     * @param by the class of the replacement; {@code null} for the component's own
     * @param method the name of the replacement; {@code null} for the function's
     */
    record Rule(FunctionName function, @Nullable Bundle bundle, @Nullable Class<?> by, @Nullable String method) {}

    /** Values of {@code TIMEMORY_ENABLED} for which nothing need be instrumented. */
    private static final List<String> OFF = List.of("false", "off", "no", "0", "f", "n");

    private final Gate gate = new Gate();
    private volatile List<Rule> rules = List.of();
    private volatile List<FunctionName> permitted = List.of();
    private volatile List<FunctionName> rejected = List.of();
    private volatile List<Pattern> permittedCallers = List.of();
    private volatile List<Pattern> rejectedCallers = List.of();

    /** Whether it has been used. */
    private boolean isInUse;

    private @Nullable String reason;

    /** Created by {@link #begin}, before the gotcha is activated. */
    @SuppressWarnings("NullAway.Init")
    private C teller;

    /**
     * Problems found before the first start, reported then: if they were reported before the session starts, they would be missing from its
     * results.
     */
    private List<String[]> untold = new ArrayList<>();

    private volatile boolean isStarted;

    /** The class whose methods replace functions, and whose loader resolves classes; {@code null} for the component's. */
    private final @Nullable Class<?> definer;

    /**
     * Creates a type without any rules.
     *
     * @param id its name in configuration, like that of any component: {@code trig_gotcha}
     * @param description one sentence
     * @param factory creates an instance: {@code TrigGotcha::new}
     */
    public GotchaType(String id, String description, ComponentFactory<C> factory) {
        this(id, description, new Made<>(factory), null);
    }

    private GotchaType(String id, String description, Made<C> factory, @Nullable Class<?> definer) {
        super(id, description, factory);
        factory.type = this;
        this.definer = definer;
    }

    /**
     * Creates a gotcha without a class of its own, to be added to bundles:
     *
     * <pre>{@code
     * static final GotchaType<?> TRIG = GotchaType.of("trig_gotcha", "Measures sines").wrap(Bundles.of(WallClock.class), "java.lang.Math.sin");
     * static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class, builder -> builder.add(TRIG));
     * }</pre>
     *
     * <p>The methods that {@link #replace(String...)} uses must be in the class that calls this; in Kotlin, in the same file.
     *
     * @param id its name in configuration, like that of any component: {@code trig_gotcha}
     * @param description one sentence
     */
    public static GotchaType<?> of(String id, String description) {
        Class<?> caller = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        return new GotchaType<>(id, description, new Made<>(NamedGotcha::new), caller);
    }

    /** Tells instances their type, which is created after its factory. */
    private static final class Made<C extends Gotcha> implements ComponentFactory<C> {
        private final ComponentFactory<C> factory;

        /** Set by the constructor of the type that uses this factory. */
        @SuppressWarnings("NullAway.Init")
        private GotchaType<C> type;

        Made(ComponentFactory<C> factory) {
            this.factory = factory;
        }

        @Override
        public C create() {
            C made = factory.create();
            made.belongsTo(type);
            return made;
        }
    }

    /**
     * Measures each call of {@code functions} as a region of {@code bundle}, labelled with the function, below the region that is open
     * where it is called. Components that are an {@link Audit} receive arguments and results.
     *
     * @throws IllegalArgumentException if a name is malformed, or there are none
     * @throws IllegalStateException after the first use
     */
    public final GotchaType<C> wrap(Bundle bundle, String... functions) {
        for (String function : some(functions)) add(new Rule(FunctionName.of(function), bundle, null, null));
        return this;
    }

    /**
     * Replaces each of {@code functions} by a static method of the component's class, with the function's name, its parameters (the
     * receiver first) and its result. In Kotlin that is a function of the companion object with {@code @JvmStatic}. Calls made by the
     * method are not replaced, so it can call the original function.
     *
     * @throws IllegalArgumentException if a name is malformed, or there are none
     * @throws IllegalStateException after the first use
     */
    public final GotchaType<C> replace(String... functions) {
        for (String function : some(functions)) add(new Rule(FunctionName.of(function), null, null, null));
        return this;
    }

    /** Replaces {@code function} by the static {@code method} of class {@code by}, like {@link #replace(String...)}. */
    public final GotchaType<C> replace(String function, Class<?> by, String method) {
        add(new Rule(FunctionName.of(function), null, by, method));
        return this;
    }

    private static String[] some(String[] functions) {
        if (functions.length == 0)
            throw new IllegalArgumentException("no function name: write it with its class, like "
                    + "'java.lang.Math.exp'");
        return functions;
    }

    private synchronized void add(Rule rule) {
        if (isInUse)
            throw new IllegalStateException(
                    "gotcha " + getId() + " is already in use: add " + rule.function() + " earlier, where its type is created");
        List<Rule> more = new ArrayList<>(rules);
        more.add(rule);
        rules = List.copyOf(more);
    }

    /** Sets where it acts while a region with it is open; the default is {@link GotchaScope#PROCESS}. */
    public final synchronized GotchaType<C> scope(GotchaScope scope) {
        if (isInUse) throw new IllegalStateException("gotcha " + getId() + " is already in use: set its scope where its type is created");
        gate.setScope(scope);
        return this;
    }

    /** Limits wrapping and replacing to {@code functions}; an empty list means all. Replaces the previous list, with immediate effect. */
    public final GotchaType<C> permit(String... functions) {
        permitted = names(functions);
        relink();
        return this;
    }

    /** Excludes {@code functions}. Replaces the previous list, with immediate effect. */
    public final GotchaType<C> reject(String... functions) {
        rejected = names(functions);
        relink();
        return this;
    }

    /** Limits the calling classes, like {@link #permit}: {@code com.acme.*}. */
    public final GotchaType<C> permitCallers(String... classes) {
        permittedCallers = patterns(classes);
        relink();
        return this;
    }

    /** Excludes calling classes, like {@link #reject}. */
    public final GotchaType<C> rejectCallers(String... classes) {
        rejectedCallers = patterns(classes);
        relink();
        return this;
    }

    private static List<FunctionName> names(String[] functions) {
        return Arrays.stream(functions).map(FunctionName::of).collect(Collectors.toUnmodifiableList());
    }

    private static List<Pattern> patterns(String[] classes) {
        return Arrays.stream(classes).map(text -> Pattern.compile(FunctionName.glob(text))).collect(Collectors.toUnmodifiableList());
    }

    private void relink() {
        synchronized (this) {
            if (!isInUse) return;
        }
        AgentLink.relink();
    }

    /**
     * Activates it without a region, until the returned object is closed, on any thread; with {@link GotchaScope#THREAD} it acts on this
     * thread.
     *
     * @throws IllegalStateException with the reason if the component is unavailable here
     */
    public final Activation activate() {
        String against = unavailableReason();
        if (against != null) throw new IllegalStateException("gotcha " + getId() + " cannot act: " + against);
        started();
        return new Activation(gate.open());
    }

    /** An activation, closed once; closing it again has no effect. */
    public static final class Activation implements AutoCloseable {
        private Gate.@Nullable Opening opening;

        Activation(Gate.Opening opening) {
            this.opening = opening;
        }

        @Override
        public synchronized void close() {
            if (opening != null) opening.close();
            opening = null;
        }
    }

    /** Returns whether it acts on any thread. */
    public final boolean isActive() {
        return Gate.isOpen(gate);
    }

    @Override
    public final Binding getBinding() {
        return gate.scope() == GotchaScope.THREAD ? Binding.THREAD : Binding.WALL;
    }

    @Override
    public String getCategory() {
        return "gotcha";
    }

    @Override
    public String getSource() {
        return rules.stream().map(rule -> rule.function().toString()).distinct().collect(Collectors.joining(", "));
    }

    /**
     * Instruments the calls: if the bundle is in a constant of a class, before its {@code main} runs. In a method that is already running,
     * calls are instrumented the next time it is called.
     */
    @Override
    public final void joinedBundle() {
        String enabled = SystemEnvironment.variable("TIMEMORY_ENABLED");
        boolean isOff = enabled != null && OFF.contains(enabled.strip().toLowerCase(Locale.ROOT));
        if (!isOff) unavailableReason();
    }

    /** Returns why functions cannot be wrapped or replaced here. The first call instruments their calls. */
    @Override
    public final synchronized @Nullable String unavailableReason() {
        if (isInUse) return reason;
        isInUse = true;
        try {
            reason = begin();
        } catch (Throwable failure) {
            reason = "preparing it failed: " + failure;
        }
        return reason;
    }

    private @Nullable String begin() {
        if (rules.isEmpty()) return "it names no functions: call wrap or replace on its type";
        teller = create();
        ClassLoader loader = componentClass().getClassLoader();
        for (Rule rule : rules) {
            String against = rule.function().reasonAgainst(loader);
            if (against == null && rule.bundle() == null) against = Replacement.reasonAgainst(rule, componentClass());
            if (against != null) return against;
        }
        Linker.ONLY.warmUp(this, loader);
        return AgentLink.use(this, rules.stream().map(rule -> rule.function().told(loader)).collect(Collectors.toList()));
    }

    final Gate gate() {
        return gate;
    }

    final List<Rule> rules() {
        return rules;
    }

    final Class<?> componentClass() {
        return definer != null ? definer : teller.getClass();
    }

    /** Reports a problem once for each {@code kind}. */
    final void tell(String kind, String problem) {
        synchronized (gate) {
            if (!isStarted) {
                untold.add(new String[] {kind, problem});
                return;
            }
        }
        teller.tell(getId() + '.' + kind, problem);
    }

    /** Called when it starts acting. */
    final void started() {
        if (isStarted) return;
        List<String[]> all;
        synchronized (gate) {
            isStarted = true;
            all = untold;
            untold = List.of();
        }
        for (String[] one : all) tell(one[0], one[1]);
    }

    /** Returns whether the lists include {@code function}, called in {@code caller}. */
    final boolean isAbout(CalledFunction function, Class<?> caller) {
        List<FunctionName> only = permitted;
        if (!only.isEmpty() && only.stream().noneMatch(name -> name.matches(function))) return false;
        if (rejected.stream().anyMatch(name -> name.matches(function))) return false;
        List<Pattern> onlyCallers = permittedCallers;
        if (!onlyCallers.isEmpty() && onlyCallers.stream().noneMatch(name -> name.matcher(caller.getName()).matches())) return false;
        return rejectedCallers.stream().noneMatch(name -> name.matcher(caller.getName()).matches());
    }
}
