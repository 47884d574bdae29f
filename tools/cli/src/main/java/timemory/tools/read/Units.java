package timemory.tools.read;

import java.util.List;
import timemory.DisplayUnit;
import timemory.Quantity;

/** What kind of number a unit's symbol stands for, and how many raw units it holds. */
public record Units(Quantity quantity, String suffix, double factor) {

    private static final List<Quantity> KNOWN = List.of(Quantity.TIME, Quantity.MEMORY, Quantity.ENERGY);

    /** @param size how many raw units there are in one of {@code symbol}, where the symbol does not tell */
    public static Units of(String symbol, double size) {
        int slash = symbol.indexOf('/');
        String plain = slash < 0 ? symbol : symbol.substring(0, slash);
        String suffix = slash < 0 ? "" : symbol.substring(slash);
        for (Quantity quantity : KNOWN) {
            for (DisplayUnit unit : quantity.getUnits()) {
                if (unit.getSymbol().equalsIgnoreCase(plain)) {
                    return new Units(quantity, suffix, unit.getSize());
                }
            }
        }
        if (symbol.isEmpty()) {
            return new Units(Quantity.COUNT, "", 1.0);
        }
        if (symbol.equals("%")) {
            return new Units(Quantity.PERCENTAGE, "", 1.0);
        }
        double factor = size > 0.0 ? size : 1.0;
        return new Units(new Quantity("", List.of(new DisplayUnit(symbol, factor))), "", factor);
    }
}
