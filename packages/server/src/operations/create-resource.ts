import { fieldOf, parseCreateAsync } from '@linkage/core';
import { refuseIfMatch } from '../conditional/conditions.ts';
import { readResourceQuery } from '../request/read-query.ts';
import { respondAccepted } from '../response/jobs.ts';
import { createdLinks } from '../response/links.ts';
import { respondWithRecords } from '../response/respond.ts';
import { isAccepted } from '../source-answers.ts';
import { isAsRequested, preferenceHeaders } from '../writing/as-requested.ts';
import { checkIdentifiers, placedRelationships, refuseLocalIds } from '../writing/check-identifiers.ts';
import { documentLimits } from '../writing/document-limits.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { readBack } from '../writing/read-back.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-creating */
export const createResource: Operation<'collection'> = Object.freeze({
  name: 'create-resource',
  kind: 'collection',
  method: 'POST',
  needs: ['create'],
  async run(exchange) {
    const { setup, route, source, parameters, body, preference, conditions } = exchange;
    const { type } = route;
    const query = readResourceQuery(setup, [type.name], parameters);
    const input = await parseCreateAsync(setup.api, type.name, body, documentLimits(setup));
    // An input without an id has no such member, whatever `Object.prototype` has.
    const chosenId = fieldOf(input, 'id') as string | undefined;
    const relationships = placedRelationships(input.relationships);
    refuseLocalIds(relationships);
    refuseIfMatch(conditions);
    return inTransaction(exchange, async (call) => {
      const inside = { ...exchange, call };
      await checkIdentifiers(setup, relationships, call, { type: type.name, id: chosenId });
      const created = await source.create?.(input, call);
      if (isAccepted(created)) return respondAccepted(inside, created, query.fields);
      const written = await readBack(inside, type, chosenId, created, query);
      const { version, record } = written;
      const location = setup.urls.resource(type.name, written.id);
      const isKnown =
        preference === 'minimal' &&
        version !== undefined &&
        chosenId !== undefined &&
        isAsRequested(inside, type, { id: chosenId }, input, record);
      const headers = { Location: location, ...preferenceHeaders(inside, isKnown) };
      if (isKnown) return { status: 204, headers, version };
      const primary = { types: [type.name], records: [written], shape: 'one' } as const;
      const document = await respondWithRecords(inside, primary, query, createdLinks(exchange, location));
      return { status: 201, headers, version, body: document };
    });
  },
} satisfies Operation<'collection'>);
