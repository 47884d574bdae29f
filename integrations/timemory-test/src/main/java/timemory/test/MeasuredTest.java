package timemory.test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;
import timemory.Bundles;
import timemory.Component;
import timemory.ComponentType;
import timemory.bundle.Region;
import timemory.Timemory;

/** Measures one invocation of a test as a lap of its region, and publishes the values as report entries. */
final class MeasuredTest {

    private static final String KEY = "timemory.";

    private final MeasuredBy by;
    private final ExtensionContext context;
    private final List<ComponentType<?>> types = new ArrayList<>();
    private final Region region;

    /** Must be called while a session is running. */
    MeasuredTest(MeasuredBy by, ExtensionContext context) {
        this.by = by;
        this.context = context;
        region = Regions.of(by.value(), labelOf(Annotations.withMethod(context)));
        for (Class<? extends Component> component : by.value()) {
            types.addAll(Bundles.of(component).getTypes());
        }
    }

    /** Returns {@code Outer.Inner.method}. */
    private static String labelOf(ExtensionContext context) {
        Class<?> type = context.getRequiredTestClass();
        String packageName = type.getPackageName();
        String name = packageName.isEmpty() ? type.getName() : type.getName().substring(packageName.length() + 1);
        return name.replace('$', '.') + "." + context.getRequiredTestMethod().getName();
    }

    /**
     * Runs {@code body} and publishes the values.
     *
     * @throws TestAbortedException if it passes, but was not measured as requested
     */
    void run(Block body) throws Throwable {
        if (!Timemory.isEnabled()) {
            body.run();
            return;
        }
        measure(body);
        List<String> missing = report();
        if (!missing.isEmpty() && by.whenUnavailable() == WhenUnavailable.ABORT) {
            throw new TestAbortedException("the test passed, but was not measured as asked for: " + String.join("; ", missing));
        }
    }

    private void measure(Block body) throws Throwable {
        region.start();
        try {
            if (by.invocations() && isOneOfSeveral()) {
                inInvocation(body);
            } else {
                body.run();
            }
        } finally {
            region.stop();
        }
    }

    private boolean isOneOfSeveral() {
        return context.getTestMethod().isEmpty() || context.getParent().flatMap(ExtensionContext::getTestMethod).isPresent();
    }

    private void inInvocation(Block body) throws Throwable {
        Region invocation = Regions.of(by.value(), context.getDisplayName());
        invocation.start();
        try {
            body.run();
        } finally {
            invocation.stop();
        }
    }

    /** Publishes the values and returns what is missing, as sentences. */
    private List<String> report() {
        Map<String, String> entries = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        List<Component> components = region.get();
        boolean isRecorded = components.stream().anyMatch(component -> component.getLaps() > 0);
        boolean canBe = types.stream().anyMatch(type -> type.unavailableReason() == null);
        if (!isRecorded && canBe && !isSessionRunning()) {
            entries.put(KEY + "problem", "not recorded: the test ended the session of the measured tests. Mark it with @OwnSession");
        } else {
            for (int i = 0; i < types.size(); i++) {
                addTo(entries, missing, components.get(i), types.get(i));
            }
        }
        if (!entries.isEmpty()) {
            context.publishReportEntry(entries);
        }
        return missing;
    }

    private static boolean isSessionRunning() {
        return Timemory.isInitialized();
    }

    private static void addTo(Map<String, String> entries, List<String> missing, Component component, ComponentType<?> type) {
        if (component.getLaps() > 0) {
            entries.put(KEY + type.getId(), LapValue.show(component, type));
            return;
        }
        String reason = type.unavailableReason();
        String sentence = Unavailable.sentence(type,
                reason != null ? reason : "it recorded nothing on thread '" + Thread.currentThread().getName() + "'");
        entries.put(KEY + type.getId(), "unavailable: " + sentence);
        missing.add(sentence);
    }
}
