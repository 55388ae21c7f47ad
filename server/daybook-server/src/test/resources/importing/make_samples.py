"""Makes the samples beside this file with the programs that the importers read.

    python3 -m venv venv
    venv/bin/pip install chromadb==1.5.9 jeevesagent==0.9.7 haema==0.4.0
    venv/bin/python make_samples.py

Lyra is not published; its sample is made by a test from the schema that its source states. The rows of restai and the
graph of the MCP memory server are texts, written by hand. Vector files of Chroma are left out: the importer does not
read them.
"""

import asyncio
import hashlib
import shutil
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

import chromadb
import numpy
from haema import EmbeddingClient, LLMClient, Memory
from jeevesagent.core.types import Episode, Fact
from jeevesagent.memory.chroma import ChromaMemory
from jeevesagent.memory.sqlite import SqliteMemory

HERE = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
LISBON = timezone(timedelta(hours=1))


def at(day, hour, micros=0, zone=timezone.utc):
    return datetime(2026, 5, day, hour, 30, 0, micros, tzinfo=zone)


def episode(id, user, session, time, input, output):
    return Episode(id=id, user_id=user, session_id=session, occurred_at=time, input=input, output=output)


async def fill(memory):
    await memory.remember(
        episode("ep_garden", "ada", "garden", at(4, 9, 123456, LISBON), "The fig tree has its first leaves.", "How old is it?")
    )
    await memory.remember(episode("ep_ferry", "ada", "trips", at(5, 18), "I take the ferry on Sundays.", ""))
    await memory.remember(episode("ep_violin", "bob", "music", at(6, 20), "My violin needs new strings.", "Which ones?"))
    await memory.remember(episode("ep_nobody", None, "hall", at(7, 7), "Who left the window open?", "I do not know."))
    await memory.facts.append(fact("fact_porto", "ada", "Ada", "lives_in", "Porto", at(1, 8), ["ep_garden"]))
    await memory.facts.append(fact("fact_lisbon", "ada", "Ada", "lives_in", "Lisbon", at(3, 8), ["ep_garden", "ep_ferry"]))
    await memory.facts.append(fact("fact_violin", "bob", "Bob", "plays", "the violin", at(6, 21), []))


def fact(id, user, subject, predicate, object, time, sources):
    return Fact(
        id=id,
        user_id=user,
        subject=subject,
        predicate=predicate,
        object=object,
        confidence=0.75,
        valid_from=time,
        recorded_at=time + timedelta(minutes=5),
        sources=sources,
    )


async def chroma(folder):
    memory = ChromaMemory.local(str(folder), with_facts=True)
    await fill(memory)
    odd = ChromaMemory.local(str(folder), collection_name="odd_rows")
    await odd.remember(episode("odd_fine", "ada", "", at(8, 8, 0, LISBON), "This row is fine.", ""))
    await odd.remember(episode("odd_naive", "ada", "s", datetime(2026, 5, 8, 9), "This one says no offset.", ""))
    await odd.remember(episode("odd_user", "a\nb", "s", at(8, 10), "The user of this one has two lines.", ""))
    rows = chromadb.PersistentClient(path=str(folder)).get_collection("odd_rows")
    vector = [[0.0] * 383 + [1.0]]
    rows.add(
        ids=["foreign_text"],
        documents=["A note of another program."],
        metadatas=[{"occurred_at": "2026-05-09T10:00:00+00:00", "page": 7, "score": 0.5, "read": True}],
        embeddings=vector,
    )
    rows.add(ids=["foreign_timeless"], documents=["Nobody knows when."], metadatas=[{"page": 8}], embeddings=vector)
    rows.add(ids=["deleted"], documents=["This is gone."], embeddings=vector)
    rows.delete(ids=["deleted"])


async def jeevesagent_sqlite(file):
    memory = SqliteMemory(file)
    await fill(memory)
    await memory.update_block("persona", "I am a patient gardener.", user_id="ada")
    await memory.update_block("rules", "Answer in one sentence.", user_id="ada")
    await memory.append_block("rules", " Ask before you assume.", user_id="ada")


class Hashed(EmbeddingClient):
    """Texts with nothing in common are far apart, so that nothing is merged but what is told."""

    def embed_query(self, texts, output_dimensionality):
        return self.embed_document(texts, output_dimensionality)

    def embed_document(self, texts, output_dimensionality):
        rows = [self.vector(text.split(" ")[0], output_dimensionality) for text in texts]
        return numpy.asarray(rows, dtype=numpy.float32)

    @staticmethod
    def vector(word, dimensions):
        seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
        return numpy.random.default_rng(seed).normal(size=dimensions)


CORE = """# SOUL
- Calm, and brief.

# TOOLS

# RULE
- Say so if you do not know.
- Never plan for Mondays.

# USER
- Keeps bees on the roof.
"""


class Scripted(LLMClient):
    """Keeps what is new as it is; the core is written once."""

    def generate_structured(self, system_prompt, user_prompt, response_model):
        if response_model.__name__ == "CoreUpdateResponse":
            return {"should_update": "Bees" in user_prompt and "Calm" not in user_prompt, "core_markdown": CORE}
        new = user_prompt.split("<new_contents>")[1].split("</new_contents>")[0]
        lines = [line[2:] for line in new.strip().splitlines() if line.startswith("- ")]
        return {"memories": lines, "coverage": "complete"}


def haema(path):
    memory = Memory(path, 8, Hashed(), Scripted())
    memory.add(["Bees: two hives stand on the roof.", "Breakfast is porridge with pears."])
    memory.add(["Trains make me sleepy."])
    memory.add(["Bees: three hives stand on the roof now."])
    assert memory.get_latest(1, 9) == [
        "Bees: three hives stand on the roof now.",
        "Trains make me sleepy.",
        "Breakfast is porridge with pears.",
    ], memory.get_latest(1, 9)


def without_vectors(folder):
    for child in folder.iterdir():
        if child.is_dir():
            shutil.rmtree(child)


def fresh(name):
    path = HERE / name
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    return path


asyncio.run(chroma(fresh("chroma")))
without_vectors(HERE / "chroma")
asyncio.run(jeevesagent_sqlite(fresh("jeevesagent.db")))
haema(fresh("haema"))
without_vectors(HERE / "haema" / "db")
