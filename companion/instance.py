"""Keep the folder of the matches: the database and the key that signs cookies, for this account alone."""

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
HALF = ".part"  # ends the name of a file that is being written
LEFT = 3600  # seconds after which nobody writes on such a file any more: whoever did was killed


def instance() -> Path:
    """Return the folder in COMPANION_INSTANCE, else ./instance."""
    return Path(os.environ.get("COMPANION_INSTANCE", "instance")).resolve()


def private(folder: Path) -> Path:
    """Make the folder if need be and close it to others: what lies in it holds names and join codes."""
    folder.mkdir(parents=True, exist_ok=True, mode=ALONE)
    if os.name == "posix" and folder.stat().st_uid == os.getuid():
        folder.chmod(ALONE)
        for path in folder.glob("*.db*"):
            with suppress(PermissionError, FileNotFoundError):  # another account's, or gone since
                path.chmod(OWN)
        _sweep(folder)
    return folder


def _sweep(folder: Path, name: str = "*") -> None:
    """Remove halves of files of that name whose writers were killed."""
    for beside in ("", "-journal", "-wal", "-shm"):
        for path in folder.glob(f"{name}{HALF}{beside}"):
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - LEFT:
                    path.unlink()


@contextmanager
def whole(target: Path) -> Iterator[Path]:
    """Yield an empty file beside the target to write into; it takes the target's place when all is well, else it goes.

    It belongs to whom the folder belongs to.
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
    """Give a file that root wrote to the account that the folder belongs to: its server must read it."""
    if os.name == "posix" and os.getuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)


def database(folder: Path) -> Path | str:
    """Return the address in COMPANION_DATABASE, else the database file of the folder, made if need be."""
    return os.environ.get("COMPANION_DATABASE") or _file(folder)


def _file(folder: Path) -> Path:
    """Make the file empty if it is missing; SQLite gives its own files beside it the same mode."""
    path = folder / "companion.db"
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file", str(path))
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, OWN))
        hand_over(path)
    return path


def set_aside(database: Path, target: Path) -> None:
    """Give a database that cannot be read another name, with what SQLite keeps beside it."""
    for beside in ("-wal", "-shm", ""):
        path = database.with_name(database.name + beside)
        if path.exists():
            path.rename(target.with_name(target.name + beside))


def has_matches(folder: Path) -> bool:
    """Tell whether there is a database to ask: named by its address, or a file that holds something."""
    file = folder / "companion.db"
    return bool(os.environ.get("COMPANION_DATABASE")) or (file.exists() and file.stat().st_size > 0)


def was_served(folder: Path) -> bool:
    """Tell whether a server has been started on this folder."""
    return (folder / "secret.key").exists()


def note_port(folder: Path, port: int) -> None:
    """Note the port for the commands that ask the server, or tell phones where it is."""
    path = folder / "port"
    with suppress(OSError):  # a full disk is reported where something is lost by it
        path.write_text(f"{port}\n", encoding="ascii")
        hand_over(path)


def served_port(folder: Path) -> int:
    """Return the port of the last server on this folder; the usual one where there was none."""
    try:
        return int((folder / "port").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return PORT


def lost_matches(folder: Path) -> bool:
    """Tell whether a server was here before, and the file of its matches is gone or empty."""
    return was_served(folder) and not has_matches(folder)


def lost_key(folder: Path) -> bool:
    """Tell whether the key that signs cookies was cut off: another takes its place, and nobody is known by it."""
    path = folder / "secret.key"
    return path.exists() and path.stat().st_size < KEY_LENGTH


def secret(path: Path) -> bytes:
    """Return the key that signs cookies, of KEY_LENGTH bytes: made once, whole or not at all.

    One that is too short was cut off by a full disk or a power cut, and signs nothing: it is replaced.
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
    """Put a key in its place unless another process that starts at the same moment was first: all take its key."""
    try:
        path.hardlink_to(half)
    except FileExistsError:
        if path.stat().st_size < KEY_LENGTH:
            half.replace(path)
            return
    except NotImplementedError:  # the files of a browser have no links, and one process
        half.replace(path)
        return
    half.unlink()


def host_code(instance: Path) -> str:
    """Return the code that is good now, made if there is none; only the account that runs the server can read it."""
    path = instance / "host.code"
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        renew_host_code(instance)
        return path.read_text(encoding="ascii")


def renew_host_code(instance: Path) -> None:
    """Make another code: browsers that the former one has let in are strangers again."""
    half = instance / f"host.{secrets.token_hex(4)}.part"
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN), "w", encoding="ascii") as file:
        file.write("".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH)))
    hand_over(half)
    half.replace(instance / "host.code")
