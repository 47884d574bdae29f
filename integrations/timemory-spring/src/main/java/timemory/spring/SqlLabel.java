package timemory.spring;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Labels SQL statements by their first word and the table that follows, never by values. Thread-safe. */
final class SqlLabel {
    static final String UNKNOWN = "SQL";

    private static final Set<String> KINDS =
            Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "WITH", "CALL", "CREATE", "DROP", "ALTER",
                    "TRUNCATE", "SET", "BEGIN", "COMMIT", "ROLLBACK", "VALUES", "EXPLAIN");
    private static final Pattern FIRST = Pattern.compile("\\s*+([A-Za-z]{2,10})\\b");
    private static final Pattern TABLE =
            Pattern.compile("\\b(?:FROM|INTO|UPDATE|TABLE|JOIN|CALL)\\s++(?:''|[\"`]?([A-Za-z_][A-Za-z_0-9.]{0,60}))",
                    Pattern.CASE_INSENSITIVE);

    /**
     * A literal ends at its next quote (with {@code ''} as two literals), PostgreSQL's dollar-quoted ones at the second tag. Double quotes
     * enclose names, or literals in MySQL, which uses backticks for names. Quotes in comments do not start literals.
     */
    private static final Pattern LITERAL = Pattern.compile(
            "--[^\n]*+|#[^\n]*+|/\\*.*?(?:\\*/|$)|'[^']*+'?|\"[^\"]*+\"?|`[^`]*+`?|\\$(\\w*)\\$.*?(?:\\$\\1\\$|$)", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("([\"`])[A-Za-z_][A-Za-z_0-9.]*\\1");

    /**
     * Matches a function call whose {@code FROM} is not followed by a table, as in {@code trim(both x from y)}, but not a query or a join.
     */
    private static final Pattern CALL =
            Pattern.compile("\\b(?!(?:FROM|JOIN)\\b)(\\w++\\s*+)\\((?!\\s*+(?:SELECT|WITH|FROM)\\b)[^()]*+\\)", Pattern.CASE_INSENSITIVE);

    /** Matches text that means the same whether the line is a comment or not: its literals end within the line. */
    private static final Pattern PLAIN_LINE = Pattern.compile("(?:[^'\"`\\\\$/]|/(?!\\*)|\\$(?!\\w*+\\$)|'[^'\\\\]*+'|\"[^\"\\\\]*+\")*+");

    /**
     * How much of a statement is examined, and how many texts are cached with their labels, because programs may generate any number of
     * texts.
     */
    private static final int MAX_CHARACTERS = 2_000;
    private static final int MAX_KNOWN = 1_000;
    private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

    private SqlLabel() {}

    static String of(@Nullable String sql) {
        if (sql == null) return UNKNOWN;
        String known = KNOWN.get(sql);
        if (known != null) return known;
        String label = labelOf(sql.length() > MAX_CHARACTERS ? sql.substring(0, MAX_CHARACTERS) : sql);
        if (KNOWN.size() < MAX_KNOWN && sql.length() <= MAX_CHARACTERS) KNOWN.put(sql, label);
        return label;
    }

    private static String labelOf(String sql) {
        Matcher first = FIRST.matcher(sql);
        if (!first.lookingAt()) return UNKNOWN;
        String kind = first.group(1).toUpperCase(Locale.ROOT);
        if (!KINDS.contains(kind)) return UNKNOWN;
        Matcher table = TABLE.matcher(withoutCalls(withoutLiterals(sql)));
        return table.find() && table.group(1) != null ? kind + " " + table.group(1).toLowerCase(Locale.ROOT) : kind;
    }

    private static String withoutCalls(String sql) {
        for (String rest = sql;;) {
            String next = CALL.matcher(rest).replaceAll("$1 ");
            if (next.length() == rest.length()) return rest;
            rest = next;
        }
    }

    /**
     * Returns whether a quote in {@code comment} starts a literal in some databases: MySQL requires a space after {@code --} and treats
     * {@code #} as a comment, and PostgreSQL nests comments.
     */
    private static boolean isUnclear(String comment) {
        if (comment.startsWith("/*")) return comment.indexOf("/*", 1) > 0;
        if (comment.startsWith("#")) return !PLAIN_LINE.matcher(comment).matches();
        return comment.length() > 2 && !Character.isWhitespace(comment.charAt(2))
                && (comment.indexOf('\'') >= 0 || comment.indexOf('"') >= 0);
    }

    /**
     * Returns {@code sql} with empty literals. It is cut off at a literal with a backslash before a quote: in MySQL that quote belongs to
     * the literal, in other databases it may end it, and the database is unknown. A table after it is then missing, but no value leaks.
     */
    private static String withoutLiterals(String sql) {
        StringBuilder rest = new StringBuilder();
        Matcher literal = LITERAL.matcher(sql);
        while (literal.find()) {
            String text = literal.group();
            boolean isComment = text.startsWith("--") || text.startsWith("/*") || text.startsWith("#");
            literal.appendReplacement(rest, Matcher.quoteReplacement(replacement(text, isComment)));
            if (isComment ? isUnclear(text) : text.endsWith("\\'") || text.endsWith("\\\"")) return rest.toString();
        }
        return literal.appendTail(rest).toString();
    }

    private static String replacement(String text, boolean isComment) {
        if (text.startsWith("#") && !isUnclear(text)) return " " + withoutLiterals(text.substring(1));
        if (isComment) return " ";
        return NAME.matcher(text).matches() ? text : "''";
    }
}
