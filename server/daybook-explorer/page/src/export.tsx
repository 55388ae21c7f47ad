import { useState } from "preact/hooks";
import { Refusal, get, open, scopePath } from "./api";
import { bytes } from "./format";
import { asRefusal, useShared } from "./hooks";
import { Refused } from "./parts";
import { StoredLine } from "./text";

/** Long enough for the browser to begin a download. */
const KEEP_MILLISECONDS = 60_000;

/** Saves the scope as lines of JSON, as `daybook import` reads them. An answer that breaks off is not saved. */
export function Export() {
  const { where } = useShared();
  const [state, setState] = useState<{ busy?: boolean; said?: string; refusal?: Refusal }>({});
  const save = async () => {
    setState({ busy: true });
    try {
      const response = await open(get(`${scopePath(where)}/export`));
      const lines = await response.blob().catch(() => {
        throw new Refusal(0, "page", "The export broke off, so nothing was saved. Try again.");
      });
      download(lines, `daybook-${where.space}-${where.scope}.jsonl`.replace(/[^\w.@-]+/g, "-"));
      setState({ said: `${bytes(lines.size)} were handed to the browser.` });
    } catch (failure) {
      setState({ refusal: asRefusal(failure) });
    }
  };
  return (
    <section>
      <h2>Export</h2>
      <p class="quiet">All of <StoredLine text={where.scope} most={60} /> as lines of JSON, which <code>daybook import</code> reads. The file holds the texts as they are.</p>
      <p class="buttons"><button type="button" disabled={state.busy} onClick={() => void save()}>{state.busy ? "Reading …" : "Export"}</button> <span class="quiet" role="status">{state.said}</span></p>
      <Refused refusal={state.refusal} />
    </section>
  );
}

function download(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MILLISECONDS);
}
