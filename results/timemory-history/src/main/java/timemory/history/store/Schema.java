package timemory.history.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import timemory.internal.text.WordsKt;

/**
 * The tables of the file.
 *
 * <p>Values are added run by run, but read by region. So there are two tables of values, {@code tail} in insertion order, and {@code body}
 * sorted by region; the view {@code measured} joins both.
 *
 * <pre>
 * runs(run, ended, commit, branch, machine, program, parameters, digest)
 * regions(region, metric, unit, path)
 * tail, body, measured(run, region, laps, sum)
 * </pre>
 */
final class Schema {
    private static final int VERSION = 1;

    private static final String OF_VALUES = "(run integer not null, region integer not null, laps bigint, sum double not null)";

    /** The tables by name. */
    private static final Map<String, String> TABLES = Map.of(
            "history", "(version integer)",
            "runs", "(run integer primary key, ended timestamp not null, commit varchar not null, branch varchar not null, "
                    + "machine varchar not null, program varchar not null, parameters map(varchar, varchar) not null, "
                    + "digest varchar not null)",
            "regions", "(region integer primary key, metric varchar not null, unit varchar not null, path varchar[] not null)",
            "tail", OF_VALUES,
            "body", OF_VALUES);

    static final String MEASURED = "create view measured as select * from body union all select * from tail";

    private Schema() {}

    /** Creates the tables of a new file; rejects a file with other tables, or with anything else that this class did not create. */
    static void prepare(Database database, boolean isRead) throws IOException {
        List<String> made = definitions(database);
        boolean isOurs = made.contains(HISTORY);
        if (!isOurs && (isRead || !made.isEmpty())) throw new IOException(database.path + ": is a database without timemory history");
        if (isOurs) requireOurs(database, made);
        else make(database);
        if (database.number("select coalesce(max(version), 0) from history") != VERSION)
            throw new IOException(database.path + ": belongs to another version of timemory history");
    }

    private static void requireOurs(Database database, List<String> made) throws IOException {
        List<String> ours = ours();
        if (made.equals(ours)) return;
        List<String> others = new ArrayList<>(made);
        ours.forEach(others::remove);
        throw new IOException(database.path + ": " + (others.isEmpty() ? "lacks timemory history tables"
                : "has objects that timemory history did not create: " + WordsKt.printable(others.get(0)))
                + ". Do not use this file: it could run someone else's statements");
    }

    /** Returns the definitions of a new file, as this DuckDB version writes them. */
    private static synchronized List<String> ours() throws IOException {
        if (ofNew == null) {
            try (Database fresh = Database.inMemory()) {
                make(fresh);
                ofNew = definitions(fresh);
            }
        }
        return ofNew;
    }

    private static @Nullable List<String> ofNew;

    private static final String HISTORY = "table CREATE TABLE history(\"version\" INTEGER);";

    /** For each kind of object in a file, the column with its definition, or with its name. */
    static final Map<String, String> KINDS = Map.of(
            "table", "sql from system.main.duckdb_tables()",
            "view", "sql from system.main.duckdb_views()",
            "index", "sql from system.main.duckdb_indexes()",
            "sequence", "sql from system.main.duckdb_sequences()",
            "macro", "function_name from system.main.duckdb_functions()",
            "type", "type_name from system.main.duckdb_types()",
            "trigger", "sql from system.main.duckdb_triggers()",
            "schema", "schema_name from system.main.duckdb_schemas()");

    private static final Set<String> WITH_INTERNAL = Set.of("view", "macro", "type", "schema");

    /**
     * Returns the definitions of all objects in a file, sorted, as DuckDB writes them. Functions have qualified names and no operators are
     * used, because the file may have macros that shadow DuckDB's functions and operators. Compaction removes {@code not null} from the
     * columns of {@code body}.
     */
    private static List<String> definitions(Database database) throws IOException {
        List<String> all = new ArrayList<>();
        for (Map.Entry<String, String> kind : KINDS.entrySet()) {
            String isUsers = WITH_INTERNAL.contains(kind.getKey()) ? " and not internal" : "";
            String statement = "select " + kind.getValue() + " where database_name = system.main.current_database()" + isUsers;
            database.read(statement, row -> {
                while (row.next()) all.add(kind.getKey() + " " + String.valueOf(row.getString(1)).replace(" NOT NULL", ""));
            });
        }
        all.remove("schema main");
        Collections.sort(all);
        return all;
    }

    private static void make(Database database) throws IOException {
        database.whole(() -> {
            for (String table : TABLES.keySet()) makeTable(database, "", table);
            database.execute(MEASURED);
            database.execute("insert into history values (" + VERSION + ")");
        });
    }

    /** Creates {@code table} in this database, or in the one attached as {@code prefix} (such as {@code fresh.}). */
    static void makeTable(Database database, String prefix, String table) throws IOException {
        database.execute("create table " + prefix + table + TABLES.get(table));
    }

    /** Returns the names of the tables. */
    static Set<String> tables() {
        return TABLES.keySet();
    }
}
