import { relationshipVersion, versionSelection } from '../conditional/resource-version.ts';
import { findResource } from '../loading/find-resource.ts';
import { loadLinkage } from '../loading/load-linkage.ts';
import { selectionOf, selectionOfMembers } from '../loading/selection.ts';
import { readRelationshipQuery } from '../request/read-query.ts';
import { topLevelLinks } from '../response/links.ts';
import { respondWithLinkage } from '../response/respond.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#fetching-relationships */
export const fetchRelationship: Operation<'relationship'> = Object.freeze({
  kind: 'relationship',
  method: 'GET',
  needs: ['find'],
  async run(exchange) {
    const { setup, route, parameters } = exchange;
    const { type, id, relationship } = route;
    const query = readRelationshipQuery(setup, type.name, relationship, parameters);
    const page = setup.pagination.read(query.page, setup.limits);
    const named = { include: undefined, fields: { [type.name]: [relationship.name] } };
    const record = await findResource(exchange, type, id, versionSelection(exchange, type, named));
    // Without relationship paths the answer holds identifiers alone.
    const selection = query.include === undefined ? selectionOf() : selectionOfMembers(setup.api, relationship, query);
    const linkage = await loadLinkage(
      exchange,
      { type, id, record, relationship },
      { ...query, page: page.slice, selection, total: false },
    );
    const toMany = relationship.kind === 'to-many';
    const links = topLevelLinks(exchange, toMany ? page : undefined, linkage.hasMore);
    const parent = { type, id, record };
    const isPart = linkage.hasMore || page.slice.offset > 0 || query.filter.length > 0;
    const known = toMany && isPart ? 'part' : linkage.references;
    const version = await relationshipVersion(exchange, { ...parent, relationship }, known);
    const document = await respondWithLinkage(exchange, parent, linkage.references, query, links);
    return { status: 200, version, body: document };
  },
} satisfies Operation<'relationship'>);
