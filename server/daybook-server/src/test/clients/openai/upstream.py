"""A scripted upstream with the protocol of OpenAI that fails half of the calls: upstream.py PORT_FILE LOG.

Every other call of a model fails, so that each client with a model of its own has to repeat each call once: 429, 500, a connection that
breaks off, 503. The others answer, as a stream if the request asks for one: a call of
the tool 'city' if the request has tools and no result, else 'You live in CITY.' if the request names a city, else 'Noted.'"""

import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

log = open(sys.argv[2], "w", buffering=1)
lock = threading.Lock()
counts = {}
failures = [429, 500, None, 503]


def answer(body):
    text = json.dumps(body)
    city = re.search(r"I moved to (\w+)", text)
    result = '"role": "tool"' in text or "function_call_output" in text
    if body.get("tools") and not result:
        return None
    return f"You live in {city.group(1)}." if city and "Where" in text else "Noted."


def completion(body):
    text = answer(body)
    message = {"role": "assistant", "content": text}
    if text is None:
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": {"name": "city", "arguments": '{"of": "me"}'}}]
    head = {"id": "chatcmpl-1", "created": 1, "model": "scripted"}
    if not body.get("stream"):
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if text is None else "stop", "logprobs": None}
        usage = {"prompt_tokens": 7, "completion_tokens": 5, "total_tokens": 12}
        return [{**head, "object": "chat.completion", "choices": [choice], "usage": usage}]
    if text is None:
        deltas = [{"tool_calls": [{"index": 0, **message["tool_calls"][0]}]}]
    else:
        deltas = [{"content": word + " "} for word in text.split()[:-1]] + [{"content": text.split()[-1]}]
    chunks = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    chunks.append({"index": 0, "delta": {}, "finish_reason": "tool_calls" if text is None else "stop"})
    return [{**head, "object": "chat.completion.chunk", "choices": [chunk]} for chunk in chunks]


def response(body, number):
    text = answer(body)
    if text is None:
        item = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "city", "arguments": '{"of": "me"}', "status": "completed"}
    else:
        content = [{"type": "output_text", "text": text, "annotations": [], "logprobs": []}]
        item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}
    whole = {
        "id": f"resp_{body['model']}_{number}", "object": "response", "created_at": 1, "status": "completed", "model": "scripted", "output": [item],
        "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "error": None, "incomplete_details": None, "instructions": None,
        "metadata": {}, "temperature": 1.0, "top_p": 1.0,
    }
    if not body.get("stream"):
        return [whole]
    events = [{"type": "response.created", "response": {**whole, "status": "in_progress", "output": []}}]
    for word in re.findall(r"\S+\s*", text or ""):
        events.append({"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 0, "content_index": 0, "delta": word, "logprobs": []})
    events += [{"type": "response.output_item.done", "output_index": 0, "item": item}, {"type": "response.completed", "response": whole}]
    return [{**event, "sequence_number": i} for i, event in enumerate(events)]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_json(200, {"object": "list", "data": [{"id": "scripted", "object": "model", "created": 1, "owned_by": "nobody"}]})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with lock:
            number = counts.get(body["model"], 0)
            counts[body["model"]] = number + 1
        log.write(json.dumps({"authorization": self.headers["Authorization"], "path": self.path, "body": body}) + "\n")
        if number % 2 == 0:
            self.fail(failures[number // 2 % len(failures)])
            return
        answers = completion(body) if self.path.endswith("/completions") else response(body, number)
        if body.get("stream"):
            self.send_events(answers)
        else:
            self.send_json(200, answers[0])

    def fail(self, status):
        if status is None:
            self.close_connection = True
        else:
            self.send_json(status, {"error": {"message": f"scripted {status}", "type": "scripted", "code": None, "param": None}})

    def send_json(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def send_events(self, events):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        for event in events:
            name = f"event: {event['type']}\n" if "type" in event else ""
            self.wfile.write((name + "data: " + json.dumps(event) + "\n\n").encode())
        if "type" not in events[0]:
            self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open(sys.argv[1], "w") as file:
    file.write(str(server.server_port))
server.serve_forever()
