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
 * The type of a {@link Gotcha}: which functions it wraps and replaces.
 *
 * <p>A function is named with its class: {@code java.lang.Math.exp(double)}, or without parameters all of that name, with {@code *} for any
 * characters of the name: {@code java.sql.Statement.execute*}. Classes in classes are named as {@code com.acme.Outer$Inner}, functions of a
 * Kotlin file as {@code com.acme.LoadKt.load}. Calls of a function are those whose receiver is of that class or one below it.
 *
 * <p>When the component is first put into a bundle, calls of these functions are woven into the classes of the program and its libraries.
 * That takes timemory's agent, which is loaded into the process then, unless it is there already.
 *
 * <p>Thread-safety: to be set up by one thread, before it is used; then it may be used by any number. {@link #permit}, {@link #reject} and
 * {@link #activate} may be called at any time.
 *
 * @param <C> the class of the component
 */
@ExperimentalTimemoryApi
public class GotchaType<C extends Gotcha> extends MarkerType<C> {

    /**
     * One line of what the gotcha does.
     *
     * @param bundle what calls are measured with; {@code null} where they are replaced
     * @param by the class of the replacement, {@code null} for that of the component
     * @param method the replacement's name, {@code null} for the function's
     */
    record Rule(FunctionName function, @Nullable Bundle bundle, @Nullable Class<?> by, @Nullable String method) {}

    /** What {@code TIMEMORY_ENABLED} is where programs are not to be measured, and nothing need be woven. */
    private static final List<String> OFF = List.of("false", "off", "no", "0", "f", "n");

    private final Gate gate = new Gate();
    private volatile List<Rule> rules = List.of();
    private volatile List<FunctionName> permitted = List.of();
    private volatile List<FunctionName> rejected = List.of();
    private volatile List<Pattern> permittedCallers = List.of();
    private volatile List<Pattern> rejectedCallers = List.of();

    /** The first use was made. */
    private boolean isInUse;

    private @Nullable String reason;

    /** Made by {@link #begin}, before anything acts. */
    @SuppressWarnings("NullAway.Init")
    private C teller;

    /** Problems of before the first start, told then: those of before the session would not be among its results. */
    private List<String[]> untold = new ArrayList<>();

    private volatile boolean isStarted;

    /** Whose methods replace functions, and whose classes are named; {@code null} for the component's. */
    private final @Nullable Class<?> definer;

    /**
     * Makes a type that does nothing yet.
     *
     * @param id its name in configuration, as of any component: {@code trig_gotcha}
     * @param description one sentence
     * @param factory makes an instance: {@code TrigGotcha::new}
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
     * A gotcha without a class of its own, to be added to bundles:
     *
     * <pre>{@code
     * static final GotchaType<?> TRIG = GotchaType.of("trig_gotcha", "Measures sines").wrap(Bundles.of(WallClock.class), "java.lang.Math.sin");
     * static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class, builder -> builder.add(TRIG));
     * }</pre>
     *
     * <p>The class that calls this has the methods that {@link #replace(String...)} puts in place of functions; in Kotlin, those of a file.
     *
     * @param id its name in configuration, as of any component: {@code trig_gotcha}
     * @param description one sentence
     */
    public static GotchaType<?> of(String id, String description) {
        Class<?> caller = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        return new GotchaType<>(id, description, new Made<>(NamedGotcha::new), caller);
    }

    /** Lets instances know their type, which only exists after its factory. */
    private static final class Made<C extends Gotcha> implements ComponentFactory<C> {
        private final ComponentFactory<C> factory;

        /** Set by the constructor of the type, whose factory this is. */
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
     * where it is called. Components that are an {@link Audit} are told of arguments and results.
     *
     * @throws IllegalArgumentException where a text names no function, or there is none
     * @throws IllegalStateException after the first use
     */
    public final GotchaType<C> wrap(Bundle bundle, String... functions) {
        for (String function : some(functions)) add(new Rule(FunctionName.of(function), bundle, null, null));
        return this;
    }

    /**
     * Has a static method of the component's class called in place of each of {@code functions}, with the function's name, its parameters
     * (the receiver first) and its result. In Kotlin that is a function of the companion object with {@code @JvmStatic}. What the method
     * calls is called plainly, so that it can call the function that it replaces.
     *
     * @throws IllegalArgumentException where a text names no function, or there is none
     * @throws IllegalStateException after the first use
     */
    public final GotchaType<C> replace(String... functions) {
        for (String function : some(functions)) add(new Rule(FunctionName.of(function), null, null, null));
        return this;
    }

    /** As {@link #replace(String...)}, by the static {@code method} of class {@code by}. */
    public final GotchaType<C> replace(String function, Class<?> by, String method) {
        add(new Rule(FunctionName.of(function), null, by, method));
        return this;
    }

    private static String[] some(String[] functions) {
        if (functions.length == 0)
            throw new IllegalArgumentException("no function is named: write it with its class, like "
                    + "'java.lang.Math.exp'");
        return functions;
    }

    private synchronized void add(Rule rule) {
        if (isInUse)
            throw new IllegalStateException(
                    "gotcha " + getId() + " is in use already: name to it " + rule.function() + " before, where its type is made");
        List<Rule> more = new ArrayList<>(rules);
        more.add(rule);
        rules = List.copyOf(more);
    }

    /** Sets where it acts while a region with it is open: {@link GotchaScope#PROCESS} without. */
    public final synchronized GotchaType<C> scope(GotchaScope scope) {
        if (isInUse) throw new IllegalStateException("gotcha " + getId() + " is in use already: set its scope where its type is made");
        gate.setScope(scope);
        return this;
    }

    /** Has only {@code functions} wrapped or replaced, of those named; without any, all. Replaces the last list; takes effect at once. */
    public final GotchaType<C> permit(String... functions) {
        permitted = names(functions);
        relink();
        return this;
    }

    /** Has {@code functions} left alone. Replaces the last list; takes effect at once. */
    public final GotchaType<C> reject(String... functions) {
        rejected = names(functions);
        relink();
        return this;
    }

    /** As {@link #permit}, for the classes that call: {@code com.acme.*}. */
    public final GotchaType<C> permitCallers(String... classes) {
        permittedCallers = patterns(classes);
        relink();
        return this;
    }

    /** As {@link #reject}, for the classes that call. */
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
     * Has it act without a region, until the object returned is closed, on any thread; with {@link GotchaScope#THREAD} it acts on this
     * thread.
     *
     * @throws IllegalStateException where the component is unavailable here, with the reason
     */
    public final Activation activate() {
        String against = unavailableReason();
        if (against != null) throw new IllegalStateException("gotcha " + getId() + " cannot act: " + against);
        started();
        return new Activation(gate.open());
    }

    /** Something that a gotcha acts in, and that is closed once; closing it again does nothing. */
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

    /** Whether it acts on any thread. */
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
     * Has the calls woven: with the bundle in a constant of a class, before its {@code main} runs. A method that runs already has calls
     * woven when it is called again.
     */
    @Override
    public final void joinedBundle() {
        String enabled = SystemEnvironment.variable("TIMEMORY_ENABLED");
        boolean isOff = enabled != null && OFF.contains(enabled.strip().toLowerCase(Locale.ROOT));
        if (!isOff) unavailableReason();
    }

    /** Why functions cannot be wrapped or replaced here. Has their calls woven when it is first asked. */
    @Override
    public final synchronized @Nullable String unavailableReason() {
        if (isInUse) return reason;
        isInUse = true;
        try {
            reason = begin();
        } catch (Throwable failure) {
            reason = "making it ready failed with " + failure;
        }
        return reason;
    }

    private @Nullable String begin() {
        if (rules.isEmpty()) return "it names no functions: tell its type what to wrap or to replace";
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

    /** Tells of a problem once for each {@code kind}. */
    final void tell(String kind, String problem) {
        synchronized (gate) {
            if (!isStarted) {
                untold.add(new String[] {kind, problem});
                return;
            }
        }
        teller.tell(getId() + '.' + kind, problem);
    }

    /** It acts from now on. */
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

    /** Whether the lists let it have to do with {@code function}, called in {@code caller}. */
    final boolean isAbout(CalledFunction function, Class<?> caller) {
        List<FunctionName> only = permitted;
        if (!only.isEmpty() && only.stream().noneMatch(name -> name.matches(function))) return false;
        if (rejected.stream().anyMatch(name -> name.matches(function))) return false;
        List<Pattern> onlyCallers = permittedCallers;
        if (!onlyCallers.isEmpty() && onlyCallers.stream().noneMatch(name -> name.matcher(caller.getName()).matches())) return false;
        return rejectedCallers.stream().noneMatch(name -> name.matcher(caller.getName()).matches());
    }
}
