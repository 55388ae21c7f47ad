import { useState } from "preact/hooks";
import { Field } from "./parts";

/** Asks for a key. It stays in the storage of this tab and goes only to the server that sent the page. */
export function KeyForm({ had, reason, use }: { had: boolean; reason: string; use: (key: string) => void }) {
  const [key, setKey] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    use(key.trim());
  };
  return (
    <form class="key-form" onSubmit={submit}>
      <h1>Which key?</h1>
      {had && <p class="notice bad" role="alert">{reason}</p>}
      <p>The explorer sees exactly what its key opens. Make one on the machine of the server:</p>
      <pre tabIndex={0} aria-label="Commands for this">{"./daybook key create\n./daybook key create --user ada --rights read"}</pre>
      <Field label="Key" hint="It is kept until this tab is closed, and sent to this server only.">
        {(id) => <input id={id} type="password" value={key} autocomplete="off" spellcheck={false} required aria-describedby={`${id}-hint`} onInput={(event) => setKey(event.currentTarget.value)} />}
      </Field>
      <button type="submit" class="main" disabled={!key.trim()}>Use this key</button>
    </form>
  );
}
