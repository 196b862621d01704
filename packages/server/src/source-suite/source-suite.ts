import { relatedQueries } from '../extensions/related-queries/related-queries.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { Awaitable, DataSource } from '../sources/port/data-source.ts';
import { aggregateCases } from './aggregate-cases.ts';
import { declaredCases } from './declared-cases.ts';
import { filterCases } from './filter-cases.ts';
import { hostileCases } from './hostile-cases.ts';
import { memberQueryCases } from './member-query-cases.ts';
import { mixedCases } from './mixed-cases.ts';
import { orderCases } from './order-cases.ts';
import { readingCases } from './reading-cases.ts';
import { ruleCases } from './rule-cases.ts';
import { streamCases } from './stream-cases.ts';
import { suiteApi } from './suite-api.ts';
import type { CaseOfFeature, SuiteFeature, SuiteWorld } from './suite-case.ts';
import { targetTypeCases } from './target-type-cases.ts';
import { writingCases } from './writing-cases.ts';

/** A test of data sources, for any test framework. */
export interface SuiteCase {
  readonly feature: SuiteFeature;
  readonly name: string;
  /** Rejects with an `Error` that says what differs. */
  readonly run: () => Promise<void>;
}

const mediaType = 'application/vnd.api+json';

function worldOf(sources: SuiteWorld['sources']): SuiteWorld {
  const failures: unknown[] = [];
  const profiles = [relatedQueries({ applied: 'always' })];
  const onError = (error: unknown) => void failures.push(error);
  const server = createServer(suiteApi, { shelves: {}, ...sources }, { profiles, onError });
  const send: SuiteWorld['send'] = async (line, body, headers = {}) => {
    const [, method = '', url = ''] = /^(\S+) ([\s\S]*)$/.exec(line) ?? [];
    const type = body === undefined ? {} : { 'content-type': mediaType };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await server.handle({ method, url, headers: { ...type, ...headers }, body: text });
    if (response.status === 500)
      throw new Error(`${line.slice(0, 200)}: the status is 500.`, { cause: failures.at(-1) });
    const { status, body: answer } = response;
    return { status, etag: response.headers['ETag'], document: answer === undefined ? undefined : JSON.parse(answer) };
  };
  return { server, sources, send };
}

/**
 * The tests of data sources: what every source must do to serve an API. Each case is independent of the others, and asks a
 * server over the sources.
 *
 * @param open Returns sources of `suiteApi` that contain exactly `suiteRecords`. It is called once per case.
 * @example
 * for (const { name, run } of sourceSuite(openSources)) test(name, run);
 */
export function sourceSuite(open: () => Awaitable<Readonly<Record<string, DataSource>>>): readonly SuiteCase[] {
  const cases: readonly CaseOfFeature[] = [
    ...readingCases,
    ...memberQueryCases,
    ...mixedCases,
    ...aggregateCases,
    ...filterCases,
    ...declaredCases,
    ...ruleCases,
    ...orderCases,
    ...streamCases,
    ...writingCases,
    ...targetTypeCases,
    ...hostileCases,
  ];
  return cases.map(({ feature, name, run }) => ({
    feature,
    name: `${feature}: ${name}`,
    run: async () => run(worldOf(await open())),
  }));
}
