import { respondAccepted } from '../answer/job-response.ts';
import type { OperationResponse } from '../answer/operation-response.ts';
import { type LinkageQuery, relationshipDocument } from '../answer/relationship-document.ts';
import { findBeforeWrite } from '../reading/conditional/find-before-write.ts';
import { isConditional } from '../reading/conditional/preconditions.ts';
import { relationshipVersion } from '../reading/conditional/resource-version.ts';
import { findRecord } from '../reading/find-resource.ts';
import type { LinkageChange } from '../sources/data-source.ts';
import { isAddition, isRemoval, isReplacement } from '../sources/linkage-change.ts';
import { allFields } from '../sources/selection.ts';
import { isAccepted } from '../sources/source-answers.ts';
import { assertMembersLeft } from '../writing/assert-members-left.ts';
import { assertWritten } from '../writing/assert-written.ts';
import { checkIdentifiers, type RequestLinkage } from '../writing/check-identifiers.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import type { OperationContext } from './operation-context.ts';

/** The linkage to change. */
function linkageOf(change: LinkageChange): RequestLinkage {
  if (isReplacement(change)) return change.replace;
  return isAddition(change) ? change.add : [];
}

/**
 * Changes the relationship in the URL. Only the link changes, never a related resource.
 *
 * @param wanted The linkage that the response shows after the change, or undefined for 204.
 * @throws {JsonApiError} 404 if the resource does not exist.
 * @see https://jsonapi.org/format/1.1/#crud-updating-relationships
 */
export function changeRelationship(
  context: OperationContext<'relationship'>,
  change: LinkageChange,
  wanted: LinkageQuery | undefined,
): Promise<OperationResponse> {
  const { setup, route, source } = context;
  const { type, id, relationship } = route;
  return inTransaction(context, async (call) => {
    const inside = { ...context, call };
    await findBeforeWrite(inside, isRemoval(change) && relationship.required);
    if (isRemoval(change)) await assertMembersLeft(inside, change.remove);
    await checkIdentifiers(setup, [{ pointer: '/data', linkage: linkageOf(change) }], call);
    const related = await source.relate?.(id, relationship.name, change, call);
    if (isAccepted(related)) return respondAccepted(inside, related);
    assertWritten(type, 'relate', related);
    if (wanted === undefined) return { status: 204, version: await versionAfter(inside) };
    return { status: 200, ...(await relationshipDocument(inside, wanted)) };
  });
}

/** Returns the new version. Requests without preconditions do not read the resource again. */
async function versionAfter(context: OperationContext<'relationship'>): Promise<string | undefined> {
  const { type, id, relationship } = context.route;
  if (!isConditional(context.conditions)) return undefined;
  const record = await findRecord(context, type, id, allFields(type));
  return record && relationshipVersion(context, { type, id, record, relationship });
}
