package timemory.history.store;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import timemory.results.Results;

/** Adds runs. It caches the existing regions, so it is valid until something else changes them. */
final class RunWriter {
    private final Database database;
    private final Map<Measured.Key, Integer> known = new HashMap<>();
    private int lastRegion;

    RunWriter(Database database, List<Region> regions) {
        this.database = database;
        for (Region region : regions) {
            known.put(new Measured.Key(region.metric(), region.unit(), region.path()), region.number());
            lastRegion = Math.max(lastRegion, region.number());
        }
    }

    /** Adds a run and returns its number. */
    int add(RunFacts facts, Results results, String digest) throws IOException {
        return database.whole(() -> {
            int run = 1 + (int) database.number("select coalesce(max(run), 0) from runs");
            addRun(run, facts, digest);
            addValues(run, Measured.of(results));
            return run;
        });
    }

    private void addRun(int run, RunFacts facts, String digest) throws SQLException {
        try (PreparedStatement insert = database.connection.prepareStatement("insert into runs values (?, ?, ?, ?, ?, ?, map(?, ?), ?)")) {
            insert.setInt(1, run);
            insert.setTimestamp(2, Timestamp.valueOf(LocalDateTime.ofInstant(facts.at(), ZoneOffset.UTC)));
            insert.setString(3, facts.commit());
            insert.setString(4, facts.branch());
            insert.setString(5, facts.machine());
            insert.setString(6, facts.program());
            insert.setArray(7, database.texts(facts.parameters().keySet().toArray()));
            insert.setArray(8, database.texts(facts.parameters().values().toArray()));
            insert.setString(9, digest);
            insert.execute();
        }
    }

    private void addValues(int run, Map<Measured.Key, Measured.Value> measured) throws SQLException {
        List<Measured.Key> added = new ArrayList<>();
        try (DuckDBAppender tail = database.connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, "tail")) {
            for (Map.Entry<Measured.Key, Measured.Value> one : measured.entrySet()) {
                Integer region = known.get(one.getKey());
                if (region == null) {
                    region = ++lastRegion;
                    known.put(one.getKey(), region);
                    added.add(one.getKey());
                }
                tail.beginRow();
                tail.append(run);
                tail.append(region.intValue());
                if (one.getValue().laps < 0) tail.appendNull();
                else tail.append(one.getValue().laps);
                tail.append(one.getValue().sum);
                tail.endRow();
            }
        }
        if (!added.isEmpty()) addRegions(added);
    }

    private void addRegions(List<Measured.Key> added) throws SQLException {
        try (PreparedStatement insert = database.connection.prepareStatement("insert into regions values (?, ?, ?, ?)")) {
            for (Measured.Key key : added) {
                insert.setInt(1, Objects.requireNonNull(known.get(key))); // it was numbered when it was added
                insert.setString(2, key.metric());
                insert.setString(3, key.unit());
                insert.setArray(4, database.texts(key.path().toArray()));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
