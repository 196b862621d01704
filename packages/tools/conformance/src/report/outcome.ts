import type { CaseLevel } from '../clauses/clauses.ts';
import { decidedShare, type Outcome, type Report } from './report.ts';

/** The numbers by which a run is judged. */
export interface Judgement {
  /** The weakest level whose failures count. Default `must`, which the level `profile` is part of. */
  readonly failOn?: 'must' | 'should' | 'recommended' | undefined;
  /** Failures that are known, by the ids of their cases: only others count. The content of a baseline file. Default: none. */
  readonly baseline?: { readonly failures: readonly string[] } | undefined;
  /** The share of the cases of the level `must`, in percent, that a run of all cases must decide. Default 70. */
  readonly minDecided?: number | undefined;
}

const MIN_DECIDED = 70;
const order: readonly CaseLevel[] = ['must', 'profile', 'should', 'recommended'];

/** Whether failures of a level count. */
export function counts(level: CaseLevel, failOn: Judgement['failOn'] = 'must'): boolean {
  return order.indexOf(level) <= Math.max(order.indexOf('profile'), order.indexOf(failOn));
}

/** Judges the results of a run. */
export function outcomeOf(
  { results, summary, extent, causes, leftovers }: Omit<Report, 'outcome'>,
  { failOn, baseline, minDecided = MIN_DECIDED }: Judgement,
): Outcome {
  const baselined = new Set(baseline?.failures);
  const failed = results.filter(({ verdict, level }) => verdict === 'failed' && counts(level, failOn));
  const [known, failures] = [true, false].map((is) =>
    failed.filter(({ id }) => baselined.has(id) === is).map(({ id }) => id),
  ) as [string[], string[]];
  const share = decidedShare(summary.byLevel.must);
  const isTooLittle = extent !== 'some' && share < minDecided;
  const [first] = causes;
  const why = first === undefined ? '' : ` ${first.cases} of all cases: ${first.reason}`;
  return {
    status: isTooLittle || leftovers.length > 0 ? 3 : failures.length > 0 ? 1 : 0,
    ...(isTooLittle && {
      tooLittle: `Only ${share} % of the cases of the level MUST are decided, and ${minDecided} % must be.${why}`,
    }),
    failures,
    known,
    fixed: results.filter(({ id, verdict }) => verdict === 'passed' && baselined.has(id)).map(({ id }) => id),
  };
}
