"""The addresses by which this machine can be reached in its networks, the likeliest first."""

import socket
from contextlib import suppress
from ipaddress import IPv4Address, ip_address

import ifaddr

VIRTUAL = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vbox",
    "vmnet",
    "vethernet",
    "wsl",
    "tun",
    "tap",
    "utun",
    "wg",
    "zt",
    "lxc",
)
PRIVATE = ("192.168.", "10.", "172.")  # in the order in which a home has them


def addresses() -> list[str]:
    """Every address but those that lead nowhere else."""
    likeliest = on_the_way_out()
    found = {likeliest: -1} if likeliest else {}
    with suppress(OSError):  # some systems do not tell
        for adapter in ifaddr.get_adapters():
            for one in adapter.ips:
                if isinstance(one.ip, str) and leads_here(one.ip):
                    found.setdefault(one.ip, unlikely(one.ip, one.nice_name))
    return sorted(found, key=found.__getitem__)


def leads_here(address: str) -> bool:
    number = ip_address(address)
    return isinstance(number, IPv4Address) and not (number.is_loopback or number.is_link_local or number.is_unspecified)


def unlikely(address: str, adapter: str) -> int:
    """How unlikely it is that a phone finds this machine there."""
    virtual = adapter.lower().startswith(VIRTUAL)
    kind = next((n for n, start in enumerate(PRIVATE) if address.startswith(start)), len(PRIVATE))
    return kind + virtual * (len(PRIVATE) + 1)


def on_the_way_out() -> str:
    """The address that this machine has on its way to others, or none. Nothing is sent: a datagram socket only looks up
    its route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:  # a network without a way out
            return ""
    return found if leads_here(found) else ""
