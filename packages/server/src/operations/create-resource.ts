import { parseCreateAsync } from '@linkage/core';
import { readResourceQuery } from '../request/read-query.ts';
import { createdLinks } from '../response/links.ts';
import { respondWithRecords } from '../response/respond.ts';
import { checkIdentifiers, placedRelationships, refuseLocalIds } from '../writing/check-identifiers.ts';
import { documentLimits } from '../writing/document-limits.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { readBack } from '../writing/read-back.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-creating */
export const createResource: Operation<'collection'> = Object.freeze({
  kind: 'collection',
  method: 'POST',
  needs: ['create'],
  async run(exchange) {
    const { setup, route, source, parameters, body } = exchange;
    const { type } = route;
    const query = readResourceQuery(setup, [type.name], parameters);
    const input = await parseCreateAsync(setup.api, type.name, body, documentLimits(setup));
    const relationships = placedRelationships(input.relationships);
    refuseLocalIds(relationships);
    return inTransaction(exchange, async (call) => {
      await checkIdentifiers(setup, relationships, call, { type: type.name, id: input.id });
      const created = await source.create?.(input, call);
      const root = await readBack({ source, call }, type, input.id, created, query);
      const primary = { types: [type.name], records: [root], shape: 'one' } as const;
      const location = setup.urls.resource(type.name, root.id);
      const links = createdLinks(exchange, location);
      const document = await respondWithRecords({ ...exchange, call }, primary, query, links);
      return { status: 201, headers: { Location: location }, body: document };
    });
  },
} satisfies Operation<'collection'>);
