import { parseCreate } from '@linkage/core';
import { findResource } from '../loading/find-resource.ts';
import { idOf } from '../loading/record-id.ts';
import { selectionFor } from '../loading/selection.ts';
import { readResourceQuery } from '../request/read-query.ts';
import { createdLinks } from '../response/links.ts';
import { respondWithRecords, rootOf } from '../response/respond.ts';
import { checkIdentifiers, placedRelationships, refuseLocalIds } from '../writing/check-identifiers.ts';
import { documentLimits } from '../writing/document-limits.ts';
import { inTransaction } from '../writing/in-transaction.ts';
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
    const input = parseCreate(setup.api, type.name, body, documentLimits(setup));
    const relationships = placedRelationships(input.relationships);
    refuseLocalIds(relationships);
    return inTransaction(exchange, async (call) => {
      await checkIdentifiers(setup, relationships, call);
      const created = await source.create?.(input, call);
      const id = idOf(type.name, created);
      const record =
        source.find === undefined
          ? (created as object)
          : await findResource({ source, call }, type, id, selectionFor(type, query));
      const primary = { types: [type.name], records: [rootOf(type, record)], shape: 'one' } as const;
      const location = setup.urls.resource(type.name, id);
      const links = createdLinks(exchange, location);
      const document = await respondWithRecords({ ...exchange, call }, primary, query, links);
      return { status: 201, headers: { Location: location }, body: document };
    });
  },
} satisfies Operation<'collection'>);
