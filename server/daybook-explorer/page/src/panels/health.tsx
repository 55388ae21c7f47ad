import { useEffect, useRef, useState } from "preact/hooks";
import { asCommand, get, open, post, scopePath } from "../api";
import { Chart } from "../chart";
import { bytes, count, plural, seconds } from "../format";
import { asRefusal, useAction, useCall, useShared } from "../hooks";
import { type Numbers, loadOf, numbersOf } from "../metrics";
import type { Backlog, Outcome } from "../model";
import { Busy, Empty, Panel, Refused, Time } from "../parts";
import { StoredLine } from "../text";

const EVERY_MILLISECONDS = 2_000;
const MOST_POINTS = 150;
const MOST_EVENTS = 60;

/** The derived work, the failures, the state of the process and its load, as they are now. */
export function HealthPanel() {
  const { where, access } = useShared();
  const isOperator = access.rights.includes("admin") && !access.key?.scope;
  const ready = useCall<{ status: string }>(get("/readyz"));
  const backlog = useCall<Backlog>(isOperator ? get("/v1/backlog") : null);
  const base = scopePath(where);
  return (
    <Panel
      name="work"
      title="Derived work and health"
      lead="What waits, what failed, how long calls take: now, and while you watch."
      calls={[get("/readyz"), isOperator && get("/v1/backlog"), isOperator && get("/metrics"), get("/v1/events"), access.rights.includes("write") && post(`${base}/consolidate`)]}
      command={[asCommand(null, "doctor"), asCommand(where, "consolidate")]}
    >
      <div class="tiles">
        <Tile name="The process" value={ready.data?.status ?? (ready.refusal ? "not ready" : "…")} good={ready.data?.status === "ready"} note={ready.refusal?.message} />
        {backlog.data && (
          <>
            <Tile name="Derivations wait in" value={plural(backlog.data.derivations.scopes, "scope")} good={backlog.data.derivations.failed === 0} note={waits(backlog.data.derivations)} />
            <Tile name="Vectors wait in" value={plural(backlog.data.vectors.scopes, "scope")} good={!backlog.data.embedderFailure && backlog.data.vectors.failed === 0} note={backlog.data.embedderFailure ?? waits(backlog.data.vectors)} />
            <Tile name="The store holds" value={bytes(backlog.data.storeBytes)} good note="on its disk" />
          </>
        )}
      </div>
      <Refused refusal={backlog.refusal} retry={backlog.retry} />
      {!isOperator && <Empty>Background work and load concern the whole process: a key of a space with the right admin shows them.</Empty>}
      {isOperator && <Load />}
      <div class="columns">
        <section>
          {isOperator && (
            <>
              <div class="sub"><h2>Failures</h2><button type="button" class="small" onClick={backlog.retry}>Refresh</button></div>
              <p class="quiet">Derivations since the start of the process that failed, or did without the language model. No source was changed by any.</p>
            </>
          )}
          <Busy on={backlog.loading} />
          {backlog.data?.failures.length === 0 && <Empty>None failed.</Empty>}
          <Outcomes outcomes={backlog.data?.failures ?? []} />
          <Derive />
        </section>
        <Events />
      </div>
    </Panel>
  );
}

const waits = (waiting: { oldestSeconds: number; failed: number; scopes: number }): string =>
  `${waiting.scopes ? `the oldest for ${seconds(waiting.oldestSeconds)}, ` : ""}${count(waiting.failed)} failed`;

function Tile({ name, value, note, good }: { name: string; value: string; note?: string; good: boolean }) {
  return (
    <div class={`tile${good ? "" : " warn"}`}>
      <span class="quiet">{name}</span>
      <b><StoredLine text={value} most={60} /></b>
      {note && <small><StoredLine text={note} most={160} /></small>}
    </div>
  );
}

function Outcomes({ outcomes, undo }: { outcomes: Outcome[]; undo?: (operation: string) => void }) {
  return (
    <ul class="outcomes">
      {outcomes.slice(0, 50).map((outcome) => (
        <li>
          <div class="line-top">
            <span class={`tag result-${/^[a-z]+$/.test(outcome.result) ? outcome.result : "other"}`}>{outcome.result}</span>
            <b>{outcome.derivation}</b> {outcome.subject && <StoredLine text={outcome.subject} most={60} />}
            <span class="quiet"><StoredLine text={outcome.scope} most={60} /> · <Time at={outcome.at} />{outcome.tokens > 0 && ` · ${plural(outcome.tokens, "token")}`}</span>
            {undo && outcome.operation && <button type="button" class="small" onClick={() => undo(outcome.operation!)}>Undo</button>}
          </div>
          {outcome.detail && <p class="quiet"><StoredLine text={outcome.detail} most={600} /></p>}
        </li>
      ))}
    </ul>
  );
}

/** Starts the derivations of this scope, and undoes one. */
function Derive() {
  const { where, access } = useShared();
  const run = useAction<{ outcomes: Outcome[] }>();
  const undo = useAction<Outcome>();
  if (!access.rights.includes("write")) {
    return null;
  }
  const base = scopePath(where);
  return (
    <section>
      <h2>Derive now</h2>
      <p class="quiet">Facts, notes and summaries of <StoredLine text={where.scope} /> from its new episodes. Each can be undone.</p>
      <button type="button" disabled={run.busy} onClick={() => { undo.clear(); void run.run(post(`${base}/consolidate`)); }}>{run.busy ? "Deriving …" : "Derive"}</button>
      <Refused refusal={run.refusal ?? undo.refusal} />
      {run.data && (run.data.outcomes.length ? <Outcomes outcomes={run.data.outcomes} undo={(operation) => void undo.run(post(`${base}/undo`, { operation }))} /> : <Empty>There was nothing new.</Empty>)}
      {undo.data && <p role="status">Undone: <b>{undo.data.derivation}</b> <code class="id">{undo.data.subject}</code></p>}
    </section>
  );
}

function Load() {
  const [points, setPoints] = useState<number[][]>([[], [], []]);
  const [latest, setLatest] = useState<Numbers>();
  const [failed, setFailed] = useState("");
  const before = useRef<Numbers | undefined>(undefined);
  useEffect(() => {
    let here = true;
    let timer = 0;
    const measure = async () => {
      // A page in the background asks for nothing.
      if (!document.hidden) {
        try {
          const numbers = numbersOf(await (await open(get("/metrics"))).text(), performance.now());
          if (here && before.current) {
            const load = loadOf(before.current, numbers);
            setPoints((all) => [Date.now() / 1000, load.calls, load.milliseconds].map((value, index) => [...all[index]!, value].slice(-MOST_POINTS)));
          }
          before.current = numbers;
          if (here) {
            setLatest(numbers);
            setFailed("");
          }
        } catch (failure) {
          before.current = undefined;
          if (here) {
            setFailed(asRefusal(failure).message);
          }
        }
      }
      if (here) {
        timer = window.setTimeout(measure, EVERY_MILLISECONDS);
      }
    };
    void measure();
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, []);
  const calls = points[1]!.at(-1);
  const milliseconds = points[2]!.at(-1);
  return (
    <section>
      <h2>Live load</h2>
      <p class="quiet" role="status">
        {failed || (calls === undefined ? "Measuring …" : `${calls.toFixed(1)} calls a second${milliseconds ? `, ${milliseconds.toFixed(1)} ms each` : ""}.`)}
        {latest && ` ${count(latest.waiting)} wait for a turn. ${bytes(latest.heap)} of heap, up for ${seconds(latest.uptime)}.`}
      </p>
      <ul class="legend"><li><span class="swatch tone-0" />calls a second, left</li><li><span class="swatch tone-1" />milliseconds each, right</li></ul>
      <Chart label="Calls a second and their mean duration over the last minutes" data={points} lines={[{ name: "calls", colour: "--tone-0", unit: "1/s" }, { name: "duration", colour: "--tone-1", unit: "ms" }]} />
      {latest && latest.problems.length > 0 && <p class="quiet">Calls answered with a problem since the start: {latest.problems.map(([reason, value]) => `${reason} ${count(value)}`).join(", ")}.</p>}
    </section>
  );
}

interface Happened {
  number: number;
  at: string;
  name: string;
  data: Record<string, unknown>;
}

/** The events of the scopes that this key reads, as they happen: ids and counts, never texts. */
function Events() {
  const [events, setEvents] = useState<Happened[]>([]);
  const [state, setState] = useState("connecting");
  useEffect(() => {
    const abort = new AbortController();
    let next = 0;
    void (async () => {
      while (!abort.signal.aborted) {
        try {
          const response = await open(get("/v1/events"), abort.signal);
          setState("listening");
          await eachEvent(response.body!, (name, data) => {
            const happened = { number: next++, at: new Date().toISOString(), name, data };
            setEvents((before) => [happened, ...before].slice(0, MOST_EVENTS));
          });
          setState("the server ended the stream; trying again");
        } catch (failure) {
          const refusal = asRefusal(failure);
          setState(refusal.status ? refusal.message : "the server is away; trying again");
          if (refusal.status === 401 || refusal.status === 403) {
            return;
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 3_000));
      }
    })();
    return () => abort.abort();
  }, []);
  return (
    <section>
      <h2>Events</h2>
      <p class="quiet" role="status">{state}</p>
      {events.length === 0 && <Empty>Nothing has happened since this panel was opened.</Empty>}
      <ul class="events">
        {events.map((event) => (
          <li key={event.number}>
            <span class="tag">{event.name}</span> <StoredLine text={`${event.data["scope"] ?? ""} ${event.data["derivation"] ?? ""} ${event.data["subject"] ?? ""} ${event.data["result"] ?? ""} ${event.data["count"] ?? ""}`.replace(/ +/g, " ")} most={120} />
            <span class="quiet"> <Time at={event.at.replace(/\.\d+/, "")} /></span>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function eachEvent(body: ReadableStream<Uint8Array>, happened: (name: string, data: Record<string, unknown>) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
  for (let rest = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    const parts = (rest + value).split("\n\n");
    rest = parts.pop()!;
    for (const part of parts) {
      const name = /^event: (.*)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (name && data) {
        happened(name, JSON.parse(data) as Record<string, unknown>);
      }
    }
  }
}
