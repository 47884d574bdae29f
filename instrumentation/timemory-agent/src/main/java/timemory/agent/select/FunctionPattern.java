package timemory.agent.select;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import net.bytebuddy.jar.asm.Type;

/**
 * A regular expression for functions: {@code com\.acme\..*query}, or with a target, {@code annotation:Transactional}. It may match anywhere
 * in the text; {@code ^} and {@code $} anchor it to the ends.
 */
public final class FunctionPattern {
    private final String text;
    private final MatchTarget facet;
    private final Pattern expression;

    private FunctionPattern(String text, MatchTarget facet, Pattern expression) {
        this.text = text;
        this.facet = facet;
        this.expression = expression;
    }

    /**
     * Parses a pattern.
     *
     * @throws IllegalArgumentException if it is not a regular expression
     */
    public static FunctionPattern of(String text) {
        for (MatchTarget facet : MatchTarget.values()) {
            String prefix = facet.id() + ':';
            if (text.startsWith(prefix)) return of(text, facet, text.substring(prefix.length()));
        }
        return of(text, MatchTarget.FUNCTION, text);
    }

    private static FunctionPattern of(String text, MatchTarget facet, String expression) {
        if (expression.isBlank()) throw new IllegalArgumentException("the pattern '" + text + "' is empty");
        return new FunctionPattern(text, facet, compile(expression));
    }

    /**
     * Parses a regular expression.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public static Pattern compile(String expression) {
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException failure) {
            String where = failure.getIndex() < 0 ? "" : " at character " + (failure.getIndex() + 1);
            throw new IllegalArgumentException(
                    "'" + expression + "' is not a regular expression: " + failure.getDescription() + where, failure);
        }
    }

    public boolean matches(MethodFacts method) {
        for (String candidate : facet.of(method)) if (expression.matcher(candidate).find()) return true;
        return false;
    }

    /**
     * Whether a call matches, given as {@code owner.name(descriptor)} of the class file.
     *
     * @throws IllegalStateException if not {@link #isForCalls}
     */
    boolean matchesCall(String call) {
        int dot = call.indexOf('.');
        int end = call.indexOf('(');
        String owner = call.substring(0, dot).replace('/', '.');
        String name = call.substring(dot + 1, end);
        return switch (facet) {
            case FUNCTION -> expression.matcher(owner + '.' + name + MethodFacts.parameters(call.substring(end))).find();
            case CLASS -> expression.matcher(owner).find();
            case METHOD -> expression.matcher(name).find();
            case SIGNATURE -> {
                String returned = Type.getReturnType(call.substring(end)).getClassName();
                yield expression.matcher(returned + ' ' + name + MethodFacts.parameters(call.substring(end))).find();
            }
            default -> throw new IllegalStateException("a call does not have the " + facet.id());
        };
    }

    /** Whether it only depends on what is known about a call: class, name and signature. */
    public boolean isForCalls() {
        return facet == MatchTarget.FUNCTION || facet == MatchTarget.CLASS || facet == MatchTarget.METHOD || facet == MatchTarget.SIGNATURE;
    }

    /** As given. */
    @Override
    public String toString() {
        return text;
    }
}
