import { useState } from "preact/hooks";
import { type Call, Refusal, get, scopePath, segment, send } from "../api";
import { asRefusal, useShared } from "../hooks";
import type { Entry } from "../model";
import { Field, Refused, Time } from "../parts";
import { StoredText } from "../text";
import { Change } from "./change";

/** Changes the text of a block, unless it has changed since it was read: then both texts are shown, and the user decides. */
export function BlockEditor({ name, latest, done }: { name: string; latest: Entry; done: (changed: boolean) => void }) {
  const { where } = useShared();
  const path = `${scopePath(where)}/blocks/${segment(name)}`;
  const [base, setBase] = useState(latest);
  const [text, setText] = useState(latest.content ?? "");
  const [theirs, setTheirs] = useState<Entry>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const put = async (over: Entry) => {
    const change: Call = { method: "PUT", path, body: { content: text }, ifMatch: `"${over.revision}"` };
    setBusy(true);
    setRefusal(undefined);
    try {
      await send<Entry>(change);
      done(true);
    } catch (failure) {
      const refused = asRefusal(failure);
      const present = refused.status === 412 ? await newest(path) : undefined;
      setTheirs(present);
      setRefusal(present ? undefined : refused);
      setBusy(false);
    }
  };
  const take = (present: Entry) => {
    setBase(present);
    setText(present.content ?? "");
    setTheirs(undefined);
  };
  return (
    <form class="form" onSubmit={(event) => { event.preventDefault(); void put(base); }}>
      <Field label="Text of the block">{(id) => <textarea id={id} rows={8} value={text} onInput={(event) => setText(event.currentTarget.value)} />}</Field>
      <Refused refusal={refusal} />
      {theirs ? (
        <div class="notice warn" role="alert" data-conflict>
          <strong>The block was changed while you were writing</strong>
          <p>Nothing was overwritten. The text that is there now, of <Time at={theirs.updatedAt} />:</p>
          <div class="sheet" tabIndex={0} role="region" aria-label="The text there now"><StoredText text={theirs.content ?? ""} first={4_000} /></div>
          <p>From it to yours:</p>
          <Change before={theirs.content ?? ""} after={text} label="What yours would change" />
          <p class="buttons">
            <button type="button" disabled={busy} onClick={() => void put(theirs)}>Write mine over it</button>
            <button type="button" disabled={busy} onClick={() => take(theirs)}>Edit the text there now</button>
          </p>
        </div>
      ) : (
        <p class="buttons">
          <button type="submit" class="main" disabled={busy || text === base.content}>Save as a new version</button>
          <button type="button" disabled={busy} onClick={() => done(false)}>Cancel</button>
        </p>
      )}
    </form>
  );
}

/** The block as it is now, or nothing if it cannot be read: then the refusal of the write is shown. */
async function newest(path: string): Promise<Entry | undefined> {
  try {
    return (await send<{ versions: Entry[] }>(get(`${path}/versions`))).versions.at(-1);
  } catch {
    return undefined;
  }
}
