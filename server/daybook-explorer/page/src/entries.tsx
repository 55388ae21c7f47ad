import { useEffect, useState } from "preact/hooks";
import { type Call, type Place, Refusal, asCommand, get, given, scopePath, segment, send } from "./api";
import { EndFact } from "./end-fact";
import { plural, scopeName } from "./format";
import { asRefusal, useCall, useShared } from "./hooks";
import { type Entry, type Message, type Ref, lineOf, scopeOf, shownPart } from "./model";
import { Copy, Drawer, Kind, OriginOf, Refused, Time, Trust } from "./parts";
import { StoredLine, StoredText } from "./text";

const MOST_KEPT = 2_000;
/** At most as many at a time, so that a list of references never floods the server. */
const MOST_AT_ONCE = 4;
const SOURCES_AT_FIRST = 8;

export const entryCall = (place: Place, ref: Ref): Call =>
  get(`${scopePath({ space: place.space, scope: scopeOf(ref, place.scope) })}/entries/${segment(ref.kind)}/${segment(ref.id)}`);

/** Entries that were read for a line of a list; forgotten with each refresh. */
const kept = new Map<string, Promise<Entry>>();
export const forgetKept = (): void => kept.clear();

let running = 0;
const waiting: (() => void)[] = [];

async function read(call: Call): Promise<Entry> {
  if (running >= MOST_AT_ONCE) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running++;
  try {
    return await send<Entry>(call);
  } finally {
    running--;
    waiting.shift()?.();
  }
}

function readKept(call: Call): Promise<Entry> {
  const known = kept.get(call.path);
  if (known) {
    return known;
  }
  const reading = read(call);
  reading.catch(() => kept.delete(call.path));
  kept.set(call.path, reading);
  if (kept.size > MOST_KEPT) {
    kept.delete(kept.keys().next().value!);
  }
  return reading;
}

/** A reference as a button: its kind, and its text as soon as it is read. */
export function RefLine({ entry: ref, note }: { entry: Ref; note?: string }) {
  const { where, show, refresh } = useShared();
  const call = entryCall(where, ref);
  const [entry, setEntry] = useState<Entry | Refusal>();
  useEffect(() => {
    let here = true;
    setEntry(undefined);
    // A row that is only scrolled past asks for nothing.
    const timer = setTimeout(() => readKept(call).then((found) => here && setEntry(found), (failure) => here && setEntry(asRefusal(failure))), 80);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [call.path, refresh]);
  const scope = scopeOf(ref, where.scope);
  return (
    <button type="button" class="line" onClick={() => show({ ...ref, scope })}>
      <span class="line-top">
        <Kind kind={ref.kind} />
        {scope !== where.scope && <span class="tag"><StoredLine text={scope} most={60} /></span>}
        {entry && !(entry instanceof Refusal) && <Trust trust={entry.trust} />}
        <span class="quiet">{entry && !(entry instanceof Refusal) ? <Time at={timeOf(entry)} /> : <StoredLine text={ref.id} most={40} />}</span>
        {note && <span class="quiet">{note}</span>}
      </span>
      <span class="line-text">{!entry ? "…" : entry instanceof Refusal ? (entry.status === 404 ? "no longer here" : entry.message) : <StoredLine text={lineOf(entry)} />}</span>
    </button>
  );
}

export const timeOf = (entry: Entry): string | undefined => entry.occurredAt ?? entry.validFrom ?? entry.updatedAt ?? entry.createdAt ?? entry.recordedAt;

/** An entry that is already read, as a row of a list. */
export function EntryLine({ entry }: { entry: Entry }) {
  const { show } = useShared();
  return (
    <button type="button" class="line" onClick={() => show({ kind: entry.kind, id: entry.id })}>
      <span class="line-top">
        <Kind kind={entry.kind} />
        <Trust trust={entry.trust} />
        {entry.sensitive && <span class="tag trust-tool">sensitive</span>}
        <span class="quiet"><Time at={timeOf(entry)} /></span>
        {entry.session && <span class="quiet">session <StoredLine text={entry.session} most={40} /></span>}
      </span>
      <span class="line-text"><StoredLine text={lineOf(entry)} /></span>
    </button>
  );
}

export function MessageText({ message, stems }: { message: Message; stems?: string[] }) {
  return (
    <div class={`message role-${/^[a-z]+$/.test(message.role) ? message.role : "other"}`}>
      <div class="speaker">
        {message.name && <b><StoredLine text={message.name} most={60} /></b>} <span class="quiet"><StoredLine text={message.role} most={30} /></span>
      </div>
      {message.text && <StoredText text={message.text} stems={stems} />}
      {message.parts?.map((part) => (
        <div class="tool">
          <StoredText text={shownPart(part)} stems={stems} first={400} />
          {part.uri && <code><StoredLine text={part.uri} most={200} /></code>}
        </div>
      ))}
      {message.toolCalls?.map((call) => (
        <div class="tool">
          <span class="quiet">calls</span> <b><StoredLine text={call.name} most={60} /></b>
          <StoredText text={call.arguments + (call.result ? `\n→ ${call.result}` : "")} first={400} />
        </div>
      ))}
    </div>
  );
}

function Body({ entry }: { entry: Entry }) {
  if (entry.messages) {
    return <>{entry.messages.map((message) => <MessageText message={message} />)}</>;
  }
  if (entry.subject !== undefined) {
    return (
      <p class="statement">
        <StoredLine text={entry.subject} /> <em><StoredLine text={entry.predicate ?? ""} /></em> <b><StoredLine text={entry.object ?? ""} most={2_000} /></b>
      </p>
    );
  }
  return <StoredText text={entry.text ?? entry.content ?? ""} />;
}

/** Its sources, and theirs: the way from a derived entry down to the episodes. */
function Sources({ place, refs, depth }: { place: Place; refs: Ref[]; depth: number }) {
  const [shown, setShown] = useState(SOURCES_AT_FIRST);
  return (
    <ol class="path">
      {refs.slice(0, shown).map((ref) => <Source place={place} entry={ref} depth={depth} />)}
      {refs.length > shown && (
        <li><button type="button" class="link" onClick={() => setShown(shown + 50)}>{plural(refs.length - shown, "more source")}</button></li>
      )}
    </ol>
  );
}

function Source({ place, entry: ref, depth }: { place: Place; entry: Ref; depth: number }) {
  const { data: entry, refusal } = useCall<Entry>(entryCall(place, ref));
  const below = entry?.sources ?? entry?.covers ?? [];
  return (
    <li>
      <div class="line-top"><Kind kind={ref.kind} />{entry && <Trust trust={entry.trust} />}<span class="quiet">{entry ? <Time at={timeOf(entry)} /> : <StoredLine text={ref.id} />}</span></div>
      {refusal && <p class="quiet">{refusal.status === 404 ? "It is no longer here." : refusal.message}</p>}
      {entry && <Body entry={entry} />}
      {below.length > 0 && depth < 3 && <Sources place={place} refs={below} depth={depth + 1} />}
    </li>
  );
}

/** An entry with all its fields, its versions and its sources. */
export function EntryDrawer({ entry: ref, close }: { entry: Ref; close: () => void }) {
  const { where, go, show, access } = useShared();
  const place = { space: where.space, scope: scopeOf(ref, where.scope) };
  const call = entryCall(place, ref);
  const { data: entry, refusal, retry } = useCall<Entry>(call);
  const versioned = ref.kind === "fact" || ref.kind === "block";
  const { data: versions } = useCall<{ entries: Entry[] }>(versioned ? { ...call, path: call.path + "?versions=true" } : null);
  const sources = entry?.sources ?? entry?.covers ?? [];
  return (
    <Drawer title={<><Kind kind={ref.kind} /> <code class="id"><StoredLine text={ref.id} most={80} /></code></>} close={close}>
      <Refused refusal={refusal} retry={retry} />
      {refusal?.status === 404 && <p class="quiet">It was forgotten, is in quarantine, or is in a scope that this key does not open.</p>}
      {entry && (
        <>
          <div class="body"><Body entry={entry} /></div>
          <dl class="facts-of">
            <dt>Scope</dt><dd><StoredLine text={`${place.space} / ${place.scope}`} /></dd>
            {entry.session && <><dt>Session</dt><dd><button type="button" class="link" onClick={() => { go({ ...place, panel: "conversation", session: entry.session! }); close(); }}><StoredLine text={entry.session} /></button></dd></>}
            {entry.occurredAt && <><dt>Occurred</dt><dd><Time at={entry.occurredAt} /></dd></>}
            {entry.validFrom && <><dt>True in the world</dt><dd><Time at={entry.validFrom} /> until {entry.validUntil ? <Time at={entry.validUntil} /> : "now"}</dd></>}
            {entry.supersededBy && <><dt>Ended by</dt><dd><button type="button" class="link" onClick={() => show({ kind: "fact", id: entry.supersededBy!, scope: place.scope })}>the later fact</button></dd></>}
            {entry.recordedAt && <><dt>Recorded</dt><dd><Time at={entry.recordedAt} /></dd></>}
            {entry.updatedAt && <><dt>Updated</dt><dd><Time at={entry.updatedAt} /></dd></>}
            {entry.confidence !== undefined && <><dt>Confidence</dt><dd>{entry.confidence}</dd></>}
            {entry.method && <><dt>Made by</dt><dd>{entry.method}</dd></>}
            <dt>Trust</dt><dd><Trust trust={entry.trust} /></dd>
            <dt>Origin</dt><dd><OriginOf origin={entry.origin} /></dd>
            <dt>Position, revision</dt><dd>{entry.position}, {entry.revision}</dd>
          </dl>
          {versions && versions.entries.length > 1 && (
            <>
              <h3>{plural(versions.entries.length, "version")}</h3>
              <ol class="path">{versions.entries.map((version, index) => <li><div class="quiet">{index + 1} · <Time at={version.recordedAt ?? version.updatedAt} />{version.validUntil && <> · ended <Time at={version.validUntil} /></>}</div><Body entry={version} /></li>)}</ol>
            </>
          )}
          {sources.length > 0 && (
            <>
              <h3>From {scopeName(entry.kind)} to episode</h3>
              <Sources place={place} refs={sources} depth={0} />
            </>
          )}
          {ref.kind === "fact" && entry.validFrom && access.rights.includes("write") && <EndFact place={place} fact={entry} call={call} />}
          <p class="buttons">
            <button type="button" class="small" onClick={() => { go({ panel: "recall", query: lineOf(entry).slice(0, 200) }); close(); }}>Ask what recalls this</button>
            {access.rights.includes("forget") && (
              <button type="button" class="small" onClick={() => { go({ panel: "forget", query: `${ref.kind}/${ref.id}` }); close(); }}>Quarantine…</button>
            )}
            <Copy text={asCommand(place, "recall", given(lineOf(entry).slice(0, 200)), "--explain")} label="Copy as command" />
          </p>
        </>
      )}
    </Drawer>
  );
}
