"""Remembers an exchange and recalls it: example.py ADDRESS [KEY]"""

import sys

from daybook import Daybook, DaybookError

daybook = Daybook(*sys.argv[1:])
ada = daybook.user("Ada / example")
receipt = ada.remember({"session": "s1", "input": "The red kettle is in Lisbon.", "output": "Noted."})
hits = ada.recall({"query": "Where is the kettle?"})["hits"]
print(hits[0]["text"])
assert hits[0]["id"] == receipt["id"]
assert "Lisbon" in ada.context({"session": "s2", "prompt": "the kettle"})["text"]
assert "The red kettle" in ada.export()
assert ada.import_(ada.export())["bad"] == 0
assert ada.list_changes(limit=10)["changes"]
ada.forget({"session": "s1"})
try:
    ada.get_episode(receipt["id"])
    sys.exit("a forgotten episode was found")
except DaybookError as missing:
    assert (missing.status, missing.code) == (404, "not_found"), missing
assert ada.list_facts(subject="user")["facts"] == []
assert "default" in str(daybook.list_spaces())
try:
    Daybook(sys.argv[1], "read from a file\n")
    sys.exit("a key with a line end was accepted")
except ValueError as wrong:
    assert "from a file" not in str(wrong), wrong
