import { JsonApiError, parseLinkage, problem, type ResourceIdentifierObject } from '@linkage/core';
import { isConditional } from '../conditional/conditions.ts';
import { findToWrite } from '../conditional/find-to-write.ts';
import { relationshipVersion } from '../conditional/resource-version.ts';
import type { LinkageChange } from '../data-source.ts';
import type { Exchange, Outcome } from '../exchange.ts';
import { findRecord } from '../loading/find-resource.ts';
import { wholeSelection } from '../loading/selection.ts';
import { refuseParameters } from '../request/read-query.ts';
import { respondAccepted } from '../response/jobs.ts';
import { type LinkageQuery, readLinkageQuery, relationshipDocument } from '../response/relationship-document.ts';
import { isAccepted } from '../source-answers.ts';
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

/** The linkage that a request asks for with its query parameters; undefined when it wants none, and gets 204. */
function wantedLinkage(exchange: Exchange<'relationship'>): LinkageQuery | undefined {
  const { parameters, source } = exchange;
  if (parameters.size === 0) return undefined;
  // Where nothing can be read, there is no document that they could shape.
  if (source.find === undefined) refuseParameters(parameters);
  return readLinkageQuery(exchange);
}

/**
 * Changes the relationship that the URL names. Only the link changes, never a related resource. Query parameters ask for
 * the linkage after the change, as a GET with them would give it.
 *
 * @throws {JsonApiError} 403 for a relationship that cannot be changed so, 404 for a resource that does not exist.
 * @see https://jsonapi.org/format/1.1/#crud-updating-relationships
 */
export async function changeRelationship(
  exchange: Exchange<'relationship'>,
  how: 'replace' | 'add' | 'remove',
  toChange: ToChange,
): Promise<Outcome> {
  const { setup, route, source, body } = exchange;
  const { type, id, relationship } = route;
  const wanted = wantedLinkage(exchange);
  if (!relationship.write) throw refuse(`The relationship ${relationship.name} cannot be changed.`);
  if (how !== 'replace' && relationship.kind === 'to-one') {
    throw refuse(`The relationship ${relationship.name} is to-one: it is replaced with PATCH.`);
  }
  const linkage: Linkage = parseLinkage(setup.api, type.name, relationship.name as never, body, documentLimits(setup));
  return inTransaction(exchange, async (call) => {
    const inside = { ...exchange, call };
    await findToWrite(inside);
    if (how !== 'remove') await checkIdentifiers(setup, [{ pointer: '/data', linkage }], call);
    const related = await source.relate?.(id, relationship.name, toChange(linkage), call);
    if (isAccepted(related)) return respondAccepted(inside, related);
    assertWritten(type, 'relate', related);
    if (wanted === undefined) return { status: 204, version: await versionAfter(inside) };
    return { status: 200, ...(await relationshipDocument(inside, wanted)) };
  });
}

/** The version for the next condition; who makes none does not pay for reading the resource once more. */
async function versionAfter(exchange: Exchange<'relationship'>): Promise<string | undefined> {
  const { type, id, relationship } = exchange.route;
  if (!isConditional(exchange.conditions)) return undefined;
  const record = await findRecord(exchange, type, id, wholeSelection(type));
  return record && relationshipVersion(exchange, { type, id, record, relationship });
}
