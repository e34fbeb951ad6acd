"""Announce the server as companion.local by mDNS, so that a new address makes no phone a stranger.

A second companion on the same network would announce the same name: start one of them with `--no-name`.
"""

from ipaddress import ip_address
from typing import Self

from zeroconf import Error, ServiceInfo, Zeroconf

from companion.network.addresses import FAR, Reachable
from companion.network.reach import NAME

SERVICE = "_http._tcp.local."


class Announcement:
    """The mDNS announcement, renewed when the addresses change."""

    def __init__(self, port: int):
        self.port = port
        self._spoken: Zeroconf | None = None
        self._addresses: list[bytes] = []

    def follow(self, places: tuple[Reachable, ...]) -> bool:
        """Announce these addresses, the phones' networks only; return False where mDNS cannot be used."""
        addresses = [ip_address(place.address).packed for place in places if place.kind not in FAR]
        if addresses == self._addresses:
            return True
        self.close()  # sockets are bound to the interfaces there were
        self._addresses = addresses
        if not addresses:
            return True
        info = ServiceInfo(
            SERVICE, f"companion.{SERVICE}", port=self.port, addresses=addresses, server=f"{NAME}.", properties={}
        )
        try:
            self._spoken = Zeroconf()
            self._spoken.register_service(info, allow_name_change=True)
        except (OSError, Error):
            self.close()
            return False
        return True

    def close(self) -> None:
        """Say goodbye, so that phones forget the addresses."""
        spoken, self._spoken, self._addresses = self._spoken, None, []
        if spoken:
            spoken.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
