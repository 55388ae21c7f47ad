import { useRef, useState } from "preact/hooks";
import { asCommand, get, scopePath, segment } from "../api";
import { MessageText } from "../entries";
import { plural } from "../format";
import { useCall, useShared } from "../hooks";
import type { Entry, Session } from "../model";
import { Busy, Empty, Panel, Refused, Time, Trust } from "../parts";
import { SessionField } from "../sessions";
import { StoredLine } from "../text";

/** Episodes of a page: enough to read for a while, few enough to lay out at once. */
const PAGE = 50;

/** One session as it was said, from top to bottom, in pages. */
export function ConversationPanel() {
  const { where, go } = useShared();
  const base = scopePath(where);
  const sessions = useCall<{ sessions: Session[] }>(get(`${base}/sessions`));
  const all = sessions.data?.sessions ?? [];
  const id = where.session || all[0]?.id || "";
  return (
    <Panel
      name="conversation"
      title="Conversation"
      lead="A session as it was said, from top to bottom. The newest page comes first."
      calls={[!!id && get(`${base}/episodes`, { session: id, limit: PAGE }), !!id && get(`${base}/sessions/${segment(id)}/messages`, { limit: 20 })]}
      command={id ? asCommand(where, "history", "--session", id) : ""}
    >
      <SessionField sessions={all} value={id} set={(session) => go({ session })} />
      <Busy on={sessions.loading} />
      <Refused refusal={sessions.refusal} retry={sessions.retry} />
      {sessions.data && !id && <Empty>This scope has no session yet.</Empty>}
      {id && <Pages key={`${base} ${id}`} id={id} session={all.find((each) => each.id === id)} />}
    </Panel>
  );
}

/** The pages come with the newest first; each is turned round to be read. */
function Pages({ id, session }: { id: string; session: Session | undefined }) {
  const { where } = useShared();
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  const top = useRef<HTMLHeadingElement>(null);
  const { data, refusal, loading, retry } = useCall<{ episodes: Entry[]; cursor: string | null }>(get(`${scopePath(where)}/episodes`, { session: id, limit: PAGE, cursor: cursors.at(-1) }));
  const episodes = data ? [...data.episodes].reverse() : [];
  const turn = (next: (string | undefined)[]) => {
    setCursors(next);
    top.current?.focus();
  };
  const buttons = (data?.cursor || cursors.length > 1) && (
    <p class="buttons">
      <button type="button" disabled={!data?.cursor || loading} onClick={() => turn([...cursors, data!.cursor!])}>Earlier</button>
      <button type="button" disabled={cursors.length === 1 || loading} onClick={() => turn(cursors.slice(0, -1))}>Later</button>
    </p>
  );
  return (
    <section>
      <div class="sub">
        <h2 ref={top} tabIndex={-1}><StoredLine text={session?.name ?? id} most={80} /></h2>
        <span class="quiet" role="status">{episodes.length > 0 && `Page ${cursors.length} from the end, ${plural(episodes.length, "episode")}`}{session && ` of ${session.episodes}`}</span>
      </div>
      <Busy on={loading} />
      <Refused refusal={refusal} retry={retry} />
      {data && episodes.length === 0 && <Empty>Nothing is stored of this session.</Empty>}
      {buttons}
      <ol class="conversation" aria-label="Messages">{episodes.map((episode, index) => <Turn key={episode.id} episode={episode} before={episodes[index - 1]} />)}</ol>
      {episodes.length > 3 && buttons}
    </section>
  );
}

function Turn({ episode, before }: { episode: Entry; before: Entry | undefined }) {
  const { show } = useShared();
  const day = episode.occurredAt?.slice(0, 10);
  return (
    <li data-episode={episode.id}>
      {day !== before?.occurredAt?.slice(0, 10) && <h3>{day}</h3>}
      <div class="line-top">
        <span class="quiet"><Time at={episode.occurredAt} /></span>
        <Trust trust={episode.trust} />
        {episode.sensitive && <span class="tag trust-tool">sensitive</span>}
        <button type="button" class="link" onClick={() => show({ kind: "episode", id: episode.id })}>open</button>
      </div>
      {episode.messages?.map((message) => <MessageText message={message} />)}
    </li>
  );
}
