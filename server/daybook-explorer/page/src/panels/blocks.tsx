import { useEffect, useState } from "preact/hooks";
import { type Call, asCommand, get, given, scopePath, segment } from "../api";
import { plural } from "../format";
import { useAction, useCall, useShared } from "../hooks";
import { RowList } from "../list";
import type { Entry } from "../model";
import { Busy, Empty, Field, OriginOf, Panel, Refused, Time, Trust } from "../parts";
import { StoredLine, StoredText } from "../text";
import { BlockEditor } from "./block-editor";
import { Change } from "./change";

/** The pinned texts of every context, with all their versions. */
export function BlocksPanel() {
  const { where } = useShared();
  const [chosen, setChosen] = useState("");
  const base = `${scopePath(where)}/blocks`;
  const { data, refusal, loading, retry } = useCall<{ blocks: Entry[] }>(get(base));
  useEffect(() => setChosen(""), [base]);
  const name = chosen || data?.blocks[0]?.id || "";
  return (
    <Panel
      name="blocks"
      title="Core blocks"
      lead="Short texts that are part of every context. Every change is a version, and each version says who made it."
      calls={[get(base), !!name && get(`${base}/${segment(name)}/versions`)]}
      command={[asCommand(where, "blocks", "show"), ...(name ? [asCommand(where, "blocks", "history", given(name))] : [])]}
    >
      <Busy on={loading} />
      <Refused refusal={refusal} retry={retry} />
      {data?.blocks.length === 0 && <Empty>This scope has no block. <code>daybook blocks set persona "…"</code> pins a text.</Empty>}
      {data && data.blocks.length > 0 && (
        <div class="columns narrow-first">
          <ul class="picks" aria-label="Blocks in their order">
            {data.blocks.map((block) => (
              <li>
                <button type="button" class="pick" data-block={block.id} aria-pressed={block.id === name} onClick={() => setChosen(block.id)}>
                  <b><StoredLine text={block.id} most={60} /></b>
                  <span class="quiet">changed <Time at={block.updatedAt} />{block.agentWritable && " · agents may write"}</span>
                </button>
              </li>
            ))}
          </ul>
          <Versions key={name} name={name} reload={retry} />
        </div>
      )}
    </Panel>
  );
}

function Versions({ name, reload }: { name: string; reload: () => void }) {
  const { where, access } = useShared();
  const call = get(`${scopePath(where)}/blocks/${segment(name)}/versions`);
  const { data, refusal, loading, retry } = useCall<{ versions: Entry[] }>(call);
  const [pair, setPair] = useState<[number, number]>();
  const [isEditing, setEditing] = useState(false);
  const restore = useAction<Entry>();
  const versions = data?.versions ?? [];
  const last = versions.length - 1;
  const [older, newer] = pair ?? [Math.max(0, last - 1), last];
  const changed = () => {
    setPair(undefined);
    retry();
    reload();
  };
  const put = async (version: Entry) => {
    const change: Call = { method: "PUT", path: `${scopePath(where)}/blocks/${segment(name)}`, body: { content: version.content }, ifMatch: `"${versions[last]!.revision}"` };
    if (await restore.run(change)) {
      changed();
    }
  };
  const before = versions[older];
  const after = versions[newer];
  if (!before || !after) {
    return <div><Busy on={loading} /><Refused refusal={refusal} retry={retry} /></div>;
  }
  const mayWrite = access.rights.includes("write");
  return (
    <div>
      <div class="sub">
        <h2><StoredLine text={name} most={60} /></h2>
        <span class="quiet">{plural(versions.length, "version")}</span>
        {mayWrite && !isEditing && <button type="button" class="small" onClick={() => setEditing(true)}>Edit</button>}
      </div>
      {isEditing && <BlockEditor name={name} latest={versions[last]!} done={(isChanged) => { setEditing(false); if (isChanged) { changed(); } }} />}
      <RowList
        label="Versions, the latest first"
        length={versions.length}
        height={40}
        most={202}
        row={(row) => <VersionLine version={versions[last - row]!} number={last - row + 1} chosen={last - row === newer} choose={() => setPair([Math.max(0, last - row - 1), last - row])} />}
      />
      <div class="sub">
        <Pick label={`Version ${newer + 1}, compared with`} versions={versions} value={older} set={(index) => setPair([index, newer])} />
      </div>
      {older === newer ? <div class="sheet" tabIndex={0} role="region" aria-label="The text"><StoredText text={after.content ?? ""} first={6_000} /></div> : <Change before={before.content ?? ""} after={after.content ?? ""} />}
      <Refused refusal={restore.refusal} />
      {newer !== last && mayWrite && (
        <button type="button" disabled={restore.busy} onClick={() => void put(after)}>Restore this version</button>
      )}
    </div>
  );
}

function VersionLine({ version, number, chosen, choose }: { version: Entry; number: number; chosen: boolean; choose: () => void }) {
  return (
    <button type="button" class="line single" aria-pressed={chosen} data-version={version.revision} onClick={choose}>
      <b>{number}</b> <Trust trust={version.trust} /> <span class="quiet"><OriginOf origin={version.origin} /> · <Time at={version.updatedAt} /></span>
    </button>
  );
}

function Pick({ label, versions, value, set }: { label: string; versions: Entry[]; value: number; set: (index: number) => void }) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => set(Number(event.currentTarget.value))}>
          {versions.map((version, index) => <option value={index}>{`${index + 1} · ${version.updatedAt?.slice(0, 16).replace("T", " ")}`}</option>)}
        </select>
      )}
    </Field>
  );
}
