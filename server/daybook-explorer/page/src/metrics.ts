/** The metrics of the process that the page shows, at one moment. */
export interface Numbers {
  /** Of this browser's clock, in milliseconds. */
  at: number;
  calls: number;
  seconds: number;
  waiting: number;
  heap: number;
  uptime: number;
  problems: [string, number][];
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ([-+.\deE]+|NaN)$/gm;

/** Reads the text format of Prometheus. */
export function numbersOf(text: string, at: number): Numbers {
  const numbers: Numbers = { at, calls: 0, seconds: 0, waiting: 0, heap: 0, uptime: 0, problems: [] };
  for (const [, name, labels = "", number] of text.matchAll(LINE)) {
    const value = Number(number);
    switch (name) {
      case "http_server_requests_seconds_count": numbers.calls += value; break;
      case "http_server_requests_seconds_sum": numbers.seconds += value; break;
      case "daybook_calls_waiting": numbers.waiting = value; break;
      case "jvm_memory_used_bytes": numbers.heap += labels.includes('area="heap"') ? value : 0; break;
      case "process_uptime_seconds": numbers.uptime = value; break;
      case "daybook_failures_total": numbers.problems.push([/reason="([^"]*)"/.exec(labels)?.[1] ?? "", value]); break;
    }
  }
  return numbers;
}

/** The calls a second between two moments, and their mean duration; a restart of the process counts from zero. */
export function loadOf(before: Numbers, after: Numbers): { calls: number; milliseconds: number } {
  const restarted = after.calls < before.calls;
  const calls = after.calls - (restarted ? 0 : before.calls);
  const seconds = after.seconds - (restarted ? 0 : before.seconds);
  return { calls: calls / Math.max(0.001, (after.at - before.at) / 1000), milliseconds: calls > 0 ? (seconds / calls) * 1000 : 0 };
}
