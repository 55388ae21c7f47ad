import { useState } from "preact/hooks";
import { type Call, type Place, get, post, scopePath } from "./api";
import { useAction, useCall, useShared } from "./hooks";
import type { Entry } from "./model";
import { Field, Refused, Time } from "./parts";
import { StoredLine } from "./text";

/** As many facts of a subject as are searched for those that this one has ended. */
const MOST = 5_000;

/**
 * Ends a fact. Without a successor the fact is written again, with an end and the same id: its earlier version stays.
 * With one, the later fact is written, and the memory decides what it ends.
 */
export function EndFact({ place, fact, call: reading }: { place: Place; fact: Entry; call: Call }) {
  const { reload } = useShared();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState("");
  const [next, setNext] = useState("");
  const write = useAction<{ id: string }>();
  const reread = useAction<Entry>();
  const facts = `${scopePath(place)}/facts`;
  const known = useCall<{ facts: Entry[] }>(isOpen ? get(facts, { subject: fact.subject, predicate: fact.predicate, limit: MOST }) : null);
  const others = known.data?.facts.filter((each) => each.id !== fact.id) ?? [];
  const open = others.filter((each) => !each.validUntil && each.object !== fact.object);
  const end = async (event: Event) => {
    event.preventDefault();
    const moment = at ? new Date(`${at}Z`).toISOString() : new Date().toISOString();
    const call = next.trim() ? successor(facts, fact, next.trim(), moment) : ended(facts, fact, moment, others.some((each) => each.supersededBy === fact.id));
    if (await write.run(call)) {
      await reread.run(reading);
      reload();
    }
  };
  if (reread.data) {
    return (
      <p class="notice" role="status" data-ended={!!reread.data.validUntil}>
        {reread.data.validUntil ? <>It is true until <Time at={reread.data.validUntil} />. The earlier version stays among its versions.</> : "It was written, but this fact has no end: the memory does not let this writer end it."}
      </p>
    );
  }
  if (fact.validUntil) {
    return null;
  }
  return (
    <details class="inset" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>This is no longer true…</summary>
      <form class="form" onSubmit={end}>
        <Field label="Ended at (UTC)" hint="Empty: now.">{(id) => <input id={id} type="datetime-local" value={at} aria-describedby={`${id}-hint`} onInput={(event) => setAt(event.currentTarget.value)} />}</Field>
        <Field label="What is true since then, if known">{(id) => <input id={id} type="text" value={next} onInput={(event) => setNext(event.currentTarget.value)} />}</Field>
        <p class="quiet">
          {next.trim()
            ? <>Writes <StoredLine text={`${fact.subject} ${fact.predicate} ${next.trim()}`} most={200} />, as one of a kind: it ends this fact{open.length > 0 && <> and <StoredLine text={open.map((each) => each.object).join(", ")} most={200} /></>}.</>
            : "Writes this fact again under its id, with an end, in the name of this page's user."}
        </p>
        <p class="buttons"><button type="submit" disabled={!known.data || write.busy || reread.busy}>End this fact</button></p>
      </form>
      <Refused refusal={known.refusal ?? write.refusal ?? reread.refusal} />
    </details>
  );
}

const successor = (facts: string, fact: Entry, object: string, validFrom: string): Call =>
  post(facts, { subject: fact.subject, predicate: fact.predicate, object, validFrom });

/** A fact that has ended others is written as one of a kind again, or they would be true again. */
function ended(facts: string, fact: Entry, validUntil: string, singleValued: boolean): Call {
  const { id, subject, predicate, object, confidence, validFrom, sources } = fact;
  return post(facts, { id, subject, predicate, object, confidence, validFrom, validUntil, sources: sources ?? [], singleValued });
}
