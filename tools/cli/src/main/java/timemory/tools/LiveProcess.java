package timemory.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import timemory.internal.platform.SystemEnvironment;
import timemory.results.Results;
import timemory.tools.io.Terminal;
import timemory.tools.read.ResultFiles;

/** A process that can be asked what it measures. */
final class LiveProcess {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LISTING = Duration.ofSeconds(3);

    private static final String WAY_OUT =
            "Processes need TIMEMORY_LIVE_SOCKET=true at their start, or a call of Live.open(); 'timemory attach PID' "
                    + "opens the socket of a Java program, and of any that was started with TIMEMORY_LIVE_SIGNAL=USR2";

    /** What a process says of itself. */
    record Info(long process, String program, String target, boolean isMeasuring, boolean isEnabled) {

        static Info of(SocketResponse reply) throws IOException {
            JsonNode json = JSON.readTree(reply.content());
            if (json == null || !json.path("process").isNumber()) {
                throw new IOException("the process sent unknown information about itself");
            }
            return new Info(json.path("process").asLong(), text(json, "program"), text(json, "target"),
                    json.path("isMeasuring").asBoolean(), json.path("isEnabled").asBoolean());
        }

        private static String text(JsonNode json, String field) {
            return Terminal.visible(json.path(field).asText("?"));
        }

        /** As sentences name it. */
        String name() {
            return "process " + process + " (" + program + ")";
        }

        String state() {
            return !isMeasuring ? "no session" : isEnabled ? "measuring" : "measuring is off";
        }
    }

    private final LiveSocketFile socket;
    private final LiveClient client;
    private Info info;

    private LiveProcess(LiveSocketFile socket, LiveClient client, Info info) {
        this.socket = socket;
        this.client = client;
        this.info = info;
    }

    /**
     * The one that {@code target} means: a number, or a part of a program's name.
     *
     * @throws IOException with a sentence that says why there is none, and what can be done
     */
    static LiveProcess find(String target, LiveFolders folders) throws IOException {
        return target.matches("\\d{1,9}") ? byNumber(Long.parseLong(target), folders) : byName(target, folders);
    }

    private static LiveProcess byNumber(long number, LiveFolders folders) throws IOException {
        Path about = Path.of("/proc", Long.toString(number));
        if (!Files.isDirectory(about)) {
            throw new IOException("there is no process " + number + others(folders));
        }
        List<LiveSocketFile> sockets = folders.of(number);
        if (sockets.isEmpty()) {
            String owner = Files.getFileAttributeView(about, FileOwnerAttributeView.class).getOwner().getName();
            String user = SystemEnvironment.property("user.name");
            if (!owner.equals(user) && !"root".equals(user)) {
                throw new IOException("process " + number + " belongs to user " + owner + ", not to " + user
                        + ": run this as that user (sudo -u " + owner + " ...)");
            }
            String places = folders.foldersOf(number).stream().map(Path::toString).collect(Collectors.joining(", "));
            throw new IOException(
                    "process " + number + " cannot be reached: it has no live socket in " + places + ". " + WAY_OUT + others(folders));
        }
        // Of several copies of timemory in one process, that which measures.
        List<LiveProcess> copies = new ArrayList<>();
        for (LiveSocketFile socket : sockets) {
            LiveClient client = new LiveClient(socket.path());
            try {
                copies.add(new LiveProcess(socket, client, Info.of(client.ask("info"))));
            } catch (IOException failure) {
                throw new IOException("process " + number + " cannot be reached at " + socket.path() + ": " + failure.getMessage(),
                        failure);
            }
            LiveProcess last = copies.get(copies.size() - 1);
            if (last.info.isMeasuring()) {
                return last;
            }
        }
        return copies.get(copies.size() - 1);
    }

    private static LiveProcess byName(String name, LiveFolders folders) throws IOException {
        String wanted = name.toLowerCase(Locale.ROOT);
        List<LiveProcess> all = all(folders);
        List<LiveProcess> found = all.stream().filter(one -> one.info.program().toLowerCase(Locale.ROOT).contains(wanted)).toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        String which = Terminal.visible(name);
        throw new IOException(found.isEmpty()
                ? "no process with a live socket is called '" + which + "'. " + (all.isEmpty() ? WAY_OUT : "There is " + names(all))
                : "'" + which + "' are " + found.size() + " processes; give the ID of one: " + names(found));
    }

    private static String others(LiveFolders folders) throws IOException {
        List<LiveProcess> all = all(folders);
        return all.isEmpty() ? "" : ". Now there is " + names(all);
    }

    private static String names(List<LiveProcess> processes) {
        return processes.stream().map(one -> one.info.name()).collect(Collectors.joining(", "));
    }

    /** Returns the processes in the usual folders that respond. */
    static List<LiveProcess> all(LiveFolders folders) throws IOException {
        List<LiveProcess> found = new ArrayList<>();
        for (LiveSocketFile socket : folders.all()) {
            try {
                Info info = Info.of(new LiveClient(socket.path(), LISTING).ask("info"));
                found.add(new LiveProcess(socket, new LiveClient(socket.path()), info));
            } catch (IOException ignored) {
                // It has ended meanwhile, is stopped, or belongs to another user: it cannot be asked.
                continue;
            }
        }
        return found;
    }

    Info info() {
        return info;
    }

    /** What it said of itself after {@code question}, which has it do something. */
    Info tell(String question) throws IOException {
        info = Info.of(ask(question));
        return info;
    }

    /**
     * Sends {@code question} and returns the response.
     *
     * @throws IOException with a message that names it
     */
    SocketResponse ask(String question) throws IOException {
        try {
            return client.ask(question);
        } catch (IOException failure) {
            boolean isOver = !Files.exists(socket.path()) || !Files.isDirectory(Path.of("/proc", Long.toString(socket.process())));
            String reason = isOver ? " has ended, or closed its live socket" : ": " + failure.getMessage();
            throw new IOException(info.name() + reason, failure);
        }
    }

    /** The regions that are open in it, those for longest first. */
    List<OpenRegionRow> open() throws IOException {
        return OpenRegionRow.listOf(JSON.readTree(ask("open").content()));
    }

    /** The results in {@code reply}. */
    Results results(SocketResponse reply) throws IOException {
        return ResultFiles.read(new ByteArrayInputStream(reply.content()), "the response of " + info.name());
    }
}
