import { useEffect, useMemo, useState } from "preact/hooks";
import { asCommand, get, scopePath } from "../api";
import { Axis, Part } from "../bar";
import { count, plural } from "../format";
import { useCall, useDebounced, useShared } from "../hooks";
import { RowList } from "../list";
import type { Entry } from "../model";
import { Busy, Empty, Field, Panel, Refused, Trust } from "../parts";
import { StoredLine } from "../text";

/** As many as a browser reads at once; a subject narrows it down. */
const MOST = 5_000;
const STEPS = 1_000;
/** Empty: no condition. */
type Moment = number | undefined;

const iso = (moment: Moment): string | undefined => (moment === undefined ? undefined : new Date(moment).toISOString());

/** Facts as bars of validity, seen at any moment of the world and as known at any moment. */
export function FactsPanel() {
  const { where } = useShared();
  const [subject, setSubject] = useState("");
  const [known, setKnown] = useState<Moment>();
  const [valid, setValid] = useState<Moment>();
  const settled = useDebounced(subject, 300);
  const asOf = useDebounced(known, 200);
  const base = `${scopePath(where)}/facts`;
  const now = useCall<{ facts: Entry[] }>(get(base, { subject: settled, limit: MOST }));
  const then = useCall<{ facts: Entry[] }>(asOf === undefined ? null : get(base, { subject: settled, asOf: iso(asOf), limit: MOST }));
  const shown = asOf === undefined ? now : then;
  const [from, to] = useMemo(() => span(now.data?.facts ?? []), [now.data]);
  const [first, last] = useMemo(() => recorded(now.data?.facts ?? []), [now.data]);
  useEffect(() => {
    setKnown(undefined);
    setValid(undefined);
  }, [base]);
  const call = get(base, { subject: settled, asOf: iso(asOf), validAt: iso(valid), limit: MOST });
  const command = asCommand(where, "facts", "list", ...(settled ? ["--subject", settled] : []), ...(asOf === undefined ? [] : ["--as-of", iso(asOf)!]), ...(valid === undefined ? [] : ["--valid-at", iso(valid)!]));
  return (
    <Panel name="facts" title="Facts in two times" lead="When a fact was true in the world, and when the memory knew it. Both times can be moved." calls={[call]} command={command}>
      <div class="form">
        <Field label="Subject">{(id) => <input id={id} type="text" enterkeyhint="search" data-search value={subject} placeholder="any, exactly as written" onInput={(event) => setSubject(event.currentTarget.value)} />}</Field>
        <div class="form-row">
          <Slider label="As of, in the memory" value={known} set={setKnown} from={first} to={last} none="now" />
          <Slider label="Valid at, in the world" value={valid} set={setValid} from={from} to={to} none="any time" />
        </div>
      </div>
      <Busy on={shown.loading} />
      <Refused refusal={shown.refusal} retry={shown.retry} />
      {shown.data && <Bars facts={shown.data.facts} from={from} to={to} valid={valid} />}
    </Panel>
  );
}

function Slider({ label, value, set, from, to, none }: { label: string; value: Moment; set: (moment: Moment) => void; from: number; to: number; none: string }) {
  const step = (to - from) / STEPS;
  const text = value === undefined ? none : new Date(value).toISOString().slice(0, 16).replace("T", " ") + "Z";
  return (
    <Field label={`${label}: ${text}`}>
      {(id) => (
        <div class="slider">
          <input id={id} type="range" min="0" max={STEPS} value={value === undefined ? STEPS : Math.round((value - from) / step)} aria-valuetext={text} onInput={(event) => set(from + event.currentTarget.valueAsNumber * step)} />
          <button type="button" class="small" disabled={value === undefined} onClick={() => set(undefined)}>{none}</button>
        </div>
      )}
    </Field>
  );
}

const moments = (texts: (string | undefined)[]): number[] => texts.map((text) => (text ? Date.parse(text) : NaN)).filter((moment) => !isNaN(moment));

function bounds(all: number[]): [number, number] {
  const now = Date.now();
  const first = all.reduce((one, other) => Math.min(one, other), now - 3_600_000);
  return [first, all.reduce((one, other) => Math.max(one, other), now)];
}

const span = (facts: Entry[]): [number, number] => bounds(moments(facts.flatMap((fact) => [fact.validFrom, fact.validUntil])));
const recorded = (facts: Entry[]): [number, number] => bounds(moments(facts.map((fact) => fact.recordedAt)));

function holds(fact: Entry, moment: Moment): boolean {
  return moment === undefined || (Date.parse(fact.validFrom!) <= moment && (!fact.validUntil || Date.parse(fact.validUntil) > moment));
}

function Bars({ facts, from, to, valid }: { facts: Entry[]; from: number; to: number; valid: Moment }) {
  const { show } = useShared();
  const sorted = useMemo(
    () => [...facts].sort((one, other) => compare(one.subject!, other.subject!) || compare(one.predicate!, other.predicate!) || compare(one.validFrom!, other.validFrom!)),
    [facts],
  );
  if (facts.length === 0) {
    return <Empty>The memory knows no fact here at this time. The derivations make facts of episodes.</Empty>;
  }
  const holding = facts.filter((fact) => holds(fact, valid)).length;
  const row = (index: number) => {
    const fact = sorted[index]!;
    const begin = Date.parse(fact.validFrom!);
    const end = fact.validUntil ? Date.parse(fact.validUntil) : to;
    const isFirst = index === 0 || sorted[index - 1]!.subject !== fact.subject;
    return (
      <button type="button" class={`lane fact${holds(fact, valid) ? "" : " faded"}`} data-fact={fact.id} onClick={() => show({ kind: "fact", id: fact.id })}>
        <span class="lane-name">
          <b class={isFirst ? "" : "again"}><StoredLine text={fact.subject!} most={40} /></b> <em><StoredLine text={fact.predicate!} most={40} /></em> <StoredLine text={fact.object!} most={120} />
        </span>
        <span class="track">
          <Part tone={`tone-0${fact.validUntil ? " ended" : ""}`} left={(begin - from) / (to - from)} share={Math.max(0.004, (end - begin) / (to - from))} title={`${fact.validFrom} – ${fact.validUntil ?? "now"}`} />
          {valid !== undefined && <Part tone="needle" left={(valid - from) / (to - from)} share={0} />}
        </span>
        <span class="lane-end"><Trust trust={fact.trust} />{fact.supersededBy && <span class="quiet">ended by a later one</span>}</span>
      </button>
    );
  };
  return (
    <>
      <p class="quiet" role="status">{plural(facts.length, "fact")}{valid !== undefined && `, of which ${count(holding)} held then`}{facts.length === MOST && `; only the latest ${count(MOST)} are read, a subject narrows them down`}</p>
      <Axis kind="fact" from={from} to={to} />
      <RowList label="Facts by subject" length={sorted.length} height={52} row={row} />
    </>
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
