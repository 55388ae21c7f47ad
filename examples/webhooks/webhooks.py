#!/usr/bin/env python3
"""Posts every change of one scope to a web hook, each at least once and in order, also after a restart of either side.

usage: webhooks.py SCOPE_URL HOOK_URL CURSOR_FILE [--once]
SCOPE_URL is that of a scope, such as http://127.0.0.1:7411/v1/spaces/default/users/ada; DAYBOOK_KEY is a key with the right read.
--once ends after the last change that is there; without it the program waits for more. Needs Python 3.8 and no library.
"""
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

POLL_SECONDS = 2


def page_after(scope, cursor):
    query = "?" + urllib.parse.urlencode({"since": cursor}) if cursor else ""
    key = os.environ.get("DAYBOOK_KEY")
    request = urllib.request.Request(scope + "/changes" + query, headers={"Authorization": "Bearer " + key} if key else {})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def post(hook, change):
    """Posts a change until the hook takes it. A hook knows a repetition by the cursor."""
    body = json.dumps(change).encode()
    request = urllib.request.Request(hook, data=body, headers={"Content-Type": "application/json"})
    wait = 1
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError) as failure:
            print(f"the hook failed ({failure}); again in {wait} s", file=sys.stderr)
            time.sleep(wait)
            wait = min(2 * wait, 60)


def keep(file, cursor):
    with open(file + ".new", "w", encoding="ascii") as out:
        out.write(cursor)
    os.replace(file + ".new", file)


def main(scope, hook, file, once):
    cursor = open(file, encoding="ascii").read() if os.path.exists(file) else None
    while True:
        try:
            page = page_after(scope, cursor)
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 503):
                sys.exit(f"{refused.code}: {refused.read().decode()}")
            page = None
        except (urllib.error.URLError, TimeoutError, ConnectionError) as failure:
            print(f"the server failed ({failure})", file=sys.stderr)
            page = None
        for change in page["changes"] if page else ():
            post(hook, change)
            keep(file, change["cursor"])
        if page:
            cursor = page["next"]
            keep(file, cursor)
            if once and not page["more"]:
                return
        if not page or not page["more"]:
            time.sleep(POLL_SECONDS)


if __name__ == "__main__":
    arguments = [each for each in sys.argv[1:] if each != "--once"]
    if len(arguments) != 3:
        sys.exit(__doc__)
    main(*arguments, once="--once" in sys.argv)
