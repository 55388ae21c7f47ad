import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Refusal, apiKey, get, onAnswer, send } from "./api";
import { type Choice, Combobox } from "./combobox";
import { EntryDrawer, forgetKept } from "./entries";
import { scopeName, scopeNote } from "./format";
import { SharedContext, type Where, asRefusal } from "./hooks";
import { KeyForm } from "./key-form";
import type { Access, Ref } from "./model";
import { AccessPanel } from "./panels/access";
import { BlocksPanel } from "./panels/blocks";
import { ContextPanel } from "./panels/context";
import { ConversationPanel } from "./panels/conversation";
import { FactsPanel } from "./panels/facts";
import { ForgetPanel } from "./panels/forget";
import { HealthPanel } from "./panels/health";
import { NotesPanel } from "./panels/notes";
import { RecallPanel } from "./panels/recall";
import { TimelinePanel } from "./panels/timeline";
import { Refused } from "./parts";
import { plainlyMarked } from "./text";
import { ThemeChoice } from "./theme";

const PANELS = [
  { id: "context", name: "Context", view: ContextPanel },
  { id: "recall", name: "Recall", view: RecallPanel },
  { id: "timeline", name: "Timeline", view: TimelinePanel },
  { id: "conversation", name: "Conversation", view: ConversationPanel },
  { id: "facts", name: "Facts", view: FactsPanel },
  { id: "notes", name: "Notes", view: NotesPanel },
  { id: "blocks", name: "Blocks", view: BlocksPanel },
  { id: "forget", name: "Forget", view: ForgetPanel },
  { id: "access", name: "Access", view: AccessPanel },
  { id: "work", name: "Health", view: HealthPanel },
] as const;

const AGAIN_MILLISECONDS = 3_000;

interface Route extends Where {
  panel: string;
  query: string;
}

/** The address says where the page is, so that a place can be linked and the buttons of the browser work. Never the key. */
function routeOf(hash: string): Route {
  const [panel = "", parameters = ""] = hash.replace(/^#\/?/, "").split("?");
  const values = new URLSearchParams(parameters);
  return {
    panel: PANELS.some((each) => each.id === panel) ? panel : "context",
    space: values.get("space") ?? "",
    scope: values.get("scope") ?? "",
    session: values.get("session") ?? "",
    query: values.get("query") ?? "",
  };
}

function hashOf({ panel, ...values }: Route): string {
  const parameters = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  return `#/${panel}?${parameters}`;
}

export function App() {
  const [route, setRoute] = useState(routeOf(location.hash));
  const [access, setAccess] = useState<Access>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [away, setAway] = useState(false);
  const [refresh, setRefresh] = useState(0);
  const [shown, setShown] = useState<Ref>();

  const reload = useCallback(() => {
    forgetKept();
    setRefresh((count) => count + 1);
  }, []);
  const enter = useCallback(async () => {
    try {
      setAccess(await send<Access>(get("/v1/access")));
      setRefusal(undefined);
      reload();
    } catch (failure) {
      setRefusal(asRefusal(failure));
      if (asRefusal(failure).status === 401) {
        setAccess(undefined);
      }
    }
  }, []);

  useEffect(() => void enter(), []);
  useEffect(() => {
    const changed = () => {
      setRoute(routeOf(location.hash));
      setShown(undefined);
    };
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  useEffect(() => onAnswer((answers) => setAway(!answers)), []);
  useEffect(() => {
    if (!away) {
      return;
    }
    const timer = setInterval(() => void enter(), AGAIN_MILLISECONDS);
    return () => clearInterval(timer);
  }, [away]);
  useEffect(() => {
    const search = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key === "/" && !event.ctrlKey && !event.metaKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) {
        event.preventDefault();
        document.querySelector<HTMLElement>("[data-search]")?.focus();
      }
    };
    addEventListener("keydown", search);
    return () => removeEventListener("keydown", search);
  }, []);

  const where = useMemo((): Where => placeOf(route, access), [route.space, route.scope, route.session, access]);
  const go = useCallback((change: Partial<Route>) => {
    location.hash = hashOf({ ...where, panel: route.panel, query: "", ...change });
  }, [where, route.panel]);
  const signIn = (key: string) => {
    apiKey.set(key);
    void enter();
  };

  if (!access) {
    return (
      <main class="entrance">
        <Brand />
        {refusal?.status === 401 && <KeyForm had={!!apiKey.get()} reason={refusal.message} use={signIn} />}
        {refusal && refusal.status !== 401 && <Refused refusal={refusal} retry={() => void enter()} />}
        {!refusal && <p class="quiet" role="status">Asking the server …</p>}
      </main>
    );
  }
  const panel = PANELS.find((each) => each.id === route.panel)!;
  const View = panel.view;
  return (
    <SharedContext.Provider value={{ where, go, access, show: setShown, query: route.query, refresh, reload }}>
      <a class="skip" href="#content" onClick={(event) => { event.preventDefault(); document.getElementById("content")?.focus(); }}>Skip to the content</a>
      <Header access={access} where={where} go={go} refresh={() => void enter()} leave={() => { apiKey.set(""); setAccess(undefined); void enter(); }} />
      {away && <p class="away" role="alert">The server does not answer. The page asks again every few seconds and goes on when it is back.</p>}
      <div class="frame">
        <Tabs chosen={route.panel} choose={(id) => go({ panel: id })} />
        <main>
          <div id="content" tabIndex={-1} role="tabpanel" aria-labelledby={`tab-${route.panel}`}>
            {where.scope === "anonymous" && !["access", "work"].includes(route.panel) && (
              <p class="notice warn">This is the anonymous scope: what is written without a user. A caller that forgets its user writes and reads here.</p>
            )}
            <View key={`${route.panel} ${route.query}`} />
          </div>
        </main>
      </div>
      {shown && <EntryDrawer key={`${shown.kind}/${shown.id}`} entry={shown} close={() => setShown(undefined)} />}
    </SharedContext.Provider>
  );
}

/** The place of the address if the key opens it, otherwise the first that it opens. */
function placeOf(route: Route, access: Access | undefined): Where {
  const spaces = access?.spaces ?? [];
  const space = route.space || access?.key?.space || spaces[0]?.space || "default";
  const scopes = spaces.find((each) => each.space === space)?.scopes ?? [];
  const scope = route.scope || access?.key?.scope || scopes.find((each) => each.startsWith("user:")) || scopes[0] || "anonymous";
  return { space, scope, session: route.session };
}

const Brand = () => (
  <div class="brand">
    <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true"><path class="cover" d="M3 1.5h9a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H3z" /><path class="spine" d="M5.2 1.5v13M7.5 5h3.5M7.5 7.5h3.5" /></svg>
    <span>Daybook</span>
  </div>
);

/** Where the page looks, and how. A small screen shows the scope alone until more is asked for. */
function Header({ access, where, go, refresh, leave }: { access: Access; where: Where; go: (change: Partial<Route>) => void; refresh: () => void; leave: () => void }) {
  const spaces = access.spaces.map((each) => each.space);
  const [session, setSession] = useState(where.session);
  const [hasMore, setMore] = useState(false);
  useEffect(() => setSession(where.session), [where.session]);
  return (
    <header class={`top${hasMore ? " has-more" : ""}`}>
      <Brand />
      <div class="chips" role="group" aria-label="Where this page looks">
        <SpaceChip value={where.space} all={spaces} choose={(space) => go({ space, scope: "", session: "" })} />
        <ScopeChip access={access} where={where} choose={(scope) => go({ scope, session: "" })} />
        <label class="chip minor">
          <span>Session</span>
          <input value={session} placeholder="default" size={10} onInput={(event) => setSession(event.currentTarget.value)} onChange={() => go({ session: session.trim() })} />
        </label>
        <span class="chip still minor"><span>Key</span>{access.key ? <><code>{access.key.id}</code><button type="button" class="link" onClick={leave}>forget it</button></> : apiKey.get() ? <>not needed</> : <>none: an open server</>}</span>
      </div>
      <button type="button" class="small more" aria-expanded={hasMore} onClick={() => setMore(!hasMore)}>{hasMore ? "Less" : "More"}</button>
      <span class="minor"><ThemeChoice /></span>
      <button type="button" class="small minor" onClick={refresh}>Refresh</button>
    </header>
  );
}

function SpaceChip({ value, all, choose }: { value: string; all: string[]; choose: (value: string) => void }) {
  const values = all.includes(value) ? all : [value, ...all];
  return (
    <label class="chip minor">
      <span>Space</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {values.map((each) => <option value={each}>{plainlyMarked(each.slice(0, 60))}</option>)}
      </select>
    </label>
  );
}

/** Finds a scope by a part of its name; of more scopes than the server lists, one is opened by its whole name. */
function ScopeChip({ access, where, choose }: { access: Access; where: Where; choose: (scope: string) => void }) {
  const space = access.spaces.find((each) => each.space === where.space);
  const all = space?.scopes ?? [];
  const choices = useMemo(() => (all.includes(where.scope) ? all : [where.scope, ...all]).map(choiceOf), [all, where.scope]);
  const other = (user: string): Choice => ({ value: `user:${user}`, text: user, note: "a user that is not in the list" });
  return (
    <span class="chip scope">
      <label for="scope">Scope</label>
      <Combobox id="scope" value={where.scope} choices={choices} choose={choose} other={space?.more ? other : undefined} />
    </span>
  );
}

const choiceOf = (scope: string): Choice => ({ value: scope, text: scopeName(scope), note: scopeNote(scope) });

/** Arrow keys move between the tabs, as in any list of tabs. */
function Tabs({ chosen, choose }: { chosen: string; choose: (id: string) => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${PANELS.find((each) => each.id === chosen)!.name} – Daybook explorer`;
    list.current?.querySelector(`#tab-${chosen}`)?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [chosen]);
  const move = (event: KeyboardEvent) => {
    const at = PANELS.findIndex((each) => each.id === chosen);
    const next = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: PANELS.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const panel = PANELS[(next + PANELS.length) % PANELS.length]!;
      choose(panel.id);
      list.current?.querySelector<HTMLElement>(`#tab-${panel.id}`)?.focus();
    }
  };
  return (
    <nav aria-label="Panels">
      <div class="tabs" role="tablist" aria-orientation="vertical" ref={list} onKeyDown={move}>
        {PANELS.map((each) => (
          <button type="button" role="tab" id={`tab-${each.id}`} aria-selected={each.id === chosen} aria-controls="content" tabIndex={each.id === chosen ? 0 : -1} onClick={() => choose(each.id)}>{each.name}</button>
        ))}
      </div>
    </nav>
  );
}
