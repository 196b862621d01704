import type { CaseLevel } from '../cases/case.ts';
import type { Leftover } from '../gateway/ledger.ts';
import type { Verdict } from '../run/verdict.ts';
import type { Exchange } from '../target/exchange.ts';

/** The result of one case. */
export interface CaseResult {
  readonly id: string;
  /** The letters of the section, such as `INC`. */
  readonly section: string;
  /** The requirements that the case checks. */
  readonly rows: readonly string[];
  readonly level: CaseLevel;
  /** The requirement as a sentence. */
  readonly title: string;
  /** The URL of the chapter of the specification. */
  readonly spec: string;
  readonly verdict: Verdict;
  /** The expectation that a failed case names. */
  readonly expected?: string | undefined;
  /** The answer that came instead. */
  readonly came?: string | undefined;
  /** Why the case is undecided. */
  readonly reason?: string | undefined;
  /** The requests of the case with their responses. For cases that passed, without the bodies of responses. */
  readonly exchanges: readonly Exchange[];
}

/** How many cases ended in each way. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly undecided: number;
}

/** One section of the report. */
export interface SectionResult extends Counts {
  readonly id: string;
  readonly title: string;
  readonly spec: string;
}

/** The results of one run of the kit. */
export interface Report {
  readonly target: string;
  /** When the run began, in ISO 8601. */
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly requests: number;
  readonly summary: Counts & { readonly failedByLevel: Readonly<Record<CaseLevel, number>> };
  readonly sections: readonly SectionResult[];
  readonly results: readonly CaseResult[];
  /** Resources that the kit created and could not delete, and those that may be such. */
  readonly leftovers: readonly Leftover[];
  /** Links that lead elsewhere than the base URL, and were not followed: the first to each place. */
  readonly outside: readonly string[];
}

/** Counts results. */
export function countResults(results: readonly CaseResult[]): Counts {
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  return { passed: count('passed'), failed: count('failed'), undecided: count('undecided') };
}
