package timemory.agent.select;

/**
 * Whether a function is measured.
 *
 * @param isSelected whether it is
 * @param reason why not, or which rule selected it
 */
public record Verdict(boolean isSelected, String reason) {
    static Verdict selected(String reason) {
        return new Verdict(true, reason);
    }

    static Verdict left(String reason) {
        return new Verdict(false, reason);
    }
}
