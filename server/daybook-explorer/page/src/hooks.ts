import { createContext } from "preact";
import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";
import { type Call, type Place, Refusal, send } from "./api";
import type { Access, Ref } from "./model";

export interface Where extends Place {
  session: string;
}

/** What every panel knows: where it is, what the key may do, and how to go elsewhere. */
export interface Shared {
  where: Where;
  go: (change: Partial<Where> & { panel?: string; query?: string }) => void;
  access: Access;
  show: (ref: Ref) => void;
  /** The query of the address, which a link of another panel may have set. */
  query: string;
  refresh: number;
  /** Reads everything that is shown again, after a change. */
  reload: () => void;
}

export const SharedContext = createContext<Shared>(null as unknown as Shared);
export const useShared = (): Shared => useContext(SharedContext);

export interface Answer<T> {
  data: T | undefined;
  /** The call that the data answer: an earlier one while the present call is on its way. */
  answered: Call | undefined;
  refusal: Refusal | undefined;
  loading: boolean;
  retry: () => void;
}

/** Sends a call whenever it changes. An answer that a later call has overtaken is dropped; the last one stays until then. */
export function useCall<T>(call: Call | null, delay = 0): Answer<T> {
  const { refresh } = useShared();
  const [state, setState] = useState<Omit<Answer<T>, "retry">>({ data: undefined, answered: undefined, refusal: undefined, loading: call !== null });
  const [attempt, setAttempt] = useState(0);
  const text = JSON.stringify(call);
  useEffect(() => {
    if (!call) {
      setState({ data: undefined, answered: undefined, refusal: undefined, loading: false });
      return;
    }
    const abort = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    const timer = setTimeout(() => {
      send<T>(call, abort.signal).then(
        (data) => !abort.signal.aborted && setState({ data, answered: call, refusal: undefined, loading: false }),
        (failure) => {
          if (!abort.signal.aborted) {
            setState({ data: undefined, answered: undefined, refusal: asRefusal(failure), loading: false });
          }
        },
      );
    }, delay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, attempt, refresh]);
  return { ...state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}

/** A call that the user starts. */
export function useAction<T>(): { run: (call: Call) => Promise<T | undefined>; data?: T; refusal?: Refusal; busy: boolean; clear: () => void } {
  const [state, setState] = useState<{ data?: T; refusal?: Refusal; busy: boolean }>({ busy: false });
  const latest = useRef(0);
  const run = useCallback(async (call: Call) => {
    const mine = ++latest.current;
    setState({ busy: true });
    try {
      const data = await send<T>(call);
      if (mine === latest.current) {
        setState({ data, busy: false });
      }
      return data;
    } catch (failure) {
      if (mine === latest.current) {
        setState({ refusal: asRefusal(failure), busy: false });
      }
      return undefined;
    }
  }, []);
  const clear = useCallback(() => {
    latest.current++;
    setState({ busy: false });
  }, []);
  return { ...state, run, clear };
}

export function asRefusal(failure: unknown): Refusal {
  return failure instanceof Refusal ? failure : new Refusal(0, "page", String(failure));
}

export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
