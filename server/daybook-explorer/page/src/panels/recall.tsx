import { useMemo, useState } from "preact/hooks";
import { type Call, asCommand, given, post, scopePath } from "../api";
import { Part, toneOf } from "../bar";
import { RefLine } from "../entries";
import { count, plural } from "../format";
import { useAction, useCall, useDebounced, useShared } from "../hooks";
import type { Difference, Explanation, Hit, Hits, Reason } from "../model";
import { Busy, Empty, Field, Kind, Panel, Refused, Time, Trust } from "../parts";
import { StoredLine, StoredText } from "../text";

/** Each has its colour in every query. */
const SIGNALS = ["words", "meaning", "neighbours", "conversation", "words together", "role", "length", "speaker", "time", "related words", "same speaker", "question", "standing instruction", "meaning of conversation"];
/** The signal of the reasons that change no score. */
const TRUST = "trust";
const WAYS = { best: "best: all signals", words: "words", meaning: "meaning", text: "exact text", newest: "newest first" };

/** The hits of a query, the parts of each score, and the hits there would be without an entry. */
export function RecallPanel() {
  const { where, query } = useShared();
  const [text, setText] = useState(query);
  const [by, setBy] = useState("best");
  const [limit, setLimit] = useState(10);
  const [without, setWithout] = useState<string>();
  const settled = useDebounced(text.trim(), 300);
  const ask = { query: settled, by, limit, explain: true };
  const call: Call | null = settled || by === "newest" ? post(`${scopePath(where)}/recall`, ask) : null;
  const { data, refusal, loading, retry } = useCall<Hits>(call);
  const left = without ? post(`${scopePath(where)}/recall/without`, { query: settled, by, limit, leftOut: [named(without)] }) : null;
  const command = asCommand(where, "recall", given(settled), "--by", by, "--limit", String(limit), "--explain", ...(without ? ["--without", without] : []));
  const signals = useMemo(() => signalsOf(data?.hits ?? []), [data]);
  const placings = useMemo(() => placingsOf(data?.hits ?? []), [data]);
  const best = Math.max(1e-9, ...(data?.hits.map((hit) => hit.why.reduce((sum, reason) => sum + Math.max(0, reason.contribution), 0)) ?? []));
  return (
    <Panel name="recall" title="Why was this recalled?" lead="Each hit with the parts of its score, and its way back to what was said." calls={[left ?? call]} command={call ? command : ""}>
      <form class="form" role="search" onSubmit={(event) => { event.preventDefault(); retry(); }}>
        <Field label="Question">
          {(id) => <input id={id} type="text" enterkeyhint="search" value={text} data-search placeholder="Ask as a user would" onInput={(event) => { setText(event.currentTarget.value); setWithout(undefined); }} />}
        </Field>
        <div class="form-row">
          <Field label="By">
            {(id) => <select id={id} value={by} onChange={(event) => setBy(event.currentTarget.value)}>{Object.entries(WAYS).map(([value, name]) => <option value={value}>{name}</option>)}</select>}
          </Field>
          <Field label="Hits at most">
            {(id) => <select id={id} value={limit} onChange={(event) => setLimit(Number(event.currentTarget.value))}>{[5, 10, 25, 50].map((each) => <option>{each}</option>)}</select>}
          </Field>
          <button type="submit">Recall</button>
        </div>
      </form>
      <Busy on={loading} />
      <Refused refusal={refusal} retry={retry} />
      {!call && <Empty>Type a question. Press <kbd>/</kbd> to come back here from anywhere.</Empty>}
      {data?.hits.length === 0 && <Empty>Nothing is recalled for this query in <StoredLine text={where.scope} />.</Empty>}
      {data && data.hits.length > 0 && signals.length > 0 && (
        <ul class="legend">{signals.map((signal) => <li data-signal={signal}><span class={`swatch ${toneOf(SIGNALS, signal)}`} />{signal}</li>)}</ul>
      )}
      {data && data.hits.length > 1 && <p class="quiet" data-order>{orderOf(by, placings)}</p>}
      {left && without && <Without call={left} entry={without} close={() => setWithout(undefined)} />}
      <ol class="hits">
        {data?.hits.map((hit, index) => (
          <HitCard key={`${hit.kind}/${hit.id}`} hit={hit} rank={index + 1} best={best} placing={by === "newest" ? IN_ORDER : placings[index]!} leaveOut={() => setWithout(`${hit.kind}/${hit.id}`)} />
        ))}
      </ol>
      {settled && <Elsewhere ask={{ query: settled, by, limit }} />}
    </Panel>
  );
}

/** The place of a hit against its score. */
interface Placing {
  /** The first rank after it with a higher score. */
  before?: number;
  /** The first rank before it with a lower score. */
  behind?: number;
  /** Why, as far as the answer says it. */
  reasons: string[];
}

const IN_ORDER: Placing = { reasons: [] };

function placingsOf(hits: Hit[]): Placing[] {
  return hits.map((hit, index) => {
    const higher = hits.findIndex((other, rank) => rank > index && other.score > hit.score);
    const lower = hits.findIndex((other, rank) => rank < index && other.score < hit.score);
    const moving = lower >= 0 ? hit : hits[higher];
    return {
      before: higher < 0 ? undefined : higher + 1,
      behind: lower < 0 ? undefined : lower + 1,
      reasons: (moving?.why ?? []).filter((reason) => reason.signal === TRUST).map((reason) => reason.detail),
    };
  });
}

function orderOf(by: string, placings: Placing[]): string {
  if (by === "newest") {
    return "The newest first.";
  }
  const moved = placings.filter((each) => each.behind);
  if (moved.length === 0) {
    return "By their scores; of equal ones the newer first.";
  }
  const explained = moved.filter((each) => each.reasons.length > 0).length;
  const cause = explained === 0 ? "" : explained === moved.length ? " Trust decides there." : ` Trust decides for ${count(explained)} of them.`;
  return `By their scores, but ${moved.length === 1 ? "one stands" : `${count(moved.length)} stand`} behind a lower one.${cause}`;
}

/** The signals of the hits, the one that contributes most first. */
function signalsOf(hits: Hit[]): string[] {
  const sums = new Map<string, number>();
  hits.forEach((hit) => hit.why.filter((reason) => reason.contribution !== 0).forEach((reason) => sums.set(reason.signal, (sums.get(reason.signal) ?? 0) + Math.abs(reason.contribution))));
  return [...sums].sort((one, other) => other[1] - one[1]).map(([signal]) => signal);
}

function named(entry: string): { kind: string; id: string } {
  const slash = entry.indexOf("/");
  return { kind: entry.slice(0, slash), id: entry.slice(slash + 1) };
}

/** The details of these signals are the stems that matched. */
const stems = (why: Reason[]): string[] =>
  why
    .filter((reason) => reason.signal.startsWith("words") || reason.signal === "related words")
    .flatMap((reason) => reason.detail.split(/[,:]\s*/))
    .map((stem) => stem.trim())
    .filter((stem) => /^[\p{L}\p{N}]{2,40}$/u.test(stem));

function HitCard({ hit, rank, best, placing, leaveOut }: { hit: Hit; rank: number; best: number; placing: Placing; leaveOut: () => void }) {
  const { show } = useShared();
  const [open, setOpen] = useState(false);
  return (
    <li class="hit" data-hit={hit.id}>
      <div class="hit-head">
        <span class="rank">{rank}</span>
        <Kind kind={hit.kind} />
        <Trust trust={hit.trust} />
        <span class="quiet"><Time at={hit.occurredAt} />{hit.session && <> · session <StoredLine text={hit.session} most={40} /></>}</span>
        {hit.fallback && <span class="tag">nearest, below the minimum</span>}
        {placing.behind && <span class="tag moved" data-moved>behind the lower score of {placing.behind}</span>}
        {!placing.behind && placing.before && <span class="tag" data-moved>before the higher score of {placing.before}</span>}
        <span class="score">{hit.score.toFixed(2)}</span>
      </div>
      {placing.behind && <p class="quiet">{placing.reasons.length === 0 ? "The answer gives no reason for this place." : <>Trust: <StoredLine text={placing.reasons.join("; ")} most={400} /></>}</p>}
      <StoredText text={hit.text} stems={stems(hit.why)} first={900} />
      <div class="stack thin" role="img" aria-label={hit.why.map((reason) => `${reason.signal} ${reason.contribution.toFixed(2)}`).join(", ")}>
        {hit.why.filter((reason) => reason.contribution > 0).map((reason) => (
          <Part share={reason.contribution / best} tone={toneOf(SIGNALS, reason.signal)} title={`${reason.signal}: ${reason.contribution.toFixed(2)}`} />
        ))}
      </div>
      <p class="buttons">
        <button type="button" class="small" aria-expanded={open} onClick={() => setOpen(!open)}>Why{hit.sources.length > 0 && `, from ${plural(hit.sources.length, "source")}`}</button>
        <button type="button" class="small" onClick={() => show({ kind: hit.kind, id: hit.id })}>Open</button>
        <button type="button" class="small" onClick={leaveOut}>Without it</button>
      </p>
      {open && <Reasons why={hit.why} />}
      {open && hit.sources.length > 0 && <div class="inset">{hit.sources.slice(0, 5).map((source) => <RefLine entry={source} />)}</div>}
    </li>
  );
}

function Reasons({ why }: { why: Reason[] }) {
  return (
    <div class="table" tabIndex={0} role="region" aria-label="Parts of the score">
      <table>
        <thead><tr><th>signal</th><th class="number">part</th><th>because</th></tr></thead>
        <tbody>{why.map((reason) => <tr><td>{reason.signal}</td><td class="number">{reason.contribution.toFixed(3)}</td><td><StoredLine text={reason.detail} /></td></tr>)}</tbody>
      </table>
    </div>
  );
}

function Without({ call, entry, close }: { call: Call; entry: string; close: () => void }) {
  const { data, refusal, loading, retry } = useCall<Difference>(call);
  return (
    <section class="notice" aria-label="Without this entry">
      <div class="sub">
        <h2>Without <code class="id"><StoredLine text={entry} most={60} /></code></h2>
        <button type="button" class="small" onClick={close}>Close</button>
      </div>
      <Busy on={loading} />
      <Refused refusal={refusal} retry={retry} />
      {data && (
        <>
          <p class="quiet">As if it, and what is derived from it ({plural(data.leftOut.length, "entry")} in all), had never been known.</p>
          {data.changes.length === 0 ? <Empty>The hits would be the same.</Empty> : (
            <ol class="changes">{data.changes.map((change) => <li><span class="move">{rankOf(change.with)} → {rankOf(change.without)}</span><RefLine entry={change.entry} /></li>)}</ol>
          )}
        </>
      )}
    </section>
  );
}

const rankOf = (rank: number): string => (rank === 0 ? "not a hit" : `rank ${rank}`);

/** The rank and the score of an entry that is not among the hits, or the rule that keeps it out. */
function Elsewhere({ ask }: { ask: { query: string; by: string; limit: number } }) {
  const { where } = useShared();
  const [kind, setKind] = useState("episode");
  const [id, setId] = useState("");
  const { run, data, refusal, busy } = useAction<Explanation>();
  const explain = (event: Event) => {
    event.preventDefault();
    void run(post(`${scopePath(where)}/explain`, { ...ask, kind, id: id.trim() }));
  };
  return (
    <details class="inset">
      <summary>Why is another entry not among them?</summary>
      <form class="form-row" onSubmit={explain}>
        <Field label="Kind">{(field) => <select id={field} value={kind} onChange={(event) => setKind(event.currentTarget.value)}>{["episode", "fact", "note", "summary", "block"].map((each) => <option>{each}</option>)}</select>}</Field>
        <Field label="Id">{(field) => <input id={field} value={id} required onInput={(event) => setId(event.currentTarget.value)} />}</Field>
        <button type="submit" disabled={busy || !id.trim()}>Explain</button>
      </form>
      <Refused refusal={refusal} />
      {data && (
        <>
          <p>{data.keptOut ? <>Kept out: <b><StoredLine text={data.keptOut} /></b></> : <>It has <b>rank {data.rank}</b> with a score of {data.score.toFixed(2)}.</>}</p>
          <Reasons why={data.why} />
        </>
      )}
    </details>
  );
}
