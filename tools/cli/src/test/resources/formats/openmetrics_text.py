"""Reads OpenMetrics with the strict parser of the Prometheus client. What ran concurrently has the depth 1, the rest 0."""

from prometheus_client.openmetrics.parser import text_fd_to_metric_families

import rows


def read(paths):
    with open(paths[0], encoding="utf-8") as file:
        for family in text_fd_to_metric_families(file):
            for sample in family.samples:
                labels = dict(sample.labels)
                path = labels.pop("path")
                assert family.type in ("counter", "gauge") and labels in ({}, {"concurrent": "true"}), sample
                yield sample.name, len(labels), path, 0, sample.value, None


rows.main(read)
