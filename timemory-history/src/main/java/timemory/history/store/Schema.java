package timemory.history.store;

import java.io.IOException;
import java.util.List;

/**
 * The tables of the file.
 *
 * <p>Runs come one after another, and are asked for by region. So there are two tables of values, {@code tail} in the order in which they
 * came, and {@code body} in the order of regions; the view {@code measured} has both.
 *
 * <pre>
 * runs(run, ended, commit, branch, machine, program, parameters, digest)
 * regions(region, metric, unit, path)
 * tail, body, measured(run, region, laps, sum)
 * </pre>
 */
final class Schema {
    private static final int VERSION = 1;

    static final String MEASURED = "create view measured as select * from body union all select * from tail";

    private Schema() {}

    /** Makes the tables of a file that is new; refuses one that has others. */
    static void prepare(Database database, boolean isRead) throws IOException {
        boolean isOurs = database.number("select count(*) from information_schema.tables where table_name = 'history'") > 0;
        if (!isOurs) {
            boolean isEmpty = database.number("select count(*) from information_schema.tables") == 0;
            if (isRead || !isEmpty) throw new IOException(database.path + ": is a database, and none of timemory history");
            make(database);
        }
        if (database.number("select coalesce(max(version), 0) from history") != VERSION)
            throw new IOException(database.path + ": is of another version of timemory history");
    }

    private static void make(Database database) throws IOException {
        database.whole(() -> {
            database.execute("create table runs(run integer primary key, ended timestamp not null, commit varchar not null, "
                    + "branch varchar not null, machine varchar not null, program varchar not null, "
                    + "parameters map(varchar, varchar) not null, digest varchar not null)");
            database.execute("create table regions(region integer primary key, metric varchar not null, unit varchar not null, "
                    + "path varchar[] not null)");
            for (String table : List.of("tail", "body")) {
                database.execute(
                        "create table " + table + "(run integer not null, region integer not null, laps bigint, sum double not null)");
            }
            database.execute(MEASURED);
            database.execute("create table history as select " + VERSION + " as version");
            return null;
        });
    }
}
