import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { allCases } from '../cases/all-cases.ts';
import type { Case, CaseLevel } from '../cases/case.ts';
import { sectionOf, sections } from '../cases/sections.ts';
import { createDocuments } from '../documents/judged.ts';
import { createGateway, type GatewayOptions } from '../gateway/gateway.ts';
import { type CaseResult, countResults, type Report } from '../report/report.ts';
import { checkSamples } from '../samples/check-samples.ts';
import type { Samples } from '../samples/samples.ts';
import type { Target } from '../target/target.ts';
import { finishCleanUp } from './clean-up.ts';
import { discover } from './discover.ts';
import { createKit } from './kit.ts';
import { runCase } from './run-case.ts';
import { tryCreating } from './try-creating.ts';
import { isStop } from './verdict.ts';
import type { World } from './world.ts';

/** Options of a run. */
export interface RunOptions extends GatewayOptions {
  /** Runs only the cases that name one of these: requirements, sections, or ids of cases. Default: all cases. */
  readonly only?: readonly string[] | undefined;
  /** Called after each case. */
  readonly onResult?: ((result: CaseResult, index: number, total: number) => void) | undefined;
}

const knownOptions: OptionTable = optionTable({
  only: 'array',
  readOnly: 'boolean',
  allowOrigins: 'array',
  destructive: 'boolean',
  timeout: 'number',
  onResult: 'function',
});

function isWanted({ id, rows }: Case, only: readonly string[] | undefined): boolean {
  return (
    only === undefined ||
    only.some((it) => it === id || rows.includes(it) || rows.some((row) => row.startsWith(`${it}-`)))
  );
}

/**
 * Runs the cases of the kit against a server, and deletes what they create. Each case runs once, and no request is repeated.
 *
 * @param target The base URL of the API, or `{ handle }` with a function from `Request` to `Response`.
 * @param samples What cannot be discovered: types, with a valid create and update for each.
 * @throws {TypeError} If the samples or the options are malformed.
 * @throws {Error} If the server does not respond.
 */
export async function runConformance(target: Target, samples: Samples, options: RunOptions = {}): Promise<Report> {
  const { onResult, only, ...allowed } = readOptions('runConformance', options, knownOptions);
  const start = performance.now();
  const startedAt = new Date().toISOString();
  const { world, requests } = await explore(target, samples, allowed);
  const wanted = allCases.filter((it) => isWanted(it, only) && !(allowed.readOnly === true && it.isWriting));
  const results: CaseResult[] = [];
  let isTried = false;
  for (const each of wanted) {
    if (each.isWriting && !isTried) await tryCreating(world);
    isTried ||= each.isWriting;
    const result = await runCase(world, each);
    results.push(result);
    onResult?.(result, results.length, wanted.length);
  }
  const leftovers = await finishCleanUp(world);
  return {
    target: world.gateway.baseUrl,
    startedAt,
    milliseconds: Math.round(performance.now() - start),
    requests: requests(),
    ...summaryOf(results),
    results,
    leftovers,
    outside: world.gateway.outside(),
  };
}

async function explore(
  target: Target,
  samples: Samples,
  options: GatewayOptions,
): Promise<{ readonly world: World; readonly requests: () => number }> {
  const gateway = createGateway(target, checkSamples(samples), options);
  const documents = createDocuments();
  let count = 0;
  gateway.onExchange = (exchange) => {
    count++;
    documents.note(exchange);
  };
  const world: World = { gateway, samples, types: [], documents, pageParameters: new Set(), version: undefined };
  try {
    return { world: Object.assign(world, { types: await discover(createKit(world)) }), requests: () => count };
  } catch (error) {
    if (!isStop(error)) throw error;
    throw new Error(`The server at ${gateway.baseUrl} does not respond. ${error.message}`);
  }
}

function summaryOf(results: readonly CaseResult[]): Pick<Report, 'summary' | 'sections'> {
  const failed = (level: CaseLevel) => results.filter((it) => it.level === level && it.verdict === 'failed').length;
  const failedByLevel = {
    must: failed('must'),
    should: failed('should'),
    recommended: failed('recommended'),
    profile: failed('profile'),
  };
  return {
    summary: { ...countResults(results), failedByLevel },
    sections: sections
      .map((section) => ({ ...section, ...countResults(results.filter((it) => it.section === section.id)) }))
      .filter(({ passed, failed: bad, undecided }) => passed + bad + undecided > 0),
  };
}

/** Returns the case with an id; undefined if there is none. */
export function caseNamed(id: string): Case | undefined {
  return allCases.find((it) => it.id === id);
}

/** Returns the URL of the chapter of a case. */
export function specOf({ rows }: Case): string {
  return sectionOf(rows.at(0) ?? '').spec;
}
