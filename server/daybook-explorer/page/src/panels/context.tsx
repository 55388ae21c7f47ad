import { useMemo, useState } from "preact/hooks";
import { asCommand, get, given, post, scopePath } from "../api";
import { Part, toneOf } from "../bar";
import { RefLine } from "../entries";
import { count, plural } from "../format";
import { useCall, useDebounced, useShared } from "../hooks";
import { RowList } from "../list";
import { type Context, type Profile, scopeOf, total } from "../model";
import { Busy, Copy, Empty, Field, Panel, Refused } from "../parts";
import { StoredLine, StoredText } from "../text";

const DEFAULT_BUDGET = 2_000;
/** The share that may be free in a budget that is called nearly full: a short message does not fit into it. */
const NEARLY_FULL = 0.05;
/** Each has its colour in every context. */
const SECTIONS = ["details", "session", "facts", "blocks", "notes", "bank", "gists"];
const NAMES: Record<string, string> = { details: "recalled details", session: "this conversation", blocks: "core blocks", bank: "memory bank" };

/** The text that a model would get, its budget as a picture, and the entries that were cut. */
export function ContextPanel() {
  const { where, query } = useShared();
  const [prompt, setPrompt] = useState(query || "What should I keep in mind?");
  const [budget, setBudget] = useState(DEFAULT_BUDGET);
  const [recent, setRecent] = useState("all");
  const settled = useDebounced(prompt.trim(), 300);
  const tokens = useDebounced(budget, 200);
  const body = { session: where.session || "default", prompt: settled, maxTokens: tokens, recent };
  const call = settled ? post(`${scopePath(where)}/context`, body) : null;
  const { data, answered, refusal, loading, retry } = useCall<Context>(call);
  const command = asCommand(where, "context", given(settled), "--session", body.session, "--max-tokens", String(tokens), ...(recent === "all" ? [] : ["--recent", recent]));
  return (
    <Panel name="context" title="What would the model see now?" lead="The text that is put before this prompt, packed into a budget of tokens." calls={[call]} command={settled ? command : ""}>
      <form class="form" onSubmit={(event) => { event.preventDefault(); retry(); }}>
        <Field label="Prompt">
          {(id) => <textarea id={id} rows={2} value={prompt} data-search onInput={(event) => setPrompt(event.currentTarget.value)} />}
        </Field>
        <div class="form-row">
          <Field label={`Token budget: ${count(budget)}`}>
            {(id) => <input id={id} type="range" min="50" max="8000" step="50" value={budget} aria-valuetext={`${budget} tokens`} onInput={(event) => setBudget(event.currentTarget.valueAsNumber)} />}
          </Field>
          <Field label="Recent messages">
            {(id) => (
              <select id={id} value={recent} onChange={(event) => setRecent(event.currentTarget.value)}>
                <option value="all">all that fit</option>
                <option value="none">none: the caller sends them</option>
              </select>
            )}
          </Field>
          <button type="submit">Show context</button>
        </div>
      </form>
      <Busy on={loading} />
      <Refused refusal={refusal} retry={retry} />
      {data && <Shown context={data} budget={(answered?.body as typeof body).maxTokens} />}
    </Panel>
  );
}

function Shown({ context, budget }: { context: Context; budget: number }) {
  return (
    <>
      <Budget context={context} budget={budget} />
      <div class="columns">
        <div>
          <div class="sub"><h2>The text</h2>{context.text && <Copy text={context.text} label="Copy as prompt" />}</div>
          {context.text ? <div class="sheet" tabIndex={0} role="region" aria-label="The text"><StoredText text={context.text} first={6_000} /></div> : <Empty>Nothing of this scope fits or concerns the prompt: the model would see no memory.</Empty>}
        </div>
        <div>
          <h2>What was cut{context.leftOut.length > 0 && <span class="badge">{count(context.leftOut.length)}</span>}</h2>
          <Cut context={context} budget={budget} />
        </div>
      </div>
    </>
  );
}

function Budget({ context, budget }: { context: Context; budget: number }) {
  const free = Math.max(0, budget - context.tokens);
  const named = context.sections.reduce((sum, section) => sum + section.tokens, 0);
  const rest = Math.max(0, context.tokens - named);
  return (
    <figure class="budget">
      <figcaption><b>{count(context.tokens)}</b> of {count(budget)} tokens used</figcaption>
      <div class="stack" role="img" aria-label={`${context.sections.map((section) => `${section.name} ${section.tokens}`).join(", ")}, free ${free} tokens`}>
        {context.sections.map((section) => <Part share={section.tokens / budget} tone={toneOf(SECTIONS, section.name)} title={`${section.name}: ${section.tokens} tokens`} />)}
        {rest > 0 && <Part share={rest / budget} tone="tone-rest" title={`between the sections: ${rest} tokens`} />}
      </div>
      <ul class="legend">
        {context.sections.map((section) => (
          <li data-section={section.name} data-tokens={section.tokens}><span class={`swatch ${toneOf(SECTIONS, section.name)}`} />{NAMES[section.name] ?? section.name} <b>{count(section.tokens)}</b> <span class="quiet">{plural(section.entries.length, "entry")}</span></li>
        ))}
        <li><span class="swatch free" />free <b>{count(free)}</b></li>
      </ul>
    </figure>
  );
}

function Cut({ context, budget }: { context: Context; budget: number }) {
  const sorted = useMemo(() => [...context.leftOut].sort((one, other) => one.reason.localeCompare(other.reason)), [context]);
  const reasons = new Map<string, number>();
  sorted.forEach(({ reason }) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1));
  return (
    <>
      <Share context={context} budget={budget} />
      {sorted.length > 0 && (
        <>
          <ul class="quiet">{[...reasons].map(([reason, times]) => <li>{count(times)} × <StoredLine text={reason} /></li>)}</ul>
          <RowList label="Entries that were cut" length={sorted.length} height={78} row={(index) => <RefLine entry={sorted[index]!.entry} note={reasons.size > 1 ? sorted[index]!.reason : undefined} />} />
        </>
      )}
    </>
  );
}

/**
 * How much of the scope is in the text. The answer names the chosen entries that did not fit; of all others it is known
 * only that they were not chosen.
 */
function Share({ context, budget }: { context: Context; budget: number }) {
  const { where } = useShared();
  const { data: profile, refusal } = useCall<Profile>(get(`${scopePath(where)}/profile`));
  if (!profile) {
    return refusal ? <Empty>{context.leftOut.length === 0 && "No entry that was chosen for the prompt was cut. "}How many others the scope has is not known here: <StoredLine text={refusal.message} /></Empty> : null;
  }
  const own = context.sections.flatMap((section) => section.entries).filter((ref) => scopeOf(ref, where.scope) === where.scope);
  const shown = new Set(own.map((ref) => `${ref.kind}/${ref.id}`)).size;
  const all = total(profile.counts);
  const others = all - shown - context.leftOut.filter(({ entry }) => scopeOf(entry, where.scope) === where.scope).length;
  if (context.leftOut.length === 0 && shown >= all) {
    return <Empty>Nothing was cut: {all === 1 ? "the only entry" : `all ${count(all)} entries`} of this scope {all === 1 ? "is" : "are"} in the text.</Empty>;
  }
  return (
    <Empty>
      {context.leftOut.length === 0 ? "No entry that was chosen for the prompt was cut." : `${plural(context.leftOut.length, "entry")} chosen for the prompt did not fit.`}
      {` The text shows ${count(shown)} of the ${plural(all, "entry")} of this scope, whole or in part.`}
      {others > 0 && ` ${others === 1 ? "The other one was" : `The other ${count(others)} were`} not chosen for it, and the answer does not name ${others === 1 ? "it" : "them"}.`}
      {others > 0 && budget - context.tokens < budget * NEARLY_FULL && " The budget is nearly full; a larger one may show more."}
    </Empty>
  );
}
