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
    delay: float = 0.0
    busy: bool = False
    refusals: Counter[str] = field(default_factory=Counter)
    closed: Counter[str] = field(default_factory=Counter)


class Gauges(Collector):
    """The counts as Prometheus wants them."""

    def __init__(self, counts: Counts, failures: Counter[str]) -> None:
        self.counts, self.failures = counts, failures

    def collect(self) -> Iterator[Metric]:
        counts = self.counts
        yield GaugeMetricFamily("piggery_connections", "Connections open now", counts.connections)
        yield GaugeMetricFamily("piggery_tables", "Tables in memory now", counts.tables)
        yield GaugeMetricFamily("piggery_delay_seconds", "How long what is due has to wait now", counts.delay)
        yield GaugeMetricFamily("piggery_busy", "Whether new tables are refused now", counts.busy)
        yield CounterMetricFamily("piggery_tables_opened", "Tables opened", counts.opened)
        yield CounterMetricFamily("piggery_views", "Views sent", counts.views)
        yield CounterMetricFamily("piggery_asks", "Messages received", counts.asks)
        yield CounterMetricFamily("piggery_dropped", "Connections dropped because they took nothing", counts.dropped)
        yield _by("piggery_refusals", "Refusals", "code", counts.refusals)
        yield _by("piggery_closed", "Connections closed because of what came, or did not", "why", counts.closed)
        yield _by("piggery_chore_failures", "Background tasks that failed", "chore", self.failures)


def _by(name: str, meaning: str, label: str, numbers: Counter[str]) -> Metric:
    found = CounterMetricFamily(name, meaning, labels=[label])
    for value, number in numbers.items():
        found.add_metric([value], number)
    return found


def registry(counts: Counts, failures: Counter[str]) -> CollectorRegistry:
    found = CollectorRegistry()
    found.register(Gauges(counts, failures))
    ProcessCollector(registry=found)
    return found
