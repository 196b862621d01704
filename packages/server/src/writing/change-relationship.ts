import { JsonApiError, parseLinkage, problem, type ResourceIdentifierObject } from '@linkage/core';
import type { LinkageChange } from '../data-source.ts';
import type { Exchange, Outcome } from '../exchange.ts';
import { findResource } from '../loading/find-resource.ts';
import { selectionOf } from '../loading/selection.ts';
import { refuseParameters } from '../request/read-query.ts';
import { assertWritten } from './assert-written.ts';
import { checkIdentifiers } from './check-identifiers.ts';
import { documentLimits } from './document-limits.ts';
import { inTransaction } from './in-transaction.ts';

type Linkage = ResourceIdentifierObject | null | readonly ResourceIdentifierObject[];

/** How a request changes a relationship; the linkage comes checked. */
type ToChange = (linkage: Linkage) => LinkageChange;

function refuse(detail: string): JsonApiError {
  return new JsonApiError(problem('OPERATION_NOT_SUPPORTED', detail));
}

/**
 * Changes the relationship that the URL names. Only the link changes, never a related resource.
 *
 * @throws {JsonApiError} 403 for a relationship that cannot be changed so, 404 for a resource that does not exist.
 * @see https://jsonapi.org/format/1.1/#crud-updating-relationships
 */
export async function changeRelationship(
  exchange: Exchange<'relationship'>,
  how: 'replace' | 'add' | 'remove',
  toChange: ToChange,
): Promise<Outcome> {
  const { setup, route, source, parameters, body } = exchange;
  const { type, id, relationship } = route;
  refuseParameters(parameters);
  if (!relationship.write) throw refuse(`The relationship ${relationship.name} cannot be changed.`);
  if (how !== 'replace' && relationship.kind === 'to-one') {
    throw refuse(`The relationship ${relationship.name} is to-one: it is replaced with PATCH.`);
  }
  const linkage: Linkage = parseLinkage(setup.api, type.name, relationship.name as never, body, documentLimits(setup));
  await inTransaction(exchange, async (call) => {
    if (source.find !== undefined) await findResource({ source, call }, type, id, selectionOf());
    if (how !== 'remove') await checkIdentifiers(setup, [{ pointer: '/data', linkage }], call);
    assertWritten(type, 'relate', await source.relate?.(id, relationship.name, toChange(linkage), call));
  });
  return { status: 204 };
}
