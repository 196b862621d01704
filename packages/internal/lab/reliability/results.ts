import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../../bench/src/measuring/machine.ts';

const folder = new URL('../../bench/results/', import.meta.url);

/** The committed results of one command: `packages/internal/bench/results/<name>.json`. */
export interface Results {
  /** The processor, the memory, and the runtime. Contains no name of a host and no path. Absent if the results do not depend on it. */
  readonly machine?: string;
  /** Whether other programs used the machine. Times are then worse than they have to be. */
  readonly isBusy?: boolean;
  /** The figures, by the name of the promise. */
  readonly figures?: Readonly<Record<string, string>>;
  /** Further promises of the command. */
  readonly rows?: readonly PromiseRow[];
}

/** A promise, and the figure measured for it. */
export interface PromiseRow {
  readonly promise: string;
  readonly figure: string;
  readonly command: string;
}

/** Writes the results of a command, with the machine. Call it only after a run that kept its promises. */
export function writeResults(name: string, results: Omit<Results, 'machine'>): void {
  writeResultsFile(fileURLToPath(new URL(`${name}.json`, folder)), results);
}

/** Like `writeResults`, into any file. */
export function writeResultsFile(file: string, results: Omit<Results, 'machine'>): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine: describeMachine(), ...results }, undefined, 2)}\n`);
}

/** Reads all committed results, by the name of their file. */
export function readResults(): ReadonlyMap<string, Results> {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))]));
}
