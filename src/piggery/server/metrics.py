"""What is counted, in plain numbers; Prometheus reads them when it asks."""

from collections import Counter
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector


class Counts:
    def __init__(self) -> None:
        self.views = 0
        self.asks = 0
        self.opened = 0
        self.connections = 0
        self.tables = 0
        self.dropped = 0
        self.refusals: Counter[str] = Counter()


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


def page(found: CollectorRegistry) -> bytes:
    return generate_latest(found)
