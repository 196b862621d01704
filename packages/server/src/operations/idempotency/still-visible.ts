import type { Api } from '@linkage/core';
import { fieldsBehind, rejection } from '@linkage/core/internal';
import { hiddenFields } from '../../rules/undecided-fields.ts';
import type { SourceCall } from '../../sources/port/data-source.ts';
import type { StoredAnswer } from '../../sources/port/idempotency-store.ts';
import { idOf } from '../../sources/port/record-id.ts';
import { selectionOf } from '../../sources/port/selection.ts';
import type { ExecutingRequest } from '../context.ts';
import { fieldNamesOf, type ShownResource, shownPartsOf } from './shown-parts.ts';

/**
 * Whether the user cannot read one of these resources. Conditions decide about records, so a resource that was deleted is
 * hidden from a user with conditions.
 */
async function hasHidden(
  resources: readonly ShownResource[],
  request: ExecutingRequest,
  call: SourceCall,
): Promise<boolean> {
  for (const [type, ofType] of Map.groupBy(resources, (identity) => identity.type)) {
    const accessFilter = await request.accessFilterOf(type);
    if (accessFilter === 'none') return true;
    if (accessFilter === 'all') continue;
    const ids = [...new Set(ofType.map(({ id }) => id))];
    const found = await request.sourceOf(type)?.find?.(ids, selectionOf(), call);
    const visible = new Set(found?.map((record) => idOf(type, record)));
    if (ids.some((id) => !visible.has(id))) return true;
  }
  return false;
}

/** Whether a resource object shows a field that the user cannot read. */
function showsHiddenField({ types }: Api, resource: ShownResource): boolean {
  const type = types.get(resource.type);
  return fieldNamesOf(resource).some(
    (name) => (type?.attributes.get(name) ?? type?.relationships.get(name))?.read !== true,
  );
}

/** Whether a resource object shows an attribute that is computed from linkage: the document does not say from which. */
function showsLinkageInside({ types }: Api, resource: ShownResource): boolean {
  const type = types.get(resource.type);
  return fieldNamesOf(resource).some((name) => {
    const attribute = type?.attributes.get(name);
    return attribute !== undefined && fieldsBehind(attribute).some((need) => type?.relationships.has(need));
  });
}

/** Whether a resource object shows an attribute that the user can read of other resources only, or that is computed from one. */
async function showsUndecided(
  resources: readonly ShownResource[],
  { rules }: ExecutingRequest,
  call: SourceCall,
): Promise<boolean> {
  if (rules === undefined) return false;
  for (const [type, ofType] of Map.groupBy(resources, (identity) => identity.type)) {
    const idsWith = (name: string) => new Set(ofType.flatMap((it) => (fieldNamesOf(it).includes(name) ? [it.id] : [])));
    const hiddenOf = await hiddenFields(rules, rules.typeOf(type), idsWith, call);
    if (ofType.some((it) => fieldNamesOf(it).some((name) => hiddenOf?.(it.id).includes(name)))) return true;
  }
  return false;
}

/**
 * Checks that the user can still read everything in a stored response: its resources, its linkage, and its fields. Meta objects,
 * members of extensions, and objects of types that the API does not have can be made from anything, and some attributes from
 * linkage, so a response with them is repeated only if the user has the same rights to read as before.
 *
 * @param hasSameRights Whether the rules `read` and `fields` of all types return the same as when the key was taken.
 * @throws {JsonApiError} 404 if the user cannot read a resource. 403 if the user cannot read linkage or a field, or does not
 * have the same rights.
 */
export async function assertVisible(
  answer: StoredAnswer,
  request: ExecutingRequest,
  hasSameRights: boolean,
  call: SourceCall,
): Promise<void> {
  const shown = shownPartsOf(answer.body);
  const isKnown = ({ type }: ShownResource): boolean => request.api.types.has(type);
  const [resources, linkage] = [shown.resources.filter(isKnown), shown.linkage.filter(isKnown)];
  const hasUnknown = resources.length + linkage.length < shown.resources.length + shown.linkage.length;
  if (await hasHidden(resources, request, call)) throw rejection('NOT_FOUND.anyResource', {});
  const isUnclear =
    shown.hasFreeMembers ||
    hasUnknown ||
    resources.some((resource) => showsLinkageInside(request.server.api, resource));
  const isWithdrawn =
    (isUnclear && !hasSameRights) ||
    resources.some((resource) => showsHiddenField(request.api, resource)) ||
    (await showsUndecided(resources, request, call)) ||
    (await hasHidden(linkage, request, call));
  if (isWithdrawn) throw rejection('FORBIDDEN.repeated', {});
}
