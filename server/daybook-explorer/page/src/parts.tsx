import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { type Call, type Refusal, asCurl } from "./api";
import { localTime, time } from "./format";
import type { Origin } from "./model";
import { StoredLine } from "./text";

/** A panel: its question, its content, and the same as a call and as a command. */
export function Panel({ name, title, lead, calls, command, children }: { name: string; title: string; lead: string; calls: (Call | null | false)[]; command: string | string[]; children: ComponentChildren }) {
  return (
    <section class="panel" data-panel={name}>
      <header class="panel-head">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
      </header>
      {children}
      <SameAs calls={calls} command={command} />
    </section>
  );
}

function SameAs({ calls, command }: { calls: (Call | null | false)[]; command: string | string[] }) {
  const rest = calls.filter((call): call is Call => !!call).map(asCurl).join("\n");
  const commands = Array.isArray(command) ? command.join("\n") : command;
  return (
    <div class="same">
      <Snippet title="As REST call" as="rest" text={rest} />
      <Snippet title="As command" as="command" text={commands} />
    </div>
  );
}

function Snippet({ title, as, text }: { title: string; as: string; text: string }) {
  return (
    <details class="snippet">
      <summary>{title}</summary>
      {text ? (
        <div class="code">
          <pre tabIndex={0} aria-label={title}><code data-as={as}>{text}</code></pre>
          <Copy text={text} />
        </div>
      ) : (
        <p class="quiet">Fill in the form above first.</p>
      )}
    </details>
  );
}

export function Copy({ text, label = "Copy" }: { text: string; label?: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Not allowed by the browser");
    }
    setTimeout(() => setSaid(""), 1500);
  };
  return (
    <button type="button" class="small" onClick={copy}>
      <span aria-live="polite">{said || label}</span>
    </button>
  );
}

/** A refusal with its remedy, and a way to try again where that helps. */
export function Refused({ refusal, retry }: { refusal: Refusal | undefined; retry?: () => void }) {
  if (!refusal) {
    return null;
  }
  return (
    <div class="notice bad" role="alert">
      <strong>{heading(refusal)}</strong>
      <p><StoredLine text={refusal.message} most={600} /></p>
      {retry && refusal.status !== 403 && <button type="button" class="small" onClick={retry}>Try again</button>}
    </div>
  );
}

function heading(refusal: Refusal): string {
  switch (refusal.status) {
    case 0: return refusal.code === "away" ? "The server is away" : "This page failed";
    case 401: return "The key is not accepted";
    case 403: return "This key may not do this";
    case 404: return "Nothing is here for this key";
    case 429: case 503: return "The server is busy";
    default: return refusal.status >= 500 ? "The server failed" : "The server refused";
  }
}

export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>;

export const Busy = ({ on }: { on: boolean }) => <div class={on ? "busy on" : "busy"} role="status" aria-busy={on} aria-label={on ? "Loading" : undefined} />;

const TRUST: Record<string, string> = {
  system: "Written by the operator", user: "Said by the user", assistant: "Said by the assistant",
  tool: "From a tool: it may hold the text of strangers", import: "Imported: of unknown origin", derived: "Derived",
};

export function Trust({ trust }: { trust: string }) {
  return <span class={`tag trust-${/^[a-z]+$/.test(trust) ? trust : "other"}`} title={TRUST[trust] ?? "Trust"}>{trust}</span>;
}

export function Kind({ kind }: { kind: string }) {
  return <span class="tag kind">{kind}</span>;
}

export function Time({ at }: { at: string | null | undefined }) {
  return <time dateTime={at ?? undefined} title={localTime(at)}>{time(at)}</time>;
}

export function OriginOf({ origin }: { origin: Origin }) {
  const parts = typeof origin === "string" ? { source: origin } : origin;
  return (
    <span>
      {parts.source}
      {"writer" in parts && parts.writer && <> · writer <StoredLine text={parts.writer} most={60} /></>}
      {"key" in parts && parts.key && <> · key <code>{parts.key}</code></>}
    </span>
  );
}

export function Field({ label, hint, children }: { label: string; hint?: string; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/**
 * A dialog at the side. The browser keeps the focus inside, closes it with Escape and gives the focus back.
 */
export function Drawer({ title, close, children }: { title: ComponentChildren; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="drawer" aria-labelledby={id} onClose={close} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <div class="drawer-inside">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="small" onClick={() => dialog.current?.close()}>Close</button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
