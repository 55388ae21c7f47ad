import { useMemo, useState } from "preact/hooks";
import { asCommand, given, post, scopePath } from "../api";
import { Part, tone } from "../bar";
import { RefLine } from "../entries";
import { count, plural } from "../format";
import { useCall, useDebounced, useShared } from "../hooks";
import { RowList } from "../list";
import type { Context } from "../model";
import { Busy, Copy, Empty, Field, Panel, Refused } from "../parts";
import { StoredLine, StoredText } from "../text";

const DEFAULT_BUDGET = 2_000;
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
  const { data, refusal, loading, retry } = useCall<Context>(call);
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
      {data && <Shown context={data} budget={tokens} />}
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
          <Cut context={context} />
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
        {context.sections.map((section, index) => <Part share={section.tokens / budget} tone={tone(index)} title={`${section.name}: ${section.tokens} tokens`} />)}
        {rest > 0 && <Part share={rest / budget} tone="tone-rest" title={`between the sections: ${rest} tokens`} />}
      </div>
      <ul class="legend">
        {context.sections.map((section, index) => (
          <li data-section={section.name} data-tokens={section.tokens}><span class={`swatch ${tone(index)}`} />{NAMES[section.name] ?? section.name} <b>{count(section.tokens)}</b> <span class="quiet">{plural(section.entries.length, "entry")}</span></li>
        ))}
        <li><span class="swatch free" />free <b>{count(free)}</b></li>
      </ul>
    </figure>
  );
}

function Cut({ context }: { context: Context }) {
  const sorted = useMemo(() => [...context.leftOut].sort((one, other) => one.reason.localeCompare(other.reason)), [context]);
  if (sorted.length === 0) {
    return <Empty>Nothing was cut: everything that concerns the prompt is in the text.</Empty>;
  }
  const reasons = new Map<string, number>();
  sorted.forEach(({ reason }) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1));
  return (
    <>
      <ul class="quiet">{[...reasons].map(([reason, times]) => <li>{count(times)} × <StoredLine text={reason} /></li>)}</ul>
      <RowList label="Entries that were cut" length={sorted.length} height={78} row={(index) => <RefLine entry={sorted[index]!.entry} note={reasons.size > 1 ? sorted[index]!.reason : undefined} />} />
    </>
  );
}
