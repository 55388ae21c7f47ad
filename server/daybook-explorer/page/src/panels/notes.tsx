import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Refusal, asCommand, get, given, post, scopePath, send } from "../api";
import { EntryLine, RefLine } from "../entries";
import { plural } from "../format";
import { asRefusal, useAction, useCall, useDebounced, useShared } from "../hooks";
import { RowList } from "../list";
import type { Entry, Hits } from "../model";
import { Busy, Empty, Field, Panel, Refused } from "../parts";
import { StoredLine } from "../text";

const PAGE = 200;
const MOST_FOUND = 50;

/** What was noted, the latest first, and a search among it. */
export function NotesPanel() {
  const { where, access } = useShared();
  const [text, setText] = useState("");
  const question = useDebounced(text.trim(), 300);
  const base = `${scopePath(where)}/notes`;
  const found = useCall<Hits>(question ? get(base, { query: question, count: MOST_FOUND }) : null);
  const hits = found.data?.hits;
  return (
    <Panel
      name="notes"
      title="Notes"
      lead="Short texts that condense what was said, or that somebody kept. A context shows those that match its prompt."
      calls={[question ? get(base, { query: question, count: MOST_FOUND }) : get(base, { begin: 1, count: PAGE })]}
      command={question ? asCommand(where, "notes", "search", given(question)) : asCommand(where, "notes", "latest")}
    >
      <Field label="Search">{(id) => <input id={id} type="text" enterkeyhint="search" data-search value={text} placeholder="all notes" onInput={(event) => setText(event.currentTarget.value)} />}</Field>
      <Busy on={found.loading} />
      <Refused refusal={found.refusal} retry={found.retry} />
      {question && hits?.length === 0 && <Empty>No note of <StoredLine text={where.scope} /> matches.</Empty>}
      {question && hits && hits.length > 0 && <RowList label="Notes that match, the best first" length={hits.length} height={78} row={(index) => <RefLine entry={{ kind: hits[index]!.kind, id: hits[index]!.id }} />} />}
      {!question && <Latest key={base} base={base} />}
      {access.rights.includes("write") && <Keep base={base} />}
    </Panel>
  );
}

function Latest({ base }: { base: string }) {
  const { refresh } = useShared();
  const [state, setState] = useState<{ notes: Entry[]; more: boolean; refusal?: Refusal; loading: boolean }>({ notes: [], more: true, loading: true });
  const generation = useRef(0);
  const busy = useRef(false);
  const read = useCallback(async (before: Entry[]) => {
    const mine = generation.current;
    busy.current = true;
    setState({ notes: before, more: true, loading: true });
    try {
      const page = await send<{ notes: Entry[] }>(get(base, { begin: before.length + 1, count: PAGE }));
      if (mine === generation.current) {
        busy.current = false;
        setState({ notes: before.concat(page.notes), more: page.notes.length === PAGE, loading: false });
      }
    } catch (failure) {
      if (mine === generation.current) {
        busy.current = false;
        setState({ notes: before, more: false, refusal: asRefusal(failure), loading: false });
      }
    }
  }, [base]);
  useEffect(() => {
    generation.current++;
    void read([]);
    return () => void generation.current++;
  }, [read, refresh]);
  const { notes, more, refusal, loading } = state;
  return (
    <>
      {!refusal && <p class="quiet" role="status">{plural(notes.length, "note")} read{loading ? " …" : more ? ", more follow with the scroll" : ", these are all"}</p>}
      <Refused refusal={refusal} retry={() => void read(notes)} />
      {notes.length > 0 && <RowList label="Notes, the latest first" length={notes.length} height={78} more={() => { if (more && !busy.current) { void read(notes); } }} row={(index) => <EntryLine entry={notes[index]!} />} />}
      {!loading && !refusal && notes.length === 0 && <Empty>This scope has no note yet.</Empty>}
    </>
  );
}

function Keep({ base }: { base: string }) {
  const { reload } = useShared();
  const [text, setText] = useState("");
  const { run, refusal, busy, data } = useAction<{ derived: string }>();
  const keep = async (event: Event) => {
    event.preventDefault();
    if (await run(post(base, { contents: [text], wait: true }))) {
      setText("");
      reload();
    }
  };
  return (
    <details class="inset">
      <summary>Keep a note</summary>
      <form class="form" onSubmit={keep}>
        <Field label="Text of the note">{(id) => <textarea id={id} rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />}</Field>
        <p class="buttons"><button type="submit" disabled={busy || !text.trim()}>{busy ? "Keeping …" : "Keep"}</button> <span class="quiet" role="status">{data && (data.derived === "done" ? "Kept." : "Stored; the note follows when it is derived.")}</span></p>
      </form>
      <Refused refusal={refusal} />
    </details>
  );
}
