import { andThen, toPageResult } from '@linkage/core/internal';
import { withIncludes } from '../reading/include-tree.ts';
import type * as Pages from '../reading/mixed-page.ts';
import type { MixedPart, MixedQuery } from '../reading/mixed-rows.ts';
import { askedOf } from '../request/read-query.ts';
import { topLevelLinks } from '../response/document/links.ts';
import { respondWithRecords } from '../response/document/respond.ts';
import type { VisibleSource } from '../rules/permitted.ts';
import { selectionFor } from '../sources/port/selection.ts';
import type { OperationDefinition } from './operation.ts';

/** The code of pages of several types, once a request has asked for one: a server without such collections does not load it. */
let loaded: typeof Pages | undefined;

async function loadPages(): Promise<typeof Pages> {
  loaded = await import('../reading/mixed-page.ts');
  return loaded;
}

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchMixed: OperationDefinition<'mixed', 'mixed', 'none'> = Object.freeze({
  name: 'fetch-mixed',
  kind: 'mixed',
  method: 'GET',
  needs: ['list'],
  query: 'mixed',
  document: 'none',
  statuses: [200],
  run(given, { query: { query, page } }) {
    const operation = given.reading(query);
    const { request, route, call } = operation;
    const { types, collection } = route;
    const parts = types.map((type): MixedPart => {
      const selection = withIncludes(request, type, selectionFor(type, query), query);
      return { type, source: request.sourceOf(type.name) as VisibleSource, selection };
    });
    const { filter, sort, parameters } = askedOf(query);
    const hasParameters = Object.keys(parameters).length > 0;
    const asked = {
      parts,
      filter,
      sort: sort[0],
      page: page.asked,
      parameters: hasParameters ? parameters : undefined,
    };
    const how = { isUnited: collection.isUnited, total: page.total !== false };
    const reading = andThen(loaded ?? loadPages(), (pages) => pages.mixedPage(asked as MixedQuery, how, call));
    return andThen(reading, (read) => {
      const found = toPageResult(read, page, `The collection "${collection.name}"`);
      const shown = { page, found, meta: undefined };
      const primary = { types: types.map(({ name }) => name), records: found.members, shape: 'many', shown } as const;
      const writing = respondWithRecords(operation, primary, query, topLevelLinks(operation, shown));
      return andThen(writing, (body) => ({ status: 200, body }));
    });
  },
} satisfies OperationDefinition<'mixed', 'mixed', 'none'>);
