import { closestName, type OptionKind, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { allCases } from '../cases/all-cases.ts';
import type { Case } from '../cases/case.ts';
import { sections } from '../cases/sections.ts';
import { type CaseLevel, clauseOf, type LevelSource } from '../clauses/clauses.ts';
import type { GatewayOptions } from '../gateway/gateway.ts';
import { type Leftover, leftoversOf } from '../gateway/tracked.ts';
import { findingsOf } from '../report/findings.ts';
import { type Judgement, outcomeOf } from '../report/outcome.ts';
import { type CaseResult, type Counts, countResults, type Report } from '../report/report.ts';
import { causesOf } from '../report/undecided-causes.ts';
import { checkSamples } from '../samples/check-samples.ts';
import type { Samples } from '../samples/samples.ts';
import type { Target } from '../target/target.ts';
import { createBudget } from './budget.ts';
import { finishCleanUp } from './clean-up.ts';
import { createWorld, explore } from './explore.ts';
import { runCase } from './run-case.ts';
import { tryCreating } from './try-creating.ts';

/** Options of a run. */
export interface RunOptions extends GatewayOptions, Judgement {
  /** Runs only the cases that name one of these: requirements, sections, or ids of cases. Default: all cases. */
  readonly only?: readonly string[] | undefined;
  /** Leaves out the cases that name one of these. Default: none. */
  readonly skip?: readonly string[] | undefined;
  /** How many requests the run sends at most, but for those that clean up. Default 10,000. */
  readonly most?: number | undefined;
  /** Chooses the types and relationships that are tried first. Default 0: the order of the samples. */
  readonly seed?: number | undefined;
  /** The version of the specification whose requirements count. Default 1.1. */
  readonly specification?: '1.0' | '1.1' | undefined;
  /** Whose levels the cases have: those of the published text, or those of the text that Linkage follows. Default `published`. */
  readonly levels?: LevelSource | undefined;
  /**
   * Ends the run before its next request. The run still deletes what it created, and its report contains the cases that were complete.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called after each case. */
  readonly onResult?: ((result: CaseResult, index: number, total: number) => void) | undefined;
}

const MAX_REQUESTS = 10_000;
const SHARES = 4;

const caseLevels: readonly CaseLevel[] = ['must', 'should', 'recommended', 'profile'];

/** The options of all ways to run the tests. */
export const runKinds: Readonly<Record<string, OptionKind>> = {
  ...{ only: 'array', skip: 'array', most: 'number', seed: 'number', specification: ['1.0', '1.1'] },
  ...{ readOnly: 'boolean', allowOrigins: 'array', destructive: 'boolean', levels: ['published', 'linkage'] },
  ...{ failOn: ['must', 'should', 'recommended'], baseline: 'object', minDecided: 'number' },
};

const knownOptions: OptionTable = optionTable({
  ...runKinds,
  ...{ timeout: 'number', onWait: 'function', signal: 'object', onResult: 'function' },
});

const names = ({ id, rows }: Case, list: readonly string[]): boolean =>
  list.some((it) => it === id || rows.includes(it) || rows.some((row) => row.startsWith(`${it}-`)));

/**
 * Rejects names of no case, requirement, or section: a run would leave out other cases than the user meant.
 *
 * @throws {TypeError} If a name is unknown.
 */
function assertNames(option: 'only' | 'skip', list: readonly string[] = []): void {
  const known = (it: string): boolean =>
    clauseOf(it) !== undefined || sections.some(({ id }) => id === it) || allCases.some((each) => names(each, [it]));
  for (const it of list) {
    if (known(it)) continue;
    const meant = closestName(
      it,
      allCases.map(({ id }) => id),
    );
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    throw new TypeError(`\`${option}\` contains "${it}", which names no case, requirement, or section.${hint}`);
  }
}

/** Returns the cases that a run has. */
export function wantedCases({ only, skip = [], readOnly }: RunOptions): readonly Case[] {
  return allCases.filter(
    (it) => (only === undefined || names(it, only)) && !names(it, skip) && !(readOnly === true && it.isWriting),
  );
}

/**
 * Runs the cases of the tests against a server, and deletes what they create. Each case runs once, and no request is repeated.
 *
 * @param target The base URL of the API, or `{ handle }` with a function from `Request` to `Response`.
 * @param samples What cannot be discovered: types, with a valid create and update for each.
 * @throws {TypeError} If the samples or the options are malformed.
 * @throws {Error} If the server does not respond.
 */
export async function runConformance(target: Target, samples: Samples, options: RunOptions = {}): Promise<Report> {
  return startRun(target, samples, options).report();
}

/** A run that has not begun. */
export interface Run {
  /** Runs the cases. */
  readonly report: () => Promise<Report>;
  /** The resources that would stay if the run ended now. */
  readonly leftovers: () => readonly Leftover[];
}

/** Does the work of `runConformance`, for a user that can end before the run. */
export function startRun(target: Target, samples: Samples, options: RunOptions): Run {
  const given = readOptions('runConformance', options, knownOptions);
  const {
    onResult,
    only,
    skip,
    most = MAX_REQUESTS,
    seed = 0,
    specification,
    levels = 'published',
    signal,
    ...others
  } = given;
  const { failOn, baseline, minDecided, ...allowed } = others;
  checkSamples(samples);
  assertNames('only', only);
  assertNames('skip', skip);
  const { world, requests } = createWorld(target, samples, allowed, { specification, levels, signal });
  const report = async (): Promise<Report> => {
    const start = performance.now();
    const startedAt = new Date().toISOString();
    await explore(world);
    const wanted = wantedCases(given);
    const budget = createBudget(most, seed, requests);
    const results: CaseResult[] = [];
    let isTried = false;
    for (const each of wanted) {
      if (each.isWriting && !isTried) await tryCreating(world);
      isTried ||= each.isWriting;
      // Most cases need less than their share, so each can have several of them.
      const share = (SHARES * budget.left()) / (wanted.length - results.length);
      const result = await runCase(world, each, budget, share);
      if (signal?.aborted === true) break;
      results.push(result);
      onResult?.(result, results.length, wanted.length);
    }
    const leftovers = await finishCleanUp(world);
    const unreached = wanted.length - results.length;
    const isPart = unreached > 0 || only !== undefined || skip !== undefined;
    const whole = {
      target: world.gateway.baseUrl,
      startedAt,
      milliseconds: Math.round(performance.now() - start),
      requests: requests(),
      most,
      seed,
      extent: isPart ? ('some' as const) : allowed.readOnly === true ? ('reads' as const) : ('all' as const),
      unreached,
      ...summaryOf(results),
      results,
      findings: findingsOf(results),
      causes: causesOf(results),
      notices: [...world.notices],
      leftovers,
      outside: world.gateway.outside(),
    };
    return { ...whole, outcome: outcomeOf(whole, { failOn, baseline, minDecided }) };
  };
  return { report, leftovers: () => leftoversOf(world.gateway.tracked) };
}

function summaryOf(results: readonly CaseResult[]): Pick<Report, 'summary' | 'sections'> {
  const byLevel = Object.fromEntries(
    caseLevels.map((level) => [level, countResults(results.filter((it) => it.level === level))]),
  ) as Record<CaseLevel, Counts>;
  const failedByLevel = Object.fromEntries(caseLevels.map((level) => [level, byLevel[level].failed]));
  return {
    summary: { ...countResults(results), failedByLevel: failedByLevel as Record<CaseLevel, number>, byLevel },
    sections: sections
      .map((section) => ({ ...section, ...countResults(results.filter((it) => it.section === section.id)) }))
      .filter(({ passed, failed: bad, undecided, absent }) => passed + bad + undecided + absent > 0),
  };
}
