import type { FilterCondition, JsonApiError, ResourceType } from '@linkage/core';
import { andThen, isDefaulted, memberOf, ready, type Steps, together } from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';
import type { Awaitable, SourceCall } from '../sources/port/data-source.ts';
import type { AccessFilter } from './access-filter.ts';
import { matchingIds } from './matching-records.ts';
import { describeResource, forbidden } from './permission.ts';
import type { RequestAccess } from './request-access.ts';

// The rule `fields` can return conditions for an attribute, or false. The user then reads it in the resources that match, if any: it is
// undecided until the record is known, so it is neither filtered nor sorted by, and is absent from all other resources. False is no other
// case than conditions that match nothing. A computed attribute is undecided with what it needs: see `read-fields.ts`.

/** Returns the ids that conditions name, if they compare nothing else: then no record has to be read. */
function idsIn(conditions: readonly FilterCondition[]): readonly (readonly unknown[])[] | undefined {
  const values: (readonly unknown[])[] = [];
  for (const condition of conditions) {
    const parts = conditionParts(condition);
    if (parts.kind !== 'term' || parts.term.field !== 'id' || parts.term.operator !== 'eq') return undefined;
    values.push(parts.term.values);
  }
  return values;
}

/** Returns the ids of the resources that show an attribute, among some ids. */
function idsShowing(
  access: RequestAccess,
  type: ResourceType,
  accessFilter: Exclude<AccessFilter, 'all'>,
  ids: ReadonlySet<string>,
  call: SourceCall,
): Awaitable<ReadonlySet<string>> {
  if (accessFilter === 'none') return new Set();
  const named = idsIn(accessFilter);
  if (named === undefined) return matchingIds(access, type, [...ids], accessFilter, call);
  return new Set([...ids].filter((id) => named.every((values) => values.includes(id))));
}

/**
 * Returns a function that returns the undecided attributes of a resource which the user does not see, or undefined if there are none: the one
 * answer for records, for what a request sets, and for repeated responses. Asks the source once for each attribute of which there are resources.
 *
 * @param idsWith Returns the resources whose record or document contains an attribute. In all others, it is hidden without asking.
 */
export function hiddenFields(
  access: RequestAccess,
  type: ResourceType,
  idsWith: (attribute: string) => ReadonlySet<string>,
  call: SourceCall,
): Awaitable<((id: string) => readonly string[]) | undefined> {
  const undecided = access.undecidedOf(type.name);
  if (undecided.size === 0) return undefined;
  const asking = together(undecided, ([name, accessFilter]) =>
    andThen(idsShowing(access, type, accessFilter, idsWith(name), call), (ids) => [name, ids] as const),
  );
  return andThen(asking, (shown) => (id: string) => shown.filter(([, ids]) => !ids.has(id)).map(([name]) => name));
}

/**
 * Returns the attributes of a new resource that the request contains and that are undecided: not those that the parser has added.
 *
 * @throws {JsonApiError} 403 for one that the user reads of no resource, before anything is written.
 */
export function undecidedOfNew(
  access: RequestAccess,
  type: ResourceType,
  id: string | undefined,
  given: object,
): readonly string[] {
  const names = undecidedIn(access, type, given).filter((name) => !isDefaulted(given, name));
  const never = names.find((name) => access.undecidedOf(type.name).get(name) === 'none');
  if (never !== undefined) throw notShown(type, ['create', id], never);
  return names;
}

/** Returns the attributes of a request that are undecided. */
export function undecidedIn(access: RequestAccess, type: ResourceType, given: object): readonly string[] {
  return [...access.undecidedOf(type.name).keys()].filter((name) => memberOf(given, name) !== undefined);
}

/**
 * Checks that the user can read the attributes of a resource that a request sets.
 *
 * @throws {JsonApiError} 403.
 */
export function* assertShown(
  access: RequestAccess,
  type: ResourceType,
  [action, id]: readonly [action: 'create' | 'update', id: string],
  attributes: readonly string[],
  call: SourceCall,
): Steps<void> {
  if (attributes.length === 0) return;
  const idsWith = (name: string) => new Set(attributes.includes(name) ? [id] : []);
  const hiddenOf = yield* ready(hiddenFields(access, type, idsWith, call));
  const hidden = attributes.find((name) => hiddenOf?.(id).includes(name));
  if (hidden !== undefined) throw notShown(type, [action, id], hidden);
}

/**
 * Checks the same of a resource that the source writes in the background, whose record after the write is therefore unknown: only conditions on
 * its id decide.
 *
 * @param id Undefined if the source chooses it.
 * @throws {JsonApiError} 403.
 */
export function assertShownLater(
  access: RequestAccess,
  type: ResourceType,
  [action, id]: readonly [action: 'create' | 'update', id: string | undefined],
  attributes: readonly string[],
): void {
  for (const name of attributes) {
    const accessFilter = access.undecidedOf(type.name).get(name) ?? [];
    const named = accessFilter === 'none' ? undefined : idsIn(accessFilter);
    if (id === undefined || named?.every((values) => values.includes(id)) !== true)
      throw notShown(type, [action, id], name);
  }
}

function notShown(
  type: ResourceType,
  [action, id]: readonly [action: 'create' | 'update', id: string | undefined],
  name: string,
): JsonApiError {
  const reason = `The user cannot read \`${name}\` of ${describeResource(type.name, id)}, so they cannot set it: see \`where\` of \`access.${type.name}.fields\`.`;
  return forbidden(action, reason, `/data/attributes/${name}`);
}
