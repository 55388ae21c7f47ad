import { useEffect, useState } from "preact/hooks";
import { type Call, type Place, asCommand, get, post, scopePath, segment, send } from "../api";
import { EntryLine, RefLine, entryCall } from "../entries";
import { count, counts, plural } from "../format";
import { asRefusal, useAction, useCall, useShared } from "../hooks";
import { RowList } from "../list";
import { type Entry, type Erasure, type Held, type Ref, type Session, total } from "../model";
import { Busy, Empty, Field, Panel, Refused, Time } from "../parts";
import { SessionField } from "../sessions";
import { StoredLine } from "../text";

/** As many entries as are asked for again after an erasure. */
const ASKED_AGAIN = 50;
const WAIT_SECONDS = 10;
/** Longer than any erasure takes on a disk that works; then the page says so. */
const MOST_WAITS = 30;

interface Choice {
  mode: "session" | "before" | "all";
  session: string;
  before: string;
}

function selection({ mode, session, before }: Choice): Record<string, unknown> | null {
  if (mode === "all") {
    return { all: true };
  }
  if (mode === "session") {
    return session ? { session } : null;
  }
  return before ? { before: `${before}T00:00:00Z` } : null;
}

function words({ mode, session, before }: Choice): string[] {
  return mode === "all" ? ["--all"] : mode === "session" ? ["--session", session] : ["--before", `${before}T00:00:00Z`];
}

/** The erasure as a command that searches every file before and after it, and signs the result. */
const proven = (place: Place, choice: Choice): string[] => [
  asCommand(place, "forget", ...words(choice), "--prove", "--certificate", "erasure.json"),
  asCommand(null, "verify-certificate", "erasure.json"),
];

/** Erasure with a preview, a receipt and a proof; and the quarantine, which can be undone. */
export function ForgetPanel() {
  const { where, query } = useShared();
  const [choice, setChoice] = useState<Choice>({ mode: "session", session: "", before: "" });
  const base = scopePath(where);
  useEffect(() => setChoice({ mode: "session", session: "", before: "" }), [base]);
  const chosen = selection(choice);
  const preview = chosen && post(`${base}/forget`, { ...chosen, dryRun: true, entries: true });
  const command = chosen ? [asCommand(where, "forget", ...words(choice), "--dry-run"), ...proven(where, choice), asCommand(where, "quarantine", "list")] : asCommand(where, "quarantine", "list");
  return (
    <Panel name="forget" title="Forget" lead="An erasure reaches everything that was derived, down to the bytes in the files. It cannot be undone; a quarantine can." calls={[preview, chosen && post(`${base}/forget`, chosen), get(`${base}/quarantine`)]} command={command}>
      <Erase key={base} choice={choice} choose={setChoice} preview={preview} />
      <Quarantine key={`q${base}`} named={query.includes("/") ? query : ""} />
    </Panel>
  );
}

function Erase({ choice, choose, preview }: { choice: Choice; choose: (choice: Choice) => void; preview: Call | null }) {
  const { where, access } = useShared();
  const [asked, setAsked] = useState<Call | null>(null);
  const { data, refusal, loading, retry } = useCall<Erasure>(asked);
  const [typed, setTyped] = useState("");
  const same = JSON.stringify(preview);
  const [sample, setSample] = useState<Ref[]>([]);
  const erase = useAction<Erasure>();
  const chosen = selection(choice);
  // A preview is of one choice and of one moment: another choice asks for another.
  useEffect(() => {
    setTyped("");
    setAsked(null);
  }, [same]);
  const run = async (event: Event) => {
    event.preventDefault();
    setSample(data?.entries?.slice(0, ASKED_AGAIN) ?? []);
    await erase.run(post(`${scopePath(where)}/forget`, chosen));
    setTyped("");
  };
  if (erase.data) {
    return <Receipt erasure={erase.data} sample={sample} done={() => { erase.clear(); retry(); }} />;
  }
  return (
    <section>
      <h2>Erase</h2>
      <form class="form" onSubmit={(event) => { event.preventDefault(); setAsked(preview); retry(); }}>
      <fieldset class="form">
        <legend>What is to be erased</legend>
        <div class="choices">
          {(["session", "before", "all"] as const).map((mode) => (
            <label><input type="radio" name="mode" checked={choice.mode === mode} onChange={() => choose({ ...choice, mode })} /> {{ session: "one session", before: "everything before a day", all: "the whole scope" }[mode]}</label>
          ))}
        </div>
        {choice.mode === "session" && <Sessions value={choice.session} set={(session) => choose({ ...choice, session })} />}
        {choice.mode === "before" && <Field label="Before (UTC)">{(id) => <input id={id} type="date" value={choice.before} onInput={(event) => choose({ ...choice, before: event.currentTarget.value })} />}</Field>}
      </fieldset>
        <p class="buttons"><button type="submit" disabled={!preview}>Preview</button></p>
      </form>
      <Busy on={loading} />
      <Refused refusal={refusal} retry={retry} />
      {data && (
        <>
          <p class="count"><b>{count(total(data.counts))}</b> {total(data.counts) === 1 ? "entry" : "entries"} would be erased:</p>
          <ul class="legend">{Object.entries(data.counts).map(([kind, each]) => <li data-count={kind}><b>{count(each)}</b> {each === 1 ? kind : plural(2, kind).slice(2)}</li>)}</ul>
          {data.entries && data.entries.length > 0 && <RowList label="Entries that would be erased" length={data.entries.length} height={78} most={312} row={(index) => <RefLine entry={data.entries![index]!} />} />}
          {total(data.counts) > 0 && (
            <form class="form danger" onSubmit={run}>
              <Field label={`Type the scope to confirm: ${where.scope}`} hint={access.rights.includes("forget") ? "There is no way back." : "This key lacks the right forget."}>
                {(id) => <input id={id} value={typed} autocomplete="off" spellcheck={false} aria-describedby={`${id}-hint`} onInput={(event) => setTyped(event.currentTarget.value)} />}
              </Field>
              <button type="submit" class="bad" disabled={typed !== where.scope || erase.busy || !access.rights.includes("forget")}>Forget</button>
              <p class="quiet">By command, the erasure also searches every file for the erased texts, and signs the result:</p>
              <pre tabIndex={0} aria-label="Erase with a certificate">{proven(where, choice).join("\n")}</pre>
            </form>
          )}
        </>
      )}
      <Refused refusal={erase.refusal} />
    </section>
  );
}

function Sessions({ value, set }: { value: string; set: (session: string) => void }) {
  const { where } = useShared();
  const { data } = useCall<{ sessions: Session[] }>(get(`${scopePath(where)}/sessions`));
  return <SessionField sessions={data?.sessions ?? []} value={value} set={set} />;
}

/** The receipt, and two proofs: the server's, that the bytes are gone, and the answers to asking again. */
function Receipt({ erasure, sample, done }: { erasure: Erasure; sample: Ref[]; done: () => void }) {
  const { where } = useShared();
  const bytes = useBytes(erasure);
  const asked = useAskedAgain(where, sample);
  const operation = erasure.operation;
  return (
    <section class="notice good" aria-live="polite" data-receipt={operation}>
      <h2>Forgotten</h2>
      <dl class="facts-of">
        <dt>Operation</dt><dd><code>{operation}</code></dd>
        <dt>At</dt><dd><Time at={erasure.at} /></dd>
        <dt>Erased</dt><dd>{counts(erasure.counts)}</dd>
        <dt>Bytes in the files</dt><dd>{bytes}</dd>
        <dt>Asked again</dt><dd>{asked}</dd>
      </dl>
      <p class="quiet">The operator verifies at the server that every erasure has left the files. A search for the erased texts, with a signed certificate, belongs to an erasure by command.</p>
      <pre tabIndex={0} aria-label="Command of the proof">{asCommand(null, "verify-erasure")}</pre>
      <button type="button" onClick={done}>Done</button>
    </section>
  );
}

function useBytes(erasure: Erasure): string {
  const [state, setState] = useState(erasure.bytes);
  useEffect(() => {
    let here = true;
    void (async () => {
      for (let waits = 0, bytes = erasure.bytes; here && bytes !== "gone"; waits++) {
        if (waits === MOST_WAITS) {
          return setState("still there; daybook doctor says why");
        }
        try {
          bytes = (await send<Erasure>(get(`/v1/operations/${segment(erasure.operation)}`, { wait: WAIT_SECONDS }))).bytes;
          if (here) {
            setState(bytes);
          }
        } catch (failure) {
          return here && setState(asRefusal(failure).message);
        }
      }
    })();
    return () => {
      here = false;
    };
  }, [erasure.operation]);
  return state;
}

function useAskedAgain(place: Place, sample: Ref[]): string {
  const [text, setText] = useState("…");
  useEffect(() => {
    let here = true;
    void (async () => {
      let gone = 0;
      for (const ref of sample) {
        try {
          await send<Entry>(entryCall(place, ref));
        } catch (failure) {
          gone += asRefusal(failure).status === 404 ? 1 : 0;
        }
        if (!here) {
          return;
        }
      }
      setText(sample.length === 0 ? "nothing to ask for" : `${gone} of ${sample.length} entries are no longer found`);
    })();
    return () => {
      here = false;
    };
  }, [sample]);
  return text;
}

function Quarantine({ named }: { named: string }) {
  const { where, access, go } = useShared();
  const base = `${scopePath(where)}/quarantine`;
  const mayForget = access.rights.includes("forget");
  const { data, refusal, loading, retry } = useCall<{ quarantine: Held[] }>(mayForget ? get(base) : null);
  const release = useAction<Held>();
  const [open, setOpen] = useState("");
  if (!mayForget) {
    return <section><h2>Quarantine</h2><Empty>This key lacks the right forget, which the quarantine needs: a right to read would defeat it.</Empty></section>;
  }
  return (
    <section>
      <h2>Quarantine{data && data.quarantine.length > 0 && <span class="badge">{count(data.quarantine.length)}</span>}</h2>
      <p class="quiet">Entries in quarantine, and those derived from them, are in no recall and in no context until they are released or erased.</p>
      <Busy on={loading} />
      <Refused refusal={refusal} retry={retry} />
      <Refused refusal={release.refusal} />
      {data?.quarantine.length === 0 && <Empty>Nothing is in quarantine.</Empty>}
      <ul class="held">
        {data?.quarantine.map((held) => (
          <li>
            <div class="line-top"><b>{counts(held.counts)}</b> <span class="quiet"><Time at={held.at} /></span> <code class="id">{held.operation}</code></div>
            <p class="buttons">
              <button type="button" class="small" aria-expanded={open === held.operation} onClick={() => setOpen(open === held.operation ? "" : held.operation)}>Review</button>
              <button type="button" class="small" disabled={release.busy} onClick={() => void release.run(post(`${base}/${segment(held.operation)}/release`)).then((released) => released && retry())}>Release</button>
            </p>
            {open === held.operation && <Review path={`${base}/${segment(held.operation)}`} />}
          </li>
        ))}
      </ul>
      <Hide named={named} done={() => { if (named) { go({ query: "" }); } retry(); }} />
    </section>
  );
}

function Review({ path }: { path: string }) {
  const { data, refusal, loading, retry } = useCall<{ entries: Entry[] }>(get(path));
  return (
    <>
      <Busy on={loading} />
      <Refused refusal={refusal} retry={retry} />
      {data && <RowList label="Entries in quarantine" length={data.entries.length} height={78} most={312} row={(index) => <EntryLine entry={data.entries[index]!} />} />}
    </>
  );
}

/** Puts the entries of a writer, a key or an origin, or one entry, into quarantine. */
function Hide({ named, done }: { named: string; done: () => void }) {
  const { where } = useShared();
  const [by, setBy] = useState(named ? "entry" : "writer");
  const [value, setValue] = useState(named);
  useEffect(() => {
    if (named) {
      setBy("entry");
      setValue(named);
    }
  }, [named]);
  const [since, setSince] = useState("");
  const put = useAction<Held>();
  const conditions = conditionsOf(by, value.trim(), since);
  const base = `${scopePath(where)}/quarantine`;
  const preview = useCall<Held>(conditions ? post(base, { ...conditions, dryRun: true }) : null, 300);
  const run = async (event: Event) => {
    event.preventDefault();
    if (conditions && (await put.run(post(base, conditions)))) {
      setValue("");
      done();
    }
  };
  return (
    <details class="inset" open={!!named}>
      <summary>Put entries into quarantine</summary>
      <form class="form-row" onSubmit={run}>
        <Field label="Entries of">
          {(id) => <select id={id} value={by} onChange={(event) => { setBy(event.currentTarget.value); setValue(""); }}>{["writer", "key", "origin", "session", "entry"].map((each) => <option>{each}</option>)}</select>}
        </Field>
        <Field label={{ writer: "Name of the writer", key: "Id of the key", origin: "user, assistant, tool or import", session: "Session", entry: "kind/id" }[by]!}>
          {(id) => <input id={id} value={value} onInput={(event) => setValue(event.currentTarget.value)} />}
        </Field>
        <Field label="Since (UTC)">{(id) => <input id={id} type="date" value={since} onInput={(event) => setSince(event.currentTarget.value)} />}</Field>
        <button type="submit" disabled={!preview.data || total(preview.data.counts) === 0 || put.busy}>Hide {preview.data ? plural(total(preview.data.counts), "entry") : "entries"}</button>
      </form>
      <Refused refusal={preview.refusal ?? put.refusal} />
      {preview.data && <p class="quiet" role="status">Hidden would be {counts(preview.data.counts)}{preview.data.derived && total(preview.data.derived) > 0 && `, of which derived: ${counts(preview.data.derived)}`}. <StoredLine text={where.scope} /></p>}
    </details>
  );
}

function conditionsOf(by: string, value: string, since: string): Record<string, string> | null {
  if (!value) {
    return null;
  }
  const time: Record<string, string> = since ? { since: `${since}T00:00:00Z` } : {};
  if (by !== "entry") {
    return { [by]: value, ...time };
  }
  const slash = value.indexOf("/");
  return slash > 0 && slash < value.length - 1 ? { kind: value.slice(0, slash), id: value.slice(slash + 1), ...time } : null;
}
