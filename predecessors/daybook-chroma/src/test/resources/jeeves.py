"""What a jeevesagent does with the memory, for JeevesAgentTest: jeeves.py HOST PORT TENANT write|read|close|forget."""

import asyncio
import json
import sys
from datetime import datetime, timedelta, timezone

import chromadb
from jeevesagent.core.types import Episode, Fact
from jeevesagent.memory.chroma import ChromaMemory
from jeevesagent.memory.chroma_facts import ChromaFactStore

MAY = datetime(2024, 5, 3, 9, 30, 15, 123456, tzinfo=timezone(timedelta(hours=2)))


def say(what, value):
    print(json.dumps({what: value}, default=str, ensure_ascii=False), flush=True)


def turns(episodes):
    return [[e.id, e.user_id, e.session_id, e.occurred_at.isoformat(), e.input, e.output] for e in episodes]


def claims(facts):
    return [[f.id, f.subject, f.predicate, f.object, f.confidence, f.valid_until is None, f.sources] for f in facts]


async def write(memory):
    episodes = [
        Episode(id="ep_one", session_id="talk", user_id="ada", occurred_at=MAY,
                input="I keep two beehives behind the shed.", output="How much honey do they give?"),
        Episode(id="ep_two", session_id="talk", user_id="ada", occurred_at=MAY + timedelta(minutes=1),
                input="About nine jars a year.", output=""),
        Episode(id="ep_nobody", session_id="talk", occurred_at=MAY,
                input="Is anybody there?", output="Yes."),
    ]
    for episode in episodes:
        await memory.remember(episode)
    await memory.facts.append(Fact(id="fact_one", user_id="ada", subject="user", predicate="keeps", object="bees",
                                   confidence=0.75, valid_from=MAY, recorded_at=MAY, sources=["ep_one"]))
    say("wrote", turns(episodes))


async def read(memory):
    say("recall", turns(await memory.recall("My lathe is older than I am.\nDoes it still run true?",
                                            user_id="ada", limit=1)))
    say("recent", turns(await memory.recall("", user_id="ada", limit=9)))
    say("session", [[m.role.value, m.content] for m in await memory.session_messages("shop", user_id="ada")])
    say("nobody", turns(await memory.recall("", limit=9)))
    say("facts", claims(await memory.facts.query(user_id="ada")))
    say("profile", (await memory.profile(user_id="ada")).model_dump(mode="json", include={"episode_count", "fact_count"}))


async def close(memory):
    await memory.facts.append(Fact(id="fact_two", user_id="ada", subject="user", predicate="turns", object="brass",
                                   valid_from=datetime(2025, 6, 1, tzinfo=timezone.utc)))
    say("facts", claims(await memory.facts.query(user_id="ada")))


async def forget(memory):
    say("forgot", await memory.forget(user_id="ada", session_id="talk"))


async def main(host, port, tenant, command):
    client = chromadb.HttpClient(host=host, port=int(port), tenant=tenant, database="default_database")
    memory = ChromaMemory(client, fact_store=ChromaFactStore(client))
    # The fact store makes its collection at the first use.
    await memory.facts._get_collection()
    await {"write": write, "read": read, "close": close, "forget": forget}[command](memory)


asyncio.run(main(*sys.argv[1:]))
