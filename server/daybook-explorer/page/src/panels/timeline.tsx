import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Place, Refusal, asCommand, get, scopePath, segment, send } from "../api";
import { Axis, Part } from "../bar";
import { EntryLine, RefLine } from "../entries";
import { count, plural } from "../format";
import { Export } from "../export";
import { asRefusal, useCall, useShared } from "../hooks";
import { RowList } from "../list";
import type { Entry, Session } from "../model";
import { Busy, Empty, Field, Kind, Panel, Refused, Time, Trust } from "../parts";
import { SessionField } from "../sessions";
import { StoredLine, StoredText } from "../text";

/** Small enough to answer at once, large enough that a fast scroll asks seldom; the most that a page may have. */
const PAGE = 1_000;
const LEVELS = ["session", "day", "week", "month"];

/** The sessions as lanes of time, the ladder of their summaries, and all episodes, newest first. */
export function TimelinePanel() {
  const { where, go } = useShared();
  const [session, setSession] = useState("");
  const [before, setBefore] = useState("");
  const base = scopePath(where);
  const sessions = useCall<{ sessions: Session[] }>(get(`${base}/sessions`));
  useEffect(() => setSession(""), [base]);
  const page = { session, to: before ? `${before}T23:59:59.999Z` : "" };
  return (
    <Panel
      name="timeline"
      title="Timeline"
      lead="Sessions, what was said in them, and what became of it: summaries of sessions, days, weeks and months."
      calls={[get(`${base}/sessions`), get(`${base}/episodes`, { ...page, limit: 50 }), get(`${base}/summaries`), get(`${base}/export`)]}
      command={[asCommand(where, "sessions"), asCommand(where, "recall", "", "--by", "newest", "--kinds", "episode", "--limit", "50", ...(page.to ? ["--to", page.to] : []), ...(session ? ["--session", session] : [])), asCommand(where, "summaries", "list"), asCommand(where, "export")]}
    >
      <Busy on={sessions.loading} />
      <Refused refusal={sessions.refusal} retry={sessions.retry} />
      {sessions.data && <Lanes sessions={sessions.data.sessions} chosen={session} choose={(id) => setSession(id === session ? "" : id)} />}
      <Ladder />
      <section>
        <div class="sub">
          <h2>Episodes{session && <> <button type="button" class="small" onClick={() => go({ panel: "conversation", session })}>Read this conversation</button></>}</h2>
          <div class="form-row tight">
            <SessionField sessions={sessions.data?.sessions ?? []} value={session} set={setSession} none="all" />
            <Field label="Until (UTC)">{(id) => <input id={id} type="date" value={before} onInput={(event) => setBefore(event.currentTarget.value)} />}</Field>
          </div>
        </div>
        <Episodes place={where} session={session} to={page.to} />
      </section>
      <Export />
    </Panel>
  );
}

function Episodes({ place, session, to }: { place: Place; session: string; to: string }) {
  const { refresh } = useShared();
  const [state, setState] = useState<{ episodes: Entry[]; cursor?: string | null; refusal?: Refusal; loading: boolean }>({ episodes: [], loading: true });
  const base = scopePath(place);
  const generation = useRef(0);
  const busy = useRef(false);
  const read = useCallback(async (cursor?: string) => {
    const mine = generation.current;
    busy.current = true;
    setState((before) => ({ ...before, loading: true, refusal: undefined }));
    try {
      const page = await send<{ episodes: Entry[]; cursor: string | null }>(get(`${base}/episodes`, { session, to, limit: cursor ? PAGE : 100, cursor }));
      if (mine === generation.current) {
        busy.current = false;
        setState((before) => ({ episodes: cursor ? before.episodes.concat(page.episodes) : page.episodes, cursor: page.cursor, loading: false }));
      }
    } catch (failure) {
      if (mine === generation.current) {
        busy.current = false;
        setState((before) => ({ ...before, refusal: asRefusal(failure), loading: false }));
      }
    }
  }, [base, session, to]);
  useEffect(() => {
    generation.current++;
    setState({ episodes: [], loading: true });
    void read();
    return () => void generation.current++;
  }, [read, refresh]);
  const more = () => {
    if (state.cursor && !busy.current && !state.refusal) {
      void read(state.cursor);
    }
  };
  return (
    <>
      <p class="quiet" role="status">{plural(state.episodes.length, "episode")} read{state.cursor ? ", more follow with the scroll" : state.loading ? " …" : ", these are all"}</p>
      <Refused refusal={state.refusal} retry={() => void read(state.cursor ?? undefined)} />
      {state.episodes.length > 0 && <RowList label="Episodes, newest first" length={state.episodes.length} height={78} more={more} row={(index) => <EntryLine entry={state.episodes[index]!} />} />}
      {!state.loading && !state.refusal && state.episodes.length === 0 && <Empty>There is no episode here.</Empty>}
    </>
  );
}

function Lanes({ sessions, chosen, choose }: { sessions: Session[]; chosen: string; choose: (id: string) => void }) {
  const [from, to] = useMemo(() => {
    const times = sessions.flatMap((session) => [Date.parse(session.created), Date.parse(session.lastActivity)]);
    // Without spreading: there may be a hundred thousand of them.
    const first = times.reduce((one, other) => Math.min(one, other), Infinity);
    const last = times.reduce((one, other) => Math.max(one, other), -Infinity);
    return [first, Math.max(last, first + 60_000)];
  }, [sessions]);
  if (sessions.length === 0) {
    return <Empty>This scope has no session yet.</Empty>;
  }
  const lane = (index: number) => {
    const session = sessions[index]!;
    const begin = Math.min(Date.parse(session.created), Date.parse(session.lastActivity));
    const end = Date.parse(session.lastActivity);
    return (
      <button type="button" class={`lane${session.id === chosen ? " chosen" : ""}`} aria-pressed={session.id === chosen} onClick={() => choose(session.id)}>
        <span class="lane-name"><StoredLine text={session.name ?? session.id} most={40} />{session.private && <span class="tag">private</span>}</span>
        <span class="track"><Part tone="tone-0 dot" left={(begin - from) / (to - from)} share={(end - begin) / (to - from)} title={`${session.created} – ${session.lastActivity}`} /></span>
        <span class="quiet number">{plural(session.episodes, "episode")}</span>
      </button>
    );
  };
  return (
    <section>
      <h2>Sessions<span class="badge">{count(sessions.length)}</span></h2>
      <Axis from={from} to={to} />
      <RowList label="Sessions" length={sessions.length} height={34} most={272} row={lane} />
    </section>
  );
}

/** The summaries by level, the highest first; each opens to what it covers. */
function Ladder() {
  const { where, go } = useShared();
  const own = useCall<{ summaries: Entry[] }>(get(`${scopePath(where)}/summaries`));
  const bank = useCall<{ summaries: Entry[] }>(get(`/v1/spaces/${segment(where.space)}/bank`));
  const steps = useMemo(() => {
    const all = [...(own.data?.summaries ?? []).map((summary) => ({ summary, shared: false })), ...(bank.data?.summaries ?? []).map((summary) => ({ summary, shared: true }))];
    return [...LEVELS].reverse().map((level) => ({ level, all: all.filter((each) => each.summary.level === level) }));
  }, [own.data, bank.data]);
  const isEmpty = steps.every((step) => step.all.length === 0);
  return (
    <section>
      <h2>Summaries and digests</h2>
      <Refused refusal={own.refusal} retry={own.retry} />
      {bank.refusal && ![403, 404].includes(bank.refusal.status) && <Refused refusal={bank.refusal} retry={bank.retry} />}
      {isEmpty && !own.loading && <Empty>Nothing was summarized yet. The panel <button type="button" class="link" onClick={() => go({ panel: "work" })}>Health</button> can start the derivations.</Empty>}
      {!isEmpty && (
        <ol class="ladder">
          {steps.filter((step) => step.all.length > 0).map((step) => (
            <li>
              <h3>{step.level}<span class="badge">{count(step.all.length)}</span></h3>
              {step.all.slice(0, 50).map((each) => <Digest summary={each.summary} shared={each.shared} />)}
              {step.all.length > 50 && <p class="quiet">{plural(step.all.length - 50, "more")}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Digest({ summary, shared }: { summary: Entry; shared: boolean }) {
  const [open, setOpen] = useState(false);
  const covers = summary.covers ?? [];
  return (
    <details class="digest" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b><StoredLine text={summary.period ?? summary.session ?? "–"} most={60} /></b> {shared && <span class="tag">bank</span>} {summary.state === "dropped" && <span class="tag trust-tool">dropped</span>} <Trust trust={summary.trust} />
        <span class="quiet"> {plural(summary.tokens ?? 0, "token")} of {plural(summary.sourceCount ?? 0, "source")}, <Time at={summary.updatedAt} />, {summary.method}</span>
      </summary>
      {open && (
        <>
          <StoredText text={summary.text ?? ""} />
          {covers.length > 0 && <RowList label="What it covers" length={covers.length} height={78} most={312} row={(index) => <RefLine entry={covers[index]!} />} />}
          {covers.length === 0 && <p class="quiet">It names no entry: <Kind kind="summary" /> was {summary.method === "given" ? "given by a user" : "made of several"}.</p>}
        </>
      )}
    </details>
  );
}
