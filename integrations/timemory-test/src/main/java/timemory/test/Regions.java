package timemory.test;

import timemory.Bundles;
import timemory.Component;
import timemory.bundle.Region;

/** Creates region handles with components that are known only at run time. */
final class Regions {

    private Regions() {}

    /**
     * Returns the region {@code label}, measured by {@code types}.
     *
     * @throws IllegalArgumentException if there are none or more than eight, or duplicates
     */
    static Region of(Class<? extends Component>[] types, String label) {
        switch (types.length) {
            case 1:
                return Bundles.of(types[0]).region(label);
            case 2:
                return Bundles.of(types[0], types[1]).region(label);
            case 3:
                return Bundles.of(types[0], types[1], types[2]).region(label);
            case 4:
                return Bundles.of(types[0], types[1], types[2], types[3]).region(label);
            case 5:
                return Bundles.of(types[0], types[1], types[2], types[3], types[4]).region(label);
            case 6:
                return Bundles.of(types[0], types[1], types[2], types[3], types[4], types[5]).region(label);
            case 7:
                return Bundles.of(types[0], types[1], types[2], types[3], types[4], types[5], types[6]).region(label);
            case 8:
                return Bundles.of(types[0], types[1], types[2], types[3], types[4], types[5], types[6], types[7]).region(label);
            default:
                throw new IllegalArgumentException("@MeasuredBy names " + types.length + " components: name 1 to 8");
        }
    }
}
