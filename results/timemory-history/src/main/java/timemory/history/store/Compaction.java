package timemory.history.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import timemory.tools.io.AtomicFile;

/** Sorts values by region, so that a trend is read from one place, and reclaims the space of deleted values. */
final class Compaction {
    /** The maximum size of the unsorted values before they are moved: 200 runs of 2,000 regions; */
    private static final long MAX_TAIL_BYTES = 400_000;

    /** or this part of the others, so that it is done less and less often. */
    private static final int TAIL_OF_BODY = 4;

    private Compaction() {}

    /** Returns whether enough values were added since the last compaction. */
    static boolean isDue(Database database) throws IOException {
        long body = database.number("select count(*) from body");
        return database.number("select count(*) from tail") > Math.max(MAX_TAIL_BYTES, body / TAIL_OF_BODY);
    }

    static void sort(Database database) throws IOException {
        database.whole(() -> {
            database.execute("create or replace table sorted as select * from measured order by region, run");
            database.execute("drop view measured");
            database.execute("drop table body");
            database.execute("alter table sorted rename to body");
            database.execute("delete from tail");
            database.execute(Schema.MEASURED);
        });
    }

    /**
     * Copies everything to a new file that replaces this one, because DuckDB reuses freed space but does not return it. Closes the
     * database.
     */
    static void writeAnew(Database database) throws IOException {
        Path path = database.path;
        Path fresh = AtomicFile.unfinished(path);
        Files.deleteIfExists(fresh);
        try {
            database.execute("attach " + Database.quoted(fresh.toAbsolutePath().toString()) + " as fresh");
            for (String table : Schema.tables()) copy(database, table);
            database.execute(Schema.MEASURED.replace("view measured", "view fresh.measured"));
            database.execute("detach fresh");
            database.close();
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            for (Path file : filesBeside(path)) Files.deleteIfExists(file);
        }
    }

    /** The files written when the file at {@code path} is rewritten: the new one, and DuckDB's temporary files next to it. */
    static List<Path> filesBeside(Path path) {
        Path fresh = AtomicFile.unfinished(path);
        return Stream.of("", ".wal", ".wal.checkpoint", ".wal.recovery").map(end -> fresh.resolveSibling(fresh.getFileName() + end))
                .toList();
    }

    private static void copy(Database database, String table) throws IOException {
        Schema.makeTable(database, "fresh.", table);
        String order = table.equals("body") ? " order by region, run" : "";
        database.execute("insert into fresh." + table + " select * from " + table + order);
    }
}
