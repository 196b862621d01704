import { defineProfile, type Profile, type QueryParameters } from '@linkage/core';
import { type OptionTable, optionTable } from '@linkage/core/internal';
import { readSettings } from '../../internal/read-settings.ts';
import { readRelatedQueries } from '../../request/pagination/read-related-queries.ts';
import { divideParameters, RELATED_QUERY } from '../../request/related-queries.ts';
import type { ServerProfile } from '../server-profile.ts';

/** The options of `relatedQueries`. */
export interface RelatedQueriesOptions {
  /** The URI of the profile. Default: the URI of its description. */
  readonly uri?: string | undefined;
  /** Whether the profile applies to every response, or only if a request names it. Default: `on request`. */
  readonly applied?: 'on request' | 'always' | undefined;
}

const URI = 'https://github.com/linkage-js/linkage/blob/main/docs/profiles/related-queries.md';

const options: OptionTable = optionTable({ uri: 'string', applied: ['on request', 'always'] });

const text = (): object => ({ type: 'string' });

/** Describes the parameters of the family. Those that have another form than the profile defines are rejected. */
const parameters: QueryParameters = {
  [`${RELATED_QUERY}[*]`]: {
    '~standard': Object.freeze({
      version: 1,
      vendor: 'linkage',
      validate: () => ({ issues: [{ message: 'Expected `filter`, `sort`, or `page` behind the path.' }] }),
      jsonSchema: { input: text, output: text },
    }),
  },
};

/**
 * Creates the profile for the members of included relationships: `GET /articles?include=comments&relatedQuery[comments][filter][state]=open&
 * relatedQuery[comments][sort]=-at&relatedQuery[comments][page][size]=5`. The parameters have the meaning that `filter`, `sort`, and `page`
 * have at the URL of the related resources. A filter or an order requires a source that declares `parents`, as memory sources and those of
 * `@linkage/kysely` do; otherwise, the response is 400.
 *
 * @throws {TypeError} If an option is not valid.
 * @example
 * const server = createServer(api, sources, { profiles: [relatedQueries()] });
 */
export function relatedQueries(given: RelatedQueriesOptions = {}): ServerProfile {
  const { uri = URI, applied } = readSettings('relatedQueries', given, options);
  const profile: Profile = defineProfile({ uri, parameters: [RELATED_QUERY] });
  const reader = Object.freeze({ divide: divideParameters, read: readRelatedQueries });
  return Object.freeze({ profile, applied, parameters, relatedQueries: reader } satisfies ServerProfile);
}
