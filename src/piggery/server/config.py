"""The settings of `piggery serve`."""

from dataclasses import dataclass, field
from pathlib import Path

from ..folders import data_folder
from .limits import Limits, plain

DAY = 24 * 3600 * 1000


@dataclass(frozen=True)
class Config:
    host: str = "127.0.0.1"
    port: int = 8010
    store: str = ""
    lost: bool = False  # whether what is stored is gone at the end: there was no other place
    public: str = ""  # how the outside sees this server, such as https://piggery.example.org
    origins: tuple[str, ...] = ()  # other origins whose pages may connect
    trusted: tuple[str, ...] = ()  # addresses without limits
    proxies: str = ""  # addresses of reverse proxies, whose word on the client's address is taken
    compiled: bool = False  # whether searches are compiled, in another process, once it serves
    days: int = 30  # until a table where nothing happens is forgotten
    log: str = ""  # text or json; text for whoever sits at a terminal
    files: int = 0  # how many this process may have open, connections included; 0: nobody says
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        object.__setattr__(self, "public", self.public.rstrip("/"))
        object.__setattr__(self, "trusted", tuple(map(plain, self.trusted)))

    def trusts(self, host: str) -> bool:
        """Whether this address has no limits: itself, not others of its network."""
        return plain(host) in self.trusted

    @property
    def path(self) -> Path:
        """The SQLite file."""
        return Path(self.store) if self.store else data_folder() / "tables.db"

    @property
    def postgres(self) -> bool:
        return self.store.startswith(("postgresql://", "postgres://"))
