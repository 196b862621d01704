import { findToWrite } from '../conditional/find-to-write.ts';
import { resourceNotFound } from '../loading/find-resource.ts';
import { respondAccepted } from '../response/jobs.ts';
import { topLevelLinks } from '../response/links.ts';
import { respondWithRecords } from '../response/respond.ts';
import { isAccepted } from '../source/source-answers.ts';
import { honoredPreference, isAsRequested } from '../writing/as-requested.ts';
import { checkIdentifiers, placedRelationships } from '../writing/check-identifiers.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { readBack } from '../writing/read-back.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating */
export const updateResource: Operation<'resource', 'resource', 'update'> = Object.freeze({
  name: 'update-resource',
  kind: 'resource',
  method: 'PATCH',
  needs: ['update'],
  query: 'resource',
  document: 'update',
  statuses: [200, 202, 204],
  run(exchange, { query, document: changes }) {
    const { setup, route, source, preference } = exchange;
    const { type, id } = route;
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
      const outcome = { preference: honoredPreference(inside, isKnown), version };
      if (isKnown) return { status: 204, ...outcome };
      const primary = { types: [type.name], records: [written], shape: 'one' } as const;
      return {
        status: 200,
        ...outcome,
        body: await respondWithRecords(inside, primary, query, topLevelLinks(exchange)),
      };
    });
  },
} satisfies Operation<'resource', 'resource', 'update'>);
