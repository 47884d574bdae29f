package timemory.agent.weave;

import org.jspecify.annotations.Nullable;

/**
 * Describes what to weave into a method.
 *
 * @param site the number that its label and components are found by; where lines are measured, that of the method among those
 * @param withArguments whether the label tells the arguments
 * @param inside what is measured inside of it, {@code null} for nothing
 * @param holder the class with slashes whose field {@code BASE} is added to numbers when the program runs, {@code null} where they are
 * final
 */
public record MethodPlan(int site, boolean withArguments, @Nullable BlockProbe inside, @Nullable String holder) {

    boolean hasLines() {
        return inside != null && inside.hasLines();
    }
}
