package timemory.history.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import timemory.tools.io.AtomicFile;

/** Puts values in the order of regions, so that a trend is read from one place, and gives back the space of what was deleted. */
final class Compaction {
    /** So many values may lie in the order in which they came before they are moved, of 200 runs of 2,000 regions; */
    private static final long MAX_TAIL_BYTES = 400_000;

    /** or this part of the others, so that it is done ever more seldom. */
    private static final int TAIL_OF_BODY = 4;

    private Compaction() {}

    /** Whether so much came since it was done last that it should be done. */
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

    /** DuckDB gives space back only to itself: all is copied to a file that takes the place of this one. Closes the database. */
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

    /** What is written when the file at {@code path} is written anew: the new one, and what DuckDB writes beside it meanwhile. */
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
