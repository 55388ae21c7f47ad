"""Uses a Daybook through the published client of mem0, unchanged but for the address and the key.

    client.py URL KEY

Fails at the first answer that is not as it must be.
"""

import sys

from mem0 import MemoryClient
from mem0.exceptions import MemoryError, MemoryNotFoundError, ValidationError


def refused(kind, part, call):
    try:
        call()
    except kind as error:
        assert part in str(error), error
        print("refused:", error)
        return
    raise AssertionError("not refused: " + part)


def use(client):
    messages = [
        {"role": "user", "content": "I am vegetarian and I live in Lisbon."},
        {"role": "assistant", "content": "Noted."},
    ]
    added = client.add(messages, user_id="alice", agent_id="kitchen", metadata={"topic": "food"})
    assert added["status"] == "PENDING", added
    plain = client.add("The kettle is blue.", user_id="alice", run_id="run-1", infer=False)["results"]
    assert [each["memory"] for each in plain] == ["The kettle is blue."], plain
    memory = plain[0]["id"]

    found = client.search("Which colour has the kettle?", filters={"user_id": "alice"}, top_k=3)["results"]
    assert found[0]["id"] == memory and found[0]["score"] > 0, found
    filters = {"AND": [{"user_id": "alice"}, {"OR": [{"topic": "food"}, {"run_id": "run-9"}]}]}
    found = client.search("Where does she live?", filters=filters)["results"]
    assert found and all(each["agent_id"] == "kitchen" for each in found), found

    # Facts come in the background; the REST interface of Daybook waits for them.
    consolidate = client.host.replace("/mem0", "/v1/spaces/default/users/alice/consolidate")
    derive = client.client.post(consolidate, headers={"Authorization": "Bearer " + client.api_key})
    derive.raise_for_status()
    kinds = {each["memory_type"] for each in client.get_all(filters={"user_id": "alice"})["results"]}
    assert kinds == {"episode", "fact"}, kinds
    state = client.client.get("/v1/event/" + added["event_id"] + "/").json()
    assert state["status"] == "SUCCEEDED" and len(state["results"]) > 1, state
    page = client.get_all(filters={"user_id": "alice"}, page=1, page_size=1)
    assert page["count"] >= 3 and page["next"] and len(page["results"]) == 1, page

    assert client.get(memory)["run_id"] == "run-1"
    assert client.update(memory, text="The kettle is red.", metadata={"room": "kitchen"})["memory"] == "The kettle is red."
    history = [(each["event"], each["old_memory"], each["new_memory"]) for each in client.history(memory)]
    assert history == [
        ("ADD", None, "The kettle is blue."),
        ("UPDATE", "The kettle is blue.", "The kettle is red."),
    ], history
    client.batch_update([{"memory_id": memory, "text": "The kettle is green."}])
    assert client.users()["results"][0]["name"] == "alice"

    refused(ValidationError, "more than one user", lambda: client.search("x", filters={"user_id": {"in": ["alice", "bob"]}}))
    refused(ValidationError, "'regex'", lambda: client.get_all(filters={"user_id": "alice", "topic": {"regex": ".*"}}))
    refused(MemoryError, "feedback", lambda: client.feedback(memory, "POSITIVE"))
    refused(MemoryError, "exports", lambda: client.create_memory_export(schema="{}"))

    client.delete(memory)
    refused(MemoryNotFoundError, "no such memory", lambda: client.get(memory))
    client.batch_delete([{"memory_id": added["results"][0]["id"]}])
    client.delete_all(user_id="alice")
    assert client.get_all(filters={"user_id": "alice"})["count"] == 0
    client.add("I drink tea.", user_id="bob", infer=False)
    client.reset()
    assert client.users()["count"] == 0


if __name__ == "__main__":
    address, key = sys.argv[1:]
    use(MemoryClient(api_key=key, host=address))
    try:
        MemoryClient(api_key="wrong", host=address)
    except ValueError as error:
        print("refused:", error)
    else:
        raise AssertionError("a wrong key was accepted")
    print("mem0's Python client: all answers are as they must be")
