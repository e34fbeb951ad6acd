"""Manage the instance folder: the database, the key that signs cookies and the host's code, private to this account."""

import errno
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path

from companion.limits import ALPHABET, CODE_LENGTH

PORT = 8000
KEY_LENGTH = 32  # bytes
ALONE = 0o700
OWN = 0o600
HALF = ".part"  # the suffix of a file that is being written
LEFT = 3600  # seconds after which such a file is abandoned: its writer was killed


def instance() -> Path:
    """Return the folder in COMPANION_INSTANCE, else ./instance."""
    return Path(os.environ.get("COMPANION_INSTANCE", "instance")).resolve()


def private(folder: Path) -> Path:
    """Create the folder if necessary and make it private, because its files contain names and join codes."""
    folder.mkdir(parents=True, exist_ok=True, mode=ALONE)
    if os.name == "posix" and folder.stat().st_uid == os.getuid():
        folder.chmod(ALONE)
        for path in folder.glob("*.db*"):
            with suppress(PermissionError, FileNotFoundError):  # owned by another account, or deleted meanwhile
                path.chmod(OWN)
        _sweep(folder)
    return folder


def _sweep(folder: Path, name: str = "*") -> None:
    """Remove abandoned partial files of that name."""
    for beside in ("", "-journal", "-wal", "-shm"):
        for path in folder.glob(f"{name}{HALF}{beside}"):
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - LEFT:
                    path.unlink()


@contextmanager
def whole(target: Path) -> Iterator[Path]:
    """Yield an empty file beside the target to write into; it replaces the target on success and is deleted on failure.

    It gets the owner of the folder.
    """
    _sweep(target.parent, f"{escape(target.name)}.*")
    half = target.with_name(f"{target.name}.{secrets.token_hex(4)}{HALF}")
    os.close(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN))
    try:
        hand_over(half)
        yield half
        half.replace(target)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def hand_over(path: Path) -> None:
    """Give a file that root wrote to the owner of the folder, whose server must read it."""
    if os.name == "posix" and os.getuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)


def database(folder: Path) -> Path | str:
    """Return the address in COMPANION_DATABASE, else the database file of the folder, created if necessary."""
    return os.environ.get("COMPANION_DATABASE") or _file(folder)


def _file(folder: Path) -> Path:
    """Create the file, empty and private, if it is missing; SQLite's own files get the same mode."""
    path = folder / "companion.db"
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file", str(path))
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, OWN))
        hand_over(path)
    return path


def set_aside(database: Path, target: Path) -> None:
    """Rename an unreadable database, with SQLite's files beside it."""
    for beside in ("-wal", "-shm", ""):
        path = database.with_name(database.name + beside)
        if path.exists():
            path.rename(target.with_name(target.name + beside))


def has_matches(folder: Path) -> bool:
    """Return True if there is a database: an address, or a file that is not empty."""
    file = folder / "companion.db"
    return bool(os.environ.get("COMPANION_DATABASE")) or (file.exists() and file.stat().st_size > 0)


def was_served(folder: Path) -> bool:
    """Return True if a server has been started on this folder."""
    return (folder / "secret.key").exists()


def note_port(folder: Path, port: int) -> None:
    """Store the port for commands that contact the server or print its address."""
    path = folder / "port"
    with suppress(OSError):  # a full disk is reported elsewhere
        path.write_text(f"{port}\n", encoding="ascii")
        hand_over(path)


def served_port(folder: Path) -> int:
    """Return the port of the last server on this folder, or the default port."""
    try:
        return int((folder / "port").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return PORT


def lost_matches(folder: Path) -> bool:
    """Return True if a server has used this folder, but its database is missing or empty."""
    return was_served(folder) and not has_matches(folder)


def lost_key(folder: Path) -> bool:
    """Return True if the key that signs cookies is truncated: it will be replaced, and phones lose their cookies."""
    path = folder / "secret.key"
    return path.exists() and path.stat().st_size < KEY_LENGTH


def secret(path: Path) -> bytes:
    """Return the key that signs cookies, KEY_LENGTH bytes, created atomically once.

    A truncated key, from a full disk or a power cut, is replaced.
    """
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        key = b""
    if len(key) >= KEY_LENGTH:
        return key
    half = path.with_name(f"{path.name}.{secrets.token_hex(4)}{HALF}")
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN), "wb") as file:
        file.write(secrets.token_bytes(KEY_LENGTH))
        file.flush()
        os.fsync(file.fileno())
    hand_over(half)
    if key:
        half.replace(path)
    else:
        _put_first(half, path)
    return path.read_bytes()


def _put_first(half: Path, path: Path) -> None:
    """Store a key, unless another process that starts at the same time was first."""
    try:
        path.hardlink_to(half)
    except FileExistsError:
        if path.stat().st_size < KEY_LENGTH:
            half.replace(path)
            return
    except NotImplementedError:  # the file system of a browser has no links, and only one process
        half.replace(path)
        return
    half.unlink()


def host_code(instance: Path) -> str:
    """Return the host's code, created if there is none; only the account of the server can read it."""
    path = instance / "host.code"
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        renew_host_code(instance)
        return path.read_text(encoding="ascii")


def new_code(length: int = CODE_LENGTH) -> str:
    """Return a new random code of that many characters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def renew_host_code(instance: Path) -> None:
    """Replace the host's code, which ends the access of browsers that used the old one."""
    half = instance / f"host.{secrets.token_hex(4)}.part"
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN), "w", encoding="ascii") as file:
        file.write(new_code())
    hand_over(half)
    half.replace(instance / "host.code")
