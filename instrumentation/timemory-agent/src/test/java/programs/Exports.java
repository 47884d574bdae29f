package programs;

/** Prints which packages of the JVM the program's classes may use that they may not without an agent. */
public final class Exports {
    private Exports() {}

    public static void main(String[] arguments) {
        Module own = Exports.class.getModule();
        for (String name : Object.class.getModule().getPackages().stream().sorted().toList()) {
            Module base = Object.class.getModule();
            if (base.isExported(name, own) != base.isExported(name) || base.isOpen(name, own) != base.isOpen(name))
                System.out.println(name);
        }
    }
}
