package timemory.agent.weave;

import org.jspecify.annotations.Nullable;

/**
 * Describes what to weave into a method.
 *
 * @param site the number of its label and components; if lines are measured, that of the method among those
 * @param withArguments whether the label includes the arguments
 * @param inside what is measured inside it, {@code null} for nothing
 * @param holder the class, with slashes, whose field {@code BASE} is added to numbers at run time, {@code null} if they are final
 */
public record MethodPlan(int site, boolean withArguments, @Nullable BlockProbe inside, @Nullable String holder) {

    boolean hasLines() {
        return inside != null && inside.hasLines();
    }
}
