import { respondAccepted } from '../answer/job-response.ts';
import { topLevelLinks } from '../answer/links.ts';
import { onePrimary } from '../answer/primary-records.ts';
import { respondWithRecords } from '../answer/respond.ts';
import { findBeforeWrite } from '../reading/conditional/find-before-write.ts';
import { resourceNotFound } from '../reading/find-resource.ts';
import { isAccepted } from '../sources/source-answers.ts';
import { checkIdentifiers, placedRelationships } from '../writing/check-identifiers.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { honoredPreference, matchesRequest } from '../writing/matches-request.ts';
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
  run(context, { query, document: changes }) {
    const { setup, route, source, preference } = context;
    const { type, id } = route;
    return inTransaction(context, async (call) => {
      const inside = { ...context, call };
      const before = await findBeforeWrite(inside);
      await checkIdentifiers(setup, placedRelationships(changes.relationships), call);
      const updated = await source.update?.(id, changes, call);
      if (updated === null) throw resourceNotFound(type);
      if (isAccepted(updated)) return respondAccepted(inside, updated, query.fields);
      const written = await readBack(inside, type, id, updated, query);
      const { version, record } = written;
      const isKnown =
        preference === 'minimal' && before !== undefined && matchesRequest(inside, type, before, changes, record);
      const result = { preference: honoredPreference(inside, isKnown), version };
      if (isKnown) return { status: 204, ...result };
      return {
        status: 200,
        ...result,
        body: await respondWithRecords(inside, onePrimary(written), query, topLevelLinks(context), true),
      };
    });
  },
} satisfies Operation<'resource', 'resource', 'update'>);
