import type { CaseLevel, LevelSource } from '../clauses/clauses.ts';
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
  /** The levels of both strings, if they differ. */
  readonly levels?: Readonly<Record<LevelSource, CaseLevel>> | undefined;
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
  /** Why the case is undecided, or what the server does not have. */
  readonly reason?: string | undefined;
  /** The requests of the case with their responses. For cases that passed, without the bodies of responses. */
  readonly exchanges: readonly Exchange[];
}

/** Failures with one cause. */
export interface Finding {
  /** The cause in words of HTTP. */
  readonly cause: string;
  /** The level of its cases. */
  readonly level: CaseLevel;
  /** The ids of the cases that failed. */
  readonly cases: readonly string[];
}

/** How many cases ended in each way. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly undecided: number;
  /** Cases about something that the server does not have. They are not part of any share. */
  readonly absent: number;
}

/** Why cases are undecided. */
export interface UndecidedCause {
  /** The reason of the first of them. */
  readonly reason: string;
  readonly cases: number;
  /** The action of the user or the server that helps. */
  readonly remedy: string;
}

/** The outcome of a run. Every form of a report, the exit status of the command, and `describeConformance` read it. */
export interface Outcome {
  /** The exit status: 0 without failures that count, 1 with some, and 3 if resources stayed or too few cases were decided. */
  readonly status: 0 | 1 | 3;
  /** Why the run says too little; undefined if enough of its cases were decided. */
  readonly tooLittle?: string | undefined;
  /** The ids of the failures that count. */
  readonly failures: readonly string[];
  /** The ids of the failures that the baseline names. */
  readonly known: readonly string[];
  /** The ids of the baseline that pass now. */
  readonly fixed: readonly string[];
}

/** One section of the report. */
export interface SectionResult extends Counts {
  readonly id: string;
  readonly title: string;
  readonly spec: string;
}

/** The results of one run of the tests. */
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
  /** Why cases are undecided: those of most cases first. */
  readonly causes: readonly UndecidedCause[];
  readonly outcome: Outcome;
  /** Facts about the whole server, such as another media type. */
  readonly notices: readonly string[];
  /** Resources that the tests created and could not delete, and those that may be such. */
  readonly leftovers: readonly Leftover[];
  /** Links that lead elsewhere than the base URL, and were not followed: the first to each place. */
  readonly outside: readonly string[];
}

/** Counts results. */
export function countResults(results: readonly CaseResult[]): Counts {
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  return { passed: count('passed'), failed: count('failed'), undecided: count('undecided'), absent: count('absent') };
}

/** Returns how many cases ended in each way, as text. */
export function countText({ passed, failed, undecided, absent }: Counts, between: string, bad = 'failed'): string {
  const counts = [
    [passed, 'passed'],
    [failed, bad],
    [undecided, 'undecided'],
    [absent, 'not offered'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map((each) => each.join(' '))
    .join(between);
}

/** Returns the share of the cases that were decided, in percent, of those about what the server has. */
export function decidedShare({ passed, failed, undecided }: Counts): number {
  return Math.floor((100 * (passed + failed)) / Math.max(1, passed + failed + undecided));
}

/** Returns how many of the decided cases passed, and the share of those that were decided, as text. */
export function shareOf(counts: Counts): string {
  return `${counts.passed} of ${counts.passed + counts.failed} passed, ${decidedShare(counts)} % decided`;
}
