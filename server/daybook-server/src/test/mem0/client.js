// Uses a Daybook through the published client of mem0, unchanged but for the address and the key: client.js URL KEY
import assert from "node:assert/strict";
import { MemoryClient } from "mem0ai";

const [host, apiKey] = process.argv.slice(2);
const client = new MemoryClient({ host, apiKey });

const refused = async (name, part, call) => {
  const error = await call().then(
    () => assert.fail(`not refused: ${part}`),
    (failure) => failure,
  );
  assert.equal(error.name, name);
  assert.match(error.message, part);
  console.log("refused:", error.message);
};

await client.ping();
const messages = [
  { role: "user", content: "I am vegetarian and I live in Lisbon." },
  { role: "assistant", content: "Noted." },
];
const added = await client.add(messages, { userId: "carol", agentId: "kitchen", metadata: { someTopic: "food" } });
assert.equal(added.status, "PENDING");
const plain = await client.add([{ role: "user", content: "The kettle is blue." }], {
  userId: "carol",
  runId: "run-1",
  infer: false,
});
const { id } = plain.results[0];

const found = await client.search("Which colour has the kettle?", { filters: { user_id: "carol" }, topK: 1 });
assert.equal(found.results[0].id, id);
const filtered = await client.search("Where does she live?", {
  filters: { AND: [{ user_id: "carol" }, { someTopic: "food" }] },
});
assert.ok(filtered.results.every((memory) => memory.agentId === "kitchen" && memory.metadata.someTopic === "food"));
assert.ok(filtered.results.length > 0);
const page = await client.getAll({ filters: { user_id: "carol" }, page: 1, pageSize: 1 });
assert.ok(page.count >= 2 && page.next && page.results.length === 1);

assert.equal((await client.get(id)).runId, "run-1");
assert.equal((await client.update(id, { text: "The kettle is red." })).memory, "The kettle is red.");
assert.deepEqual(
  (await client.history(id)).map((change) => [change.event, change.oldMemory, change.newMemory]),
  [
    ["ADD", null, "The kettle is blue."],
    ["UPDATE", "The kettle is blue.", "The kettle is red."],
  ],
);
await client.batchUpdate([{ memoryId: id, text: "The kettle is green." }]);
assert.deepEqual((await client.users()).results.map((user) => user.name), ["carol"]);

await refused("ValidationError", /more than one user/, () =>
  client.search("x", { filters: { OR: [{ user_id: "carol" }, { user_id: "dave" }] } }),
);
await refused("MemoryError", /projects/, () => client.getProject({ fields: [] }));
await refused("MemoryError", /webhooks/, () => client.getWebhooks());

await client.delete(id, { deleteLinked: true });
await refused("MemoryNotFoundError", /no such memory/, () => client.get(id));
await client.batchDelete([added.results[0].id]);
await client.deleteAll({ userId: "carol" });
assert.equal((await client.getAll({ filters: { user_id: "carol" } })).count, 0);
await client.add([{ role: "user", content: "I drink tea." }], { userId: "dave", infer: false });
await client.deleteUsers({ userId: "dave" });
assert.equal((await client.users()).count, 0);
console.log("mem0's JavaScript client: all answers are as they must be");
