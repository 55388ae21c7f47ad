// Remembers an exchange and recalls it: example.js ADDRESS [KEY]
import { Daybook, DaybookError } from "daybook-client";

const [address, key] = process.argv.slice(2);
const daybook = new Daybook(address!, key);
const ada = daybook.user("Ada / example of TypeScript");
await ada.remember({ session: "s1", input: "The red kettle is in Lisbon.", output: "Noted." });
const { hits } = await ada.recall({ query: "Where is the kettle?" });
console.log(hits?.[0]?.text);
const told = await ada.context({ session: "s2", prompt: "the kettle" });
if (hits?.length !== 1 || !told.text.includes("Lisbon")) throw new Error(`recalled ${JSON.stringify(hits)}`);
const lines = await ada.export();
const came = await ada.import(lines);
if (!lines.includes("The red kettle") || came.bad !== 0) throw new Error(lines);
await ada.forget({ session: "s1" });
try {
  await ada.getEpisode(hits[0]!.id);
  throw new Error("a forgotten episode was found");
} catch (missing) {
  if (!(missing instanceof DaybookError) || missing.status !== 404) throw missing;
}
const wrongCalls: Array<() => unknown> = [
  () => new Daybook(address!, "read from a file\n"),
  () => daybook.user("/\ud800"),
  () => ada.listFacts({ subject: "\ud800" }),
];
for (const wrong of wrongCalls) {
  const refusal = await Promise.resolve().then(wrong).then(() => "", String);
  if (!refusal.startsWith("RangeError") || refusal.includes("from a file")) throw new Error(`half a character or a line end: ${refusal}`);
}
