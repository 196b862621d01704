import { parseUpdateAsync } from '@linkage/core';
import { findResource, resourceNotFound } from '../loading/find-resource.ts';
import { selectionOf } from '../loading/selection.ts';
import { readResourceQuery } from '../request/read-query.ts';
import { topLevelLinks } from '../response/links.ts';
import { respondWithRecords } from '../response/respond.ts';
import { checkIdentifiers, placedRelationships } from '../writing/check-identifiers.ts';
import { documentLimits } from '../writing/document-limits.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { readBack } from '../writing/read-back.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating */
export const updateResource: Operation<'resource'> = Object.freeze({
  kind: 'resource',
  method: 'PATCH',
  needs: ['update'],
  async run(exchange) {
    const { setup, route, source, parameters, body } = exchange;
    const { type, id } = route;
    const query = readResourceQuery(setup, [type.name], parameters);
    const changes = await parseUpdateAsync(setup.api, type.name, body, { ...documentLimits(setup), id });
    return inTransaction(exchange, async (call) => {
      if (source.find !== undefined) await findResource({ source, call }, type, id, selectionOf());
      await checkIdentifiers(setup, placedRelationships(changes.relationships), call);
      const updated = await source.update?.(id, changes, call);
      if (updated === null) throw resourceNotFound(type);
      const root = await readBack({ source, call }, type, id, updated, query);
      const primary = { types: [type.name], records: [root], shape: 'one' } as const;
      const document = await respondWithRecords({ ...exchange, call }, primary, query, topLevelLinks(exchange));
      return { status: 200, body: document };
    });
  },
} satisfies Operation<'resource'>);
