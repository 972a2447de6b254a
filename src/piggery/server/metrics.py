"""The counts, in plain numbers; Prometheus reads them when it asks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector


@dataclass
class Counts:
    views: int = 0
    asks: int = 0
    opened: int = 0
    connections: int = 0
    tables: int = 0
    dropped: int = 0
    refusals: Counter[str] = field(default_factory=Counter)


class Gauges(Collector):
    """The counts as Prometheus wants them."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts

    def collect(self) -> Iterator[Metric]:
        counts = self.counts
        yield GaugeMetricFamily("piggery_connections", "Connections open now", counts.connections)
        yield GaugeMetricFamily("piggery_tables", "Tables in memory now", counts.tables)
        yield CounterMetricFamily("piggery_tables_opened", "Tables opened", counts.opened)
        yield CounterMetricFamily("piggery_views", "Views sent", counts.views)
        yield CounterMetricFamily("piggery_asks", "Messages received", counts.asks)
        yield CounterMetricFamily("piggery_dropped", "Connections dropped because they took nothing", counts.dropped)
        refusals = CounterMetricFamily("piggery_refusals", "Refusals", labels=["code"])
        for code, number in counts.refusals.items():
            refusals.add_metric([code], number)
        yield refusals


def registry(counts: Counts) -> CollectorRegistry:
    found = CollectorRegistry()
    found.register(Gauges(counts))
    ProcessCollector(registry=found)
    return found
