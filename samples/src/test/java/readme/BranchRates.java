package readme;

import timemory.*;
import timemory.counters.*;

public final class BranchRates extends PapiRateTuple {
    public static final PapiRateTupleType<BranchRates> TYPE =
            new PapiRateTupleType<>("branch_rates", "Branches per second of CPU time", BranchRates::new);

    public BranchRates() {
        super(new ThreadCpuClock(), "PAPI_BR_INS", "PAPI_BR_MSP");
    }
}
