import { useState } from "preact/hooks";
import { asCommand, get, scopePath, send } from "../api";
import { scopeName, scopeNote } from "../format";
import { asRefusal, useCall, useShared } from "../hooks";
import { RowList } from "../list";
import { Empty, Field, Panel, Time, Trust } from "../parts";
import type { AdministeredKey, Grant } from "../model";
import { StoredLine } from "../text";

const RIGHTS: Record<string, string> = {
  read: "recall, contexts, timelines, facts and blocks",
  write: "remember, change blocks, derive and undo",
  propose: "remember for a review: hidden until it is released",
  forget: "erase, quarantine and release",
  admin: "import, change settings, metrics and background work",
  shared: "read the shared scope beside that of a user",
};

/** What the key of this page opens, as the server says it and as it answers. */
export function AccessPanel() {
  const { access, where } = useShared();
  const { key } = access;
  const scopes = access.spaces.flatMap((each) => each.scopes.map((scope) => ({ space: each.space, scope })));
  return (
    <Panel name="access" title="Which scopes can this key read?" lead="Nothing crosses a scope. A missing scope and one of somebody else give the same answer." calls={[get("/v1/access")]} command={key ? asCommand(null, "key", "show", key.id) : asCommand(null, "spaces", "--scopes")}>
      <div class="columns">
        <section>
          <h2>{key ? <>Key <code class="id">{key.id}</code></> : "No key"}</h2>
          {key ? (
            <dl class="facts-of">
              <dt>Opens</dt><dd>{key.scope ? <>only <StoredLine text={`${key.space} / ${key.scope}`} /></> : <>all scopes of the space <StoredLine text={key.space} /></>}</dd>
              <dt>Writes as</dt><dd>{key.trust ? <>at most <Trust trust={key.trust} /></> : "its own trust"}</dd>
              <dt>Calls</dt><dd>{key.rate ? `at most ${key.rate} a second` : "no limit of its own"}</dd>
              <dt>Created</dt><dd><Time at={key.createdAt} /></dd>
              <dt>Expires</dt><dd>{key.expiresAt ? <Time at={key.expiresAt} /> : "never"}</dd>
            </dl>
          ) : (
            <p class="notice warn">This server runs with <code>--open</code>: everybody who reaches its address may do everything.</p>
          )}
          <h3>Rights</h3>
          <ul class="rights">
            {Object.entries(RIGHTS).map(([right, means]) => (
              <li class={access.rights.includes(right) ? "" : "lacking"}>
                <span class="mark" aria-hidden="true">{access.rights.includes(right) ? "✓" : "–"}</span>
                <b>{right}</b> <span class="sr">{access.rights.includes(right) ? "granted:" : "not granted:"}</span> <span class="quiet">{means}</span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Scopes<span class="badge">{scopes.length}{access.spaces.some((each) => each.more) ? "+" : ""}</span></h2>
          {access.key && access.key.grants.length > 1 && <Grants of={access.key.grants} label="Grants of this key" />}
          {scopes.length === 0 ? <Empty>{access.rights.includes("read") ? "No scope has entries yet." : "Without the right read, this key reads no scope."}</Empty> : <RowList label="Readable scopes" length={scopes.length} height={44} most={352} row={(index) => <Scope {...scopes[index]!} here={scopes[index]!.scope === where.scope && scopes[index]!.space === where.space} />} />}
          <Probe />
        </section>
      </div>
      {key && access.rights.includes("admin") && <AdministeredKeys />}
    </Panel>
  );
}

/** The spaces and scopes that a key opens, with its rights there. */
function Grants({ of, label }: { of: Grant[]; label: string }) {
  return (
    <dl class="facts-of" aria-label={label}>
      {of.map((grant) => (
        <>
          <dt><StoredLine text={grant.scope} most={80} /></dt>
          <dd>{grant.rights.join(", ")}</dd>
        </>
      ))}
    </dl>
  );
}

/** The keys with grants where this key has the right admin: who may read what. */
function AdministeredKeys() {
  const call = get("/v1/keys", { limit: "100" });
  const { data, refusal } = useCall<{ keys: AdministeredKey[]; next?: string | null }>(call);
  return (
    <section>
      <h2>Who may read what{data && <span class="badge">{data.keys.length}{data.next ? "+" : ""}</span>}</h2>
      <p class="quiet">The keys with grants in the spaces and scopes that this key administers, without their other grants.</p>
      {refusal && <p class="notice warn">{refusal.message}</p>}
      {data?.keys.map((each) => (
        <article class="inset" key={each.id}>
          <h3>Key <code class="id">{each.id}</code>{each.revokedAt && <span class="tag">revoked</span>}</h3>
          <Grants of={each.grants} label={`Grants of key ${each.id}`} />
        </article>
      ))}
      {data?.next && <p class="quiet">More: <code>GET /v1/keys</code>.</p>}
    </section>
  );
}

function Scope({ space, scope, here }: { space: string; scope: string; here: boolean }) {
  const { go } = useShared();
  return (
    <button type="button" class="line single" aria-current={here} onClick={() => go({ space, scope, panel: "timeline" })}>
      <span class="quiet"><StoredLine text={space} most={40} /> /</span> <b><StoredLine text={scopeName(scope)} most={60} /></b>
      {scopeNote(scope) && <span class="tag">{scopeNote(scope)}</span>}
      {here && <span class="tag trust-user">here</span>}
    </button>
  );
}

/** Asks for a scope by name, and shows the answer as it is. */
function Probe() {
  const { where } = useShared();
  const [user, setUser] = useState("");
  const [space, setSpace] = useState(where.space);
  const [said, setSaid] = useState("");
  const ask = async (event: Event) => {
    event.preventDefault();
    const call = get(`${scopePath({ space, scope: `user:${user}` })}/profile`);
    try {
      const profile = await send<{ counts: Record<string, number> }>(call);
      setSaid(`200: it opens, with ${Object.values(profile.counts).reduce((sum, each) => sum + each, 0)} entries`);
    } catch (failure) {
      const refusal = asRefusal(failure);
      setSaid(`${refusal.status || "no answer"}: ${refusal.message}`);
    }
  };
  return (
    <form class="inset" onSubmit={ask}>
      <h3>Ask for another</h3>
      <div class="form-row">
        <Field label="Space">{(id) => <input id={id} value={space} required onInput={(event) => setSpace(event.currentTarget.value)} />}</Field>
        <Field label="User">{(id) => <input id={id} value={user} required onInput={(event) => setUser(event.currentTarget.value)} />}</Field>
        <button type="submit">Ask</button>
      </div>
      <p class="quiet" role="status">{said && <StoredLine text={said} />}</p>
    </form>
  );
}
