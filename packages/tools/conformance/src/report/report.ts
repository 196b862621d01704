import type { CaseLevel } from '../clauses/clauses.ts';
import type { Leftover } from '../gateway/tracked.ts';
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
  /** The change that the server needs, in words of HTTP. */
  readonly change?: string | undefined;
  /** The requirement of the specification, in our words. */
  readonly clause?: string | undefined;
  /** The version of the specification that the requirement is of, if 1.0 does not have it. */
  readonly since?: '1.1' | undefined;
  /** How many types or relationships were not tried, because the case had used up its share of the requests. */
  readonly untried?: number | undefined;
  /** Why the case is undecided. */
  readonly reason?: string | undefined;
  /** The requests of the case with their responses. For cases that passed, without the bodies of responses. */
  readonly exchanges: readonly Exchange[];
}

/** Failures with one cause. */
export interface Finding {
  /** The cause in words of HTTP. */
  readonly cause: string;
  /** The strongest level of its cases. */
  readonly level: CaseLevel;
  /** The ids of the cases that failed, those of the strongest level first. */
  readonly cases: readonly string[];
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
  /** How many requests the run could send. */
  readonly most: number;
  /** The seed by which types and relationships were chosen. */
  readonly seed: number;
  /** Whether the run had all cases, all that only read, or some of them. */
  readonly extent: 'all' | 'reads' | 'some';
  /** How many cases the run did not reach, because it was ended. */
  readonly unreached: number;
  readonly summary: Counts & {
    readonly failedByLevel: Readonly<Record<CaseLevel, number>>;
    /** The cases of each level. */
    readonly byLevel: Readonly<Record<CaseLevel, Counts>>;
  };
  readonly sections: readonly SectionResult[];
  readonly results: readonly CaseResult[];
  /** The failures by their cause. */
  readonly findings: readonly Finding[];
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

/** Returns the share of the cases that were decided, in percent. */
export function decidedShare({ passed, failed, undecided }: Counts): number {
  return Math.floor((100 * (passed + failed)) / Math.max(1, passed + failed + undecided));
}

/** Returns how many of the decided cases passed, and the share of those that were decided, as text. */
export function shareOf(counts: Counts): string {
  return `${counts.passed} of ${counts.passed + counts.failed} passed, ${decidedShare(counts)} % decided`;
}
