import type { FilterCondition, JsonApiError, ResourceType } from '@linkage/core';
import { isDefaulted } from '@linkage/core/internal';
import { conditionParts, fieldOf } from '@linkage/core/records';
import type { Selection, SourceCall } from '../sources/data-source.ts';
import { idOf } from '../sources/record-id.ts';
import { matchingIds } from './matching-records.ts';
import { describeResource, forbidden } from './permission.ts';
import type { RequestAccess } from './request-access.ts';

// The rule `fields` can return conditions for an attribute. The caller then reads it in the resources that match: it is undecided until the
// record is known, so it is neither filtered nor sorted by, and is absent from all other resources.

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

/** Returns the ids of the resources of which the caller can read an attribute, among some ids. */
export async function idsShowing(
  access: RequestAccess,
  type: ResourceType,
  attribute: string,
  ids: ReadonlySet<string>,
  call: SourceCall,
): Promise<ReadonlySet<string>> {
  const conditions = access.undecidedOf(type.name).get(attribute);
  if (conditions === undefined) return ids;
  const named = idsIn(conditions);
  if (named === undefined) return matchingIds(access, type, [...ids], conditions, call);
  return new Set([...ids].filter((id) => named.every((values) => values.includes(id))));
}

/**
 * Returns a function that returns the attributes of a record which the caller cannot read. Asks the source once for each attribute that the
 * response shows. An attribute that is not selected is hidden without asking.
 */
export async function hiddenAttributes(
  access: RequestAccess,
  type: ResourceType,
  records: readonly object[],
  { attributes }: Selection,
  call: SourceCall,
): Promise<(record: object) => readonly string[]> {
  const shown = new Map<string, ReadonlySet<string>>();
  const look = async (name: string): Promise<void> => {
    const known = attributes.has(name) ? records.filter((record) => fieldOf(record, name) !== undefined) : [];
    const ids = new Set(known.map((record) => idOf(type.name, record)));
    shown.set(name, await idsShowing(access, type, name, ids, call)); // sabotage: undecided-field-shown
  };
  await Promise.all([...access.undecidedOf(type.name).keys()].map(look));
  if (shown.size === 0) return () => [];
  return (record) => [...shown].filter(([, ids]) => !ids.has(idOf(type.name, record))).map(([name]) => name);
}

/** Returns the attributes of a new resource that the request contains and that are undecided: not those that the parser has added. */
export function undecidedOfNew(access: RequestAccess, type: ResourceType, given: object): readonly string[] {
  return undecidedIn(access, type, given).filter((name) => !isDefaulted(given, name));
}

/** Returns the attributes of a request that are undecided. */
export function undecidedIn(access: RequestAccess, type: ResourceType, given: object): readonly string[] {
  return [...access.undecidedOf(type.name).keys()].filter((name) => fieldOf(given, name) !== undefined);
}

/**
 * Checks that the caller can read the attributes of a resource that a request sets.
 *
 * @throws {JsonApiError} 403.
 */
export async function assertShown(
  access: RequestAccess,
  type: ResourceType,
  [action, id]: readonly [action: 'create' | 'update', id: string],
  attributes: readonly string[],
  call: SourceCall,
): Promise<void> {
  for (const name of attributes) {
    const shown = await idsShowing(access, type, name, new Set([id]), call);
    if (!shown.has(id)) throw notShown(type, [action, id], name);
  }
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
    const named = idsIn(access.undecidedOf(type.name).get(name) ?? []);
    if (id === undefined || named?.every((values) => values.includes(id)) !== true)
      throw notShown(type, [action, id], name);
  }
}

function notShown(
  type: ResourceType,
  [action, id]: readonly [action: 'create' | 'update', id: string | undefined],
  name: string,
): JsonApiError {
  const reason = `The caller cannot read \`${name}\` of ${describeResource(type.name, id)}, so they cannot set it: see \`where\` of \`access.${type.name}.fields\`.`;
  return forbidden(action, reason, `/data/attributes/${name}`);
}
