import type { Data } from './world-data.ts';
import type { Step } from './world-requests.ts';
import type { WorldRules } from './world-rules.ts';

/** The response of one world to one request. */
export interface WorldResponse {
  readonly status: number;
  readonly text: string;
  readonly statements: number;
}

/** A request to which the worlds respond in two ways. */
export interface Difference {
  readonly rules: WorldRules;
  readonly step: Step;
  readonly one: WorldResponse;
  readonly other: WorldResponse;
}

/** Two worlds of which the user sees the same, and the requests that both receive. */
export interface History {
  readonly rules: WorldRules;
  readonly data: Data;
  readonly twin: Data;
  readonly steps: readonly Step[];
}

/** The result of a comparison. */
export interface Compared {
  readonly pairs: number;
  /** How often a documented difference was seen, by its reason. */
  readonly expected: ReadonlyMap<string, number>;
  readonly difference: Difference | undefined;
}
