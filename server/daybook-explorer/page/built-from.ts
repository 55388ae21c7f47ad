import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";

const page = import.meta.dirname;
const built = join(page, "../src/main/resources/dev/daybook/explorer/page");
const list = join(page, "../src/test/resources/dev/daybook/explorer/built-from.txt");

/**
 * Records the hash of every source and every built file. A test of the Java build compares them with the files, so that
 * it needs no Node, and a source that was changed without a build fails it.
 */
export function recordSources(): Plugin {
  return {
    name: "record-sources",
    apply: "build",
    writeBundle() {
      const lines = [...hashes("source", page), ...hashes("built", built)];
      writeFileSync(list, lines.join("\n") + "\n");
    },
  };
}

function hashes(kind: string, folder: string): string[] {
  return files(folder)
    .map((file) => relative(folder, file).replaceAll("\\", "/"))
    .sort()
    .map((name) => `${kind} ${hash(join(folder, name))} ${name}`);
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== "node_modules")
    .flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** Of the text with the line ends of Unix, as git may give others. */
function hash(file: string): string {
  return createHash("sha256").update(readFileSync(file, "utf8").replaceAll("\r\n", "\n")).digest("hex");
}
