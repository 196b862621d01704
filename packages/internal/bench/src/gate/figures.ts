/** The recorded commit of the gate, and the rows that may cost more than at this commit: `packages/internal/bench/gate.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exchanges } from '../server/articles-server.ts';
import { gateRows } from './rows.ts';

/** The commit and the figures with which the gate compares. */
export interface GateFigures {
  /** The whole hash of the last commit that passed. */
  readonly commit: string;
  /** Why this commit was recorded. */
  readonly reason: string;
  /** The rows that must cost more than at the commit, each with its expected ratio and the reason. */
  readonly raised: Readonly<Record<string, RaisedFigure>>;
  /** The time of a request in relation to the straight line, by the name of the exchange. It may only fall. */
  readonly straight: Readonly<Record<string, number>>;
}

/** A ratio above 1 that a change must have. */
export interface RaisedFigure {
  readonly ratio: number;
  readonly reason: string;
}

const file = join(import.meta.dirname, '../../gate.json');

function assertReason(where: string, reason: unknown): asserts reason is string {
  if (typeof reason !== 'string' || reason.trim() === '') throw new Error(`gate.json: ${where} must have a reason.`);
}

/**
 * Parses the file.
 *
 * @throws {Error} If the commit is not a whole hash, a reason is missing, a row does not exist, or a ratio is too small.
 */
export function parseFigures(text: string): GateFigures {
  const { commit, reason, raised = {}, straight = {}, ...others } = JSON.parse(text) as Partial<GateFigures>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`gate.json: unknown member "${unknown}".`);
  // A short hash can become ambiguous.
  if (typeof commit !== 'string' || !/^[0-9a-f]{40}$/.test(commit))
    throw new Error('gate.json: `commit` must be a whole hash.');
  assertReason('the commit', reason);
  for (const [name, figure] of Object.entries(raised)) {
    if (!Object.hasOwn(gateRows, name)) throw new Error(`gate.json: the gate does not have a row "${name}".`);
    if (!(Number.isFinite(figure.ratio) && figure.ratio > 1))
      throw new Error(`gate.json: the ratio of "${name}" must be above 1.`);
    assertReason(`"${name}"`, figure.reason);
  }
  for (const [name, ratio] of Object.entries(straight)) {
    if (!Object.hasOwn(exchanges, name)) throw new Error(`gate.json: no exchange is named "${name}".`);
    if (!(Number.isFinite(ratio) && ratio > 0)) throw new Error(`gate.json: the ratio of "${name}" must be above 0.`);
  }
  return { commit, reason, raised, straight };
}

/** Reads the file. */
export function readFigures(): GateFigures {
  return parseFigures(readFileSync(file, 'utf8'));
}
