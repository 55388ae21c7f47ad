"""Uses a Daybook through the client that openapi-python-client made of /openapi.json, which must be on PYTHONPATH.

    client.py URL KEY

Fails at the first answer that is not as it must be.
"""

import importlib
import io
import pkgutil
import sys

import daybook_client
from daybook_client import AuthenticatedClient, models
from daybook_client.api.blocks import put_block
from daybook_client.api.episodes import context, get_episode, recall, remember
from daybook_client.api.knowledge import assert_fact, list_facts
from daybook_client.api.scope import export, forget, import_
from daybook_client.api.shared import shared_recall, shared_remember
from daybook_client.types import File

SPACE, USER = "default", "Jürgen of Python"


def every_module():
    """What was made must at least be read by Python."""
    names = [module.name for module in pkgutil.walk_packages(daybook_client.__path__, "daybook_client.")]
    for name in names:
        importlib.import_module(name)
    return len(names)


def use(client):
    message = models.Message(role="user", text="The red kettle is in Lisbon.")
    metadata = models.MetadataType0.from_dict({"room": "kitchen"})
    episode = models.NewEpisode(session="s1", messages=[message], metadata=metadata)
    receipt = remember.sync(SPACE, USER, client=client, body=episode)
    assert isinstance(receipt, models.Receipt) and receipt.durable, receipt
    receipts = remember.sync(SPACE, USER, client=client, body=[models.NewEpisode(session="s2", input_="Two cups.")])
    assert len(receipts) == 1, receipts
    found = get_episode.sync(SPACE, USER, receipt.id, client=client)
    assert found.messages[0].text == message.text and found.session == "s1", found

    kitchen = models.Filter(equal=models.FilterEqual.from_dict({"room": "kitchen"}))
    filter_ = models.Filter(all_=[kitchen, models.Filter(not_=models.Filter(present="garden"))])
    query = models.Query(query="Where is the kettle?", filter_=filter_, explain=True)
    hits = recall.sync(SPACE, USER, client=client, body=query).hits
    assert [hit.id for hit in hits] == [receipt.id] and hits[0].kind == "episode" and hits[0].why, hits

    told = context.sync(SPACE, USER, client=client, body=models.ContextBody(session="s3", prompt="the kettle"))
    assert "Lisbon" in told.text and told.sections, told

    block = put_block.sync(SPACE, USER, "persona", client=client, body=models.PutBlockBody(content="Kind."))
    assert block.kind == "block" and block.content == "Kind.", block
    fact = models.NewFact(subject="kettle", predicate="is in", object_="Lisbon")
    assert assert_fact.sync(SPACE, USER, client=client, body=fact).durable
    facts = list_facts.sync(SPACE, USER, client=client).facts
    assert [(fact.kind, fact.object_) for fact in facts] == [("fact", "Lisbon")], facts

    assert shared_remember.sync(SPACE, client=client, body=models.NewEpisode(input_="The shop opens at nine.")).durable
    assert shared_recall.sync(SPACE, client=client, body=models.Query(query="shop")).hits

    lines = export.sync(SPACE, USER, client=client).payload.read()
    assert b"The red kettle" in lines and lines.endswith(b"\n"), lines
    came = import_.sync(SPACE, USER, client=client, body=File(payload=io.BytesIO(lines)))
    assert came.bad == 0 and came.unchanged == came.lines, came

    gone = forget.sync(SPACE, USER, client=client, body=models.ForgetBody(session="s1"))
    assert gone.counts["episode"] == 1, gone
    problem = get_episode.sync(SPACE, USER, receipt.id, client=client)
    assert problem.code == "not_found", problem


made = every_module()
with AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True) as client:
    use(client)
print(f"the generated Python client: {made} modules, every call answered as it must")
