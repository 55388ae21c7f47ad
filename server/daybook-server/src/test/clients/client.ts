/**
 * Uses a Daybook through openapi-fetch, with the types that openapi-typescript made of /openapi.json: client.js URL KEY. It
 * is compiled strictly, so what the description demands or leaves open is tested too. Fails at the first answer that is not
 * as it must be.
 */
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./daybook.js";

const [baseUrl = "", key = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
const path = { space: "default", user: "Jürgen of TypeScript" };

/** The answer of a call that must be done. */
function done<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  assert.ok(answer.data !== undefined, `${answer.response.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}

/** The words of an entry: the compiler knows the fields of each kind. */
function words(entry: components["schemas"]["Entry"]): string {
  switch (entry.kind) {
    case "episode":
      return entry.messages.map((message) => message.text).join("\n");
    case "block":
      return entry.content;
    case "fact":
      return entry.object;
    case "note":
    case "summary":
      return entry.text;
  }
}

const scope = "/v1/spaces/{space}/users/{user}" as const;

const receipt = done(
  await client.POST(`${scope}/episodes`, {
    params: { path },
    body: { session: "s1", messages: [{ role: "user", text: "The red kettle is in Lisbon." }], metadata: { room: "kitchen" } },
  }),
);
assert.ok(!Array.isArray(receipt) && receipt.durable);

// Neither 'limit' nor any other field that has a default has to be given.
const { hits } = done(
  await client.POST(`${scope}/recall`, {
    params: { path },
    body: { query: "Where is the kettle?", filter: { all: [{ equal: { room: "kitchen" } }, { not: { present: "garden" } }] } },
  }),
);
assert.deepEqual(hits.map((hit) => hit.id), [receipt.id]);
assert.ok(hits[0]!.why.length > 0 && hits[0]!.score > 0);

const context = done(
  await client.POST(`${scope}/context`, { params: { path }, body: { session: "s2", prompt: "the kettle" } }),
);
assert.match(context.text, /Lisbon/);

const block = done(
  await client.PUT(`${scope}/blocks/{name}`, { params: { path: { ...path, name: "persona" } }, body: { content: "Kind." } }),
);
assert.equal(words(block), "Kind.");
done(
  await client.POST(`${scope}/facts`, { params: { path }, body: { subject: "kettle", predicate: "is in", object: "Lisbon" } }),
);
const { facts } = done(await client.GET(`${scope}/facts`, { params: { path } }));
assert.deepEqual(facts.map(words), ["Lisbon"]);

const lines = done(await client.GET(`${scope}/export`, { params: { path }, parseAs: "text" }));
assert.match(lines, /The red kettle/);
const came = done(
  await client.POST(`${scope}/import`, {
    params: { path },
    body: lines,
    bodySerializer: (text) => text,
    headers: { "Content-Type": "application/x-ndjson" },
  }),
);
assert.ok(came.bad === 0 && came.unchanged === came.lines, JSON.stringify(came));

const gone = done(await client.POST(`${scope}/forget`, { params: { path }, body: { session: "s1" } }));
assert.equal(gone.counts["episode"], 1);
const missing = await client.GET(`${scope}/episodes/{id}`, { params: { path: { ...path, id: receipt.id } } });
assert.equal(missing.error?.code, "not_found");
console.log("the generated TypeScript client: compiled, and every call answered as it must");
