"""Talks to a Daybook with the Python SDK of MCP, and fails at the first answer that is not as it must be.

    real_client.py http URL KEY          over streamable HTTP
    real_client.py stdio COMMAND ...     starts the command and talks over its streams

The memory must have a block 'mood' that agents may change and a block 'law' that they may not. Needs mcp 2.3.0.
"""

import asyncio
import contextlib
import json
import sys
import time

import mcp.client.session as client_session
from mcp import Client, ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

TOOLS = {
    "remember", "recall", "context", "forget", "list_facts", "add_note", "search_notes", "get_blocks", "update_block",
}


def transport(arguments):
    if arguments[0] == "stdio":
        return stdio_client(StdioServerParameters(command=arguments[1], args=arguments[2:]))
    return over_http(arguments[1], arguments[2])


@contextlib.asynccontextmanager
async def over_http(url, key):
    async with create_mcp_http_client(headers={"Authorization": f"Bearer {key}"}) as http:
        async with streamable_http_client(url, http_client=http) as streams:
            yield streams


async def call(client, name, /, **arguments):
    result = await client.call_tool(name, arguments)
    assert not result.is_error, (name, result)
    return result.structured_content


async def refused(client, tool, words, /, **arguments):
    result = await client.call_tool(tool, arguments)
    assert result.is_error and words in result.content[0].text, (tool, result)


async def forget(session, /, **arguments):
    """Erases after a dry run, with its confirmation."""
    dry = await call(session, "forget", **arguments)
    assert dry["dryRun"], dry
    return await call(session, "forget", confirmation=dry["confirmation"], **arguments)


async def use(session, version):
    """Calls each tool, reads each resource, gets the prompt."""
    tools = {tool.name: tool for tool in (await session.list_tools()).tools}
    assert set(tools) == TOOLS, tools
    assert tools["recall"].annotations.read_only_hint and tools["forget"].annotations.destructive_hint
    await forget(session, session=version)  # what a run that failed may have left
    kept = await call(session, "remember", text=f"Under {version} the teapot is blue.", session=version)
    assert kept["durable"], kept
    turns = [{"role": "user", "text": "Which cup?"}, {"role": "assistant", "text": "The green cup."}]
    await call(session, "remember", messages=turns, session=version)
    hits = (await call(session, "recall", query="teapot blue", by="words"))["hits"]
    assert any(hit["id"] == kept["id"] and hit["trust"] == "assistant" for hit in hits), hits
    context = await call(session, "context", prompt="What colour is the teapot?", session="another")
    assert "blue" in context["text"], context
    assert (await call(session, "list_facts"))["facts"] == []
    blocks = {block["name"]: block for block in (await call(session, "get_blocks"))["blocks"]}
    await refused(session, "update_block", "agents may not change", name="law", content="none", version=blocks["law"]["version"])
    before = blocks["mood"]["version"]
    after = await call(session, "update_block", name="mood", content=f"calm at {time.time_ns()}", version=before)
    assert after["version"] > before and after["trust"] == "assistant", after
    await refused(session, "update_block", "version", name="mood", content="stale", version=before)
    await refused(session, "forget", "cannot forget a whole memory")
    resources = (await session.list_resources()).resources
    assert {resource.name for resource in resources} == {"blocks", "profile"}, resources
    for resource in resources:
        assert json.loads((await session.read_resource(resource.uri)).contents[0].text)
    prompt = await session.get_prompt("with-memory", {"question": "What colour is the teapot?", "session": "another"})
    assert "blue" in prompt.messages[0].content.text, prompt
    gone = await forget(session, session=version)
    assert gone["counts"]["episode"] == 2, gone
    own = await call(session, "remember", text="The saucer is chipped.")
    assert own["session"].startswith("mcp-"), own
    again = await call(session, "remember", text="The saucer is whole.", id=own["id"])
    assert again["session"] == own["session"], again
    assert (await forget(session, id=own["id"]))["counts"]["episode"] == 1
    note = await call(session, "add_note", text="Pots are warmed first.")
    assert any("warmed" in hit["text"] for hit in (await call(session, "search_notes", query="pots", limit="3"))["notes"])
    await forget(session, id=note["id"])
    assert all(hit["session"] != version for hit in (await call(session, "recall", query="teapot blue"))["hits"])


async def handshake(arguments, version):
    client_session.LATEST_HANDSHAKE_VERSION = version
    async with transport(arguments) as (reading, writing):
        async with ClientSession(reading, writing) as session:
            answered = await session.initialize()
            # Streamable HTTP is younger than the first version, which the SDK answers there with its newest.
            spoken = "2025-11-25" if arguments[0] == "http" and version == "2024-11-05" else version
            assert answered.protocol_version == spoken, answered
            await use(session, version)
            print(f"{arguments[0]} {version}: {answered.server_info.name} answered {answered.protocol_version};"
                  f" {len(TOOLS)} tools, 2 resources and the prompt are as they must be")


async def without_handshake(arguments, mode):
    """Each request stands for itself. A client of today asks by itself whether the server can: 'auto'."""
    async with Client(transport(arguments), mode=mode) as client:
        assert client.protocol_version == "2026-07-28", client.protocol_version
        await use(client, mode)
        print(f"{arguments[0]} {mode}: spoke {client.protocol_version}")


async def unknown(arguments):
    """A version that is not spoken is refused with those that are."""
    meta = {"io.modelcontextprotocol/protocolVersion": "2027-01-01", "io.modelcontextprotocol/clientCapabilities": {}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
    async with create_mcp_http_client(headers={"Authorization": f"Bearer {arguments[2]}"}) as http:
        refused = await http.post(arguments[1], json=message, headers={"MCP-Protocol-Version": "2027-01-01"})
    error = refused.json()["error"]
    assert refused.status_code == 400 and error["code"] == -32022 and "2026-07-28" in error["data"]["supported"], error
    print(f"http 2027-01-01: refused with {error['code']}, {error['message']!r}")


async def main(arguments):
    for version in HANDSHAKE_PROTOCOL_VERSIONS:
        await handshake(arguments, version)
    client_session.LATEST_HANDSHAKE_VERSION = HANDSHAKE_PROTOCOL_VERSIONS[-1]
    await without_handshake(arguments, "auto")
    await without_handshake(arguments, "2026-07-28")
    if arguments[0] == "http":
        await unknown(arguments)


asyncio.run(asyncio.wait_for(main(sys.argv[1:]), timeout=240))
