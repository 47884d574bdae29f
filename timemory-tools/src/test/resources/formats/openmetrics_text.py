"""Reads OpenMetrics with the strict parser of the Prometheus client."""

from prometheus_client.openmetrics.parser import text_fd_to_metric_families

import rows


def read(paths):
    with open(paths[0], encoding="utf-8") as file:
        for family in text_fd_to_metric_families(file):
            for sample in family.samples:
                assert family.type in ("counter", "gauge") and list(sample.labels) == ["path"], sample
                yield sample.name, 0, sample.labels["path"], 0, sample.value, None


rows.main(read)
