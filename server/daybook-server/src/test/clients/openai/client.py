"""Chats through the proxy with OpenAI's own client, whose upstream fails half of the time: client.py ADDRESS KEY."""

import sys

import httpx2 as http
from openai import OpenAI

address, key = sys.argv[1:]
client = OpenAI(base_url=f"{address}/proxy/v1", api_key=key, max_retries=3)
tools = [{"type": "function", "function": {"name": "city", "parameters": {"type": "object", "properties": {"of": {"type": "string"}}}}}]
flat_tools = [{"type": "function", "name": "city", "parameters": {"type": "object", "properties": {}}, "strict": False}]
QUESTION = "Where was it that I moved?"


def of(user, session):
    return {"Daybook-User": user, "Daybook-Session": session}


def expect(found, wanted):
    assert found == wanted, f"{found!r} is not {wanted!r}"


def turns(user, session):
    answer = http.get(f"{address}/v1/spaces/default/users/{user}/sessions/{session}/messages", headers={"Authorization": f"Bearer {key}"})
    return [(turn["role"], turn["text"]) for turn in answer.json()["messages"]]


def chats(user, stream):
    def ask(session, messages, **more):
        answer = client.chat.completions.create(model="scripted-python", messages=messages, stream=stream, extra_headers=of(user, session), **more)
        if not stream:
            return answer.choices[0].message.content, answer.choices[0].message.tool_calls
        deltas = [chunk.choices[0].delta for chunk in answer]
        return "".join(delta.content or "" for delta in deltas), [call for delta in deltas for call in delta.tool_calls or []]

    told = {"role": "user", "content": "I moved to Lisbon in May."}
    expect(ask("s1", [told])[0], "Noted.")
    # A session of its own, so only the memory knows the city.
    question = {"role": "user", "content": QUESTION}
    expect(ask("s2", [question])[0], "You live in Lisbon.")
    call = ask("s3", [question], tools=tools)[1][0]
    expect(call.function.name, "city")
    made = {"id": call.id, "type": "function", "function": {"name": "city", "arguments": call.function.arguments}}
    loop = [question, {"role": "assistant", "content": None, "tool_calls": [made]}, {"role": "tool", "tool_call_id": call.id, "content": "ask the memory"}]
    expect(ask("s3", loop, tools=tools)[0], "You live in Lisbon.")
    check(user, "I moved to Lisbon in May.")


def responses(user, stream):
    def ask(session, given, **more):
        answer = client.responses.create(model="scripted-python", input=given, stream=stream, extra_headers=of(user, session), **more)
        return [event for event in answer if event.type == "response.completed"][0].response if stream else answer

    expect(ask("s1", "I moved to Porto in June.").output_text, "Noted.")
    expect(ask("s2", [{"role": "user", "content": QUESTION}]).output_text, "You live in Porto.")
    first = ask("s3", QUESTION, tools=flat_tools)
    call = first.output[0]
    expect(call.name, "city")
    result = {"type": "function_call_output", "call_id": call.call_id, "output": "ask the memory"}
    expect(ask("s3", [result], previous_response_id=first.id, tools=flat_tools).output_text, "You live in Porto.")
    check(user, "I moved to Porto in June.")


def check(user, told):
    city = told.split()[3]
    expect(turns(user, "s1"), [("user", told), ("assistant", "Noted.")])
    expect(turns(user, "s2"), [("user", QUESTION), ("assistant", f"You live in {city}.")])
    expect(
        turns(user, "s3"),
        [("user", QUESTION), ("assistant", ""), ("tool", "ask the memory"), ("assistant", f"You live in {city}.")],
    )


expect([model.id for model in client.models.list()], ["scripted"])
chats("python-chat", False)
chats("python-chat-stream", True)
responses("python-responses", False)
responses("python-responses-stream", True)
print("the Python client: 16 calls, each written once, with an upstream that fails half of them")
