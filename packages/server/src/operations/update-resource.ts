import { parseUpdateAsync } from '@linkage/core';
import { findToWrite } from '../conditional/find-to-write.ts';
import { resourceNotFound } from '../loading/find-resource.ts';
import { readResourceQuery } from '../request/read-query.ts';
import { respondAccepted } from '../response/jobs.ts';
import { topLevelLinks } from '../response/links.ts';
import { respondWithRecords } from '../response/respond.ts';
import { isAccepted } from '../source-answers.ts';
import { isAsRequested, preferenceHeaders } from '../writing/as-requested.ts';
import { checkIdentifiers, placedRelationships } from '../writing/check-identifiers.ts';
import { documentLimits } from '../writing/document-limits.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { readBack } from '../writing/read-back.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating */
export const updateResource: Operation<'resource'> = Object.freeze({
  name: 'update-resource',
  kind: 'resource',
  method: 'PATCH',
  needs: ['update'],
  async run(exchange) {
    const { setup, route, source, parameters, body, preference } = exchange;
    const { type, id } = route;
    const query = readResourceQuery(setup, [type.name], parameters);
    const changes = await parseUpdateAsync(setup.api, type.name, body, { ...documentLimits(setup), id });
    return inTransaction(exchange, async (call) => {
      const inside = { ...exchange, call };
      const before = await findToWrite(inside);
      await checkIdentifiers(setup, placedRelationships(changes.relationships), call);
      const updated = await source.update?.(id, changes, call);
      if (updated === null) throw resourceNotFound(type);
      if (isAccepted(updated)) return respondAccepted(inside, updated, query.fields);
      const written = await readBack(inside, type, id, updated, query);
      const { version, record } = written;
      const isKnown =
        preference === 'minimal' && before !== undefined && isAsRequested(inside, type, before, changes, record);
      const headers = preferenceHeaders(inside, isKnown);
      if (isKnown) return { status: 204, headers, version };
      const primary = { types: [type.name], records: [written], shape: 'one' } as const;
      const document = await respondWithRecords(inside, primary, query, topLevelLinks(exchange));
      return { status: 200, headers, version, body: document };
    });
  },
} satisfies Operation<'resource'>);
