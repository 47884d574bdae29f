package programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;

/** Works when it is told to, by lines of its standard input. */
public final class Served {
    private Served() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line) {
                case "work" -> System.out.println(step(7));
                case "force" -> Class.forName("timemory.agent.boot.Hooks").getField("on").set(null, true);
                default -> System.out.println("what is " + line + "?");
            }
        }
    }

    static int step(int number) {
        int result = number;
        for (int i = 0; i < 10; i++) result = result * 31 + i;
        return result;
    }
}
