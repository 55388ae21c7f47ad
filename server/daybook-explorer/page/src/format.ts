const whole = new Intl.NumberFormat("en");
const day = new Intl.DateTimeFormat("en-GB", { year: "numeric", month: "short", day: "2-digit", timeZone: "UTC" });
const UNITS = ["B", "kB", "MB", "GB", "TB"];

export const count = (value: number): string => whole.format(value);

export const plural = (value: number, noun: string): string => `${count(value)} ${value === 1 ? noun : noun.endsWith("y") ? noun.slice(0, -1) + "ies" : noun + "s"}`;

export function counts(all: Record<string, number>): string {
  const parts = Object.entries(all).filter(([, value]) => value > 0).map(([kind, value]) => plural(value, kind));
  return parts.length ? parts.join(", ") : "nothing";
}

/**
 * A time as it was written, in its own offset: a memory is of the day that its writer had. `2026-03-03 19:40 +01:00`.
 */
export function time(text: string | null | undefined): string {
  const parts = /^(\d{4,}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*(Z|[+-]\d\d:\d\d)$/.exec(text ?? "");
  if (!parts) {
    return text ?? "–";
  }
  return `${parts[1]} ${parts[2]}${parts[3] === "Z" ? "Z" : " " + parts[3]}`;
}

/** The same moment for this browser, as a hint beside the time of the writer. */
export function localTime(text: string | null | undefined): string {
  const moment = text ? new Date(text) : undefined;
  return moment && !isNaN(moment.getTime()) ? `${moment.toLocaleString()} in this browser's time zone` : "";
}

export const dayOf = (milliseconds: number): string => day.format(milliseconds);

export const minuteOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(11, 16) + "Z";

export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined) {
    return "unknown";
  }
  let unit = 0;
  let amount = value;
  for (; amount >= 1000 && unit < UNITS.length - 1; unit++) {
    amount /= 1000;
  }
  return `${amount.toFixed(unit && amount < 10 ? 1 : 0)} ${UNITS[unit]}`;
}

export function seconds(value: number): string {
  if (value < 60) {
    return `${Math.round(value)} s`;
  }
  return value < 3600 ? `${Math.round(value / 60)} min` : value < 86400 ? `${Math.round(value / 3600)} h` : `${Math.round(value / 86400)} days`;
}

export const scopeName = (code: string): string => (code.startsWith("user:") ? code.slice(5) : code);

/** Whose a scope is; nothing to say of that of a user. */
export const scopeNote = (code: string): string | undefined =>
  code.startsWith("user:") ? undefined : code.startsWith("agent") ? "an agent's" : code === "shared" ? "every user's" : "no user";
