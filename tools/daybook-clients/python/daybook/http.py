"""The HTTP calls of the client, with the standard library."""

from __future__ import annotations

import base64
import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable, Iterator
from typing import Any


class DaybookError(Exception):
    """A refusal of the server, by its problem document; status 0: no answer came, so a write may have happened or not."""

    def __init__(self, status: int, problem: dict[str, Any]):
        super().__init__(problem.get("detail", ""))
        self.status = status
        self.code = problem.get("code", "")
        self.problem = problem


def quoted(name: str) -> str:
    """Writes an id into a path: percent-encoded, or in base64url what a path cannot carry."""
    if not name or name in (".", "..") or name.startswith("~") or "/" in name or "\\" in name:
        return "~" + base64.urlsafe_b64encode(name.encode()).decode().rstrip("=")
    return urllib.parse.quote(name, safe="")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to another host, and make a write a read."""

    def redirect_request(self, *_):
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


class Calls:
    """Calls below an address. Thread-safe."""

    def __init__(self, address: str | Calls, key: str | None = None, *, timeout: float = 60):
        """Calls a server with a key; `key` is the path of a scope if `address` is another object."""
        if isinstance(address, Calls):
            self._address, self._key, self._timeout = address._address + (key or ""), address._key, address._timeout
        else:
            if key and not (key.isascii() and key.isprintable()):
                # The standard library would show the key in its own message.
                raise ValueError("key has a character that no key has, such as a line end; give the key alone")
            self._address, self._key, self._timeout = address.rstrip("/"), key, timeout

    def _open(self, method, path, query=None, headers=None, body=None, lines=None, accept="application/json"):
        given = {name: str(value).lower() if isinstance(value, bool) else str(value)
                 for name, value in (query or {}).items() if value is not None}
        address = self._address + path + ("?" + urllib.parse.urlencode(given) if given else "")
        request = urllib.request.Request(address, method=method, headers={"Accept": accept})
        for name, value in (headers or {}).items():
            if value is not None:
                request.add_header(name, str(value))
        if self._key:
            request.add_header("Authorization", "Bearer " + self._key)
        if lines is not None:
            request.add_header("Content-Type", "application/x-ndjson")
            request.data = (lines if isinstance(lines, str) else "".join(line.rstrip("\n") + "\n" for line in lines)).encode()
        elif body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        try:
            return _OPENER.open(request, timeout=self._timeout)
        except urllib.error.HTTPError as refusal:
            try:
                with refusal:
                    text = refusal.read().decode("utf-8", "replace")
            except (OSError, http.client.HTTPException):
                text = ""
            try:
                problem = json.loads(text)
            except ValueError:
                problem = {"detail": text}
            raise DaybookError(refusal.code, problem if isinstance(problem, dict) else {"detail": text}) from None
        except (OSError, http.client.HTTPException) as failure:
            raise self._unanswered(failure) from failure

    def _unanswered(self, failure: Exception) -> DaybookError:
        return DaybookError(0, {"detail": f"no answer of {self._address}: {failure}", "code": "unavailable"})

    def _call(self, method: str, path: str, **options: Any) -> Any:
        text = self._text(method, path, **options)
        return json.loads(text) if text else None

    def _text(self, method: str, path: str, **options: Any) -> str:
        with self._open(method, path, **options) as answer:
            try:
                return answer.read().decode("utf-8")
            except (OSError, http.client.HTTPException) as failure:
                raise self._unanswered(failure) from failure

    def _stream(self, method: str, path: str, **options: Any) -> Iterator[dict[str, Any]]:
        with self._open(method, path, accept="text/event-stream", **options) as answer:
            try:
                for line in answer:
                    if line.startswith(b"data:") and line.endswith(b"\n"):
                        yield json.loads(line[len(b"data:"):])
            except (OSError, http.client.HTTPException) as failure:
                raise self._unanswered(failure) from failure
