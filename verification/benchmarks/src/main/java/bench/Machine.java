package bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine that the figures were measured on. */
record Machine(String processor, int cores, String kernel, String clock, String java) {

    static Machine here() throws IOException {
        String processor = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown processor");
        boolean isVirtual = Files.readString(Path.of("/proc/cpuinfo")).contains(" hypervisor");
        Path clock = Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
        return new Machine(
                processor + (isVirtual ? " (virtual machine)" : ""),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Files.exists(clock) ? Files.readString(clock).strip() : "unknown",
                System.getProperty("java.vm.name") + " " + Runtime.version());
    }

    String describe() {
        return processor + ", " + cores + " cores, " + kernel + ", clock source " + clock + ", " + java + ".";
    }
}
