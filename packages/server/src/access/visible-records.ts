import type { FilterTerm, ResourceType } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { AnySource } from '../source/any-source.ts';
import type { SourceCall } from '../source/data-source.ts';
import { listOf, readReferences } from '../source/read-related.ts';
import { idOf } from '../source/record-id.ts';
import { selectionOf } from '../source/selection.ts';
import { isDecidedBySource, withCallConditions } from './decided-by-source.ts';
import { meetsCondition } from './meets-condition.ts';
import type { RequestAccess } from './request-access.ts';

/** The inputs of a check of records: the access of the request, the type, and its source without access rules. */
export interface GuardedSource {
  readonly access: RequestAccess;
  readonly type: ResourceType;
  readonly source: AnySource;
}

/** Linkage by the id of the record that owns the relationship. */
type LinkageOf = ReadonlyMap<string, unknown>;

/**
 * Loads a relationship that a condition uses, for records that do not contain it: in one call, and for a to-many
 * relationship only the members that the condition contains.
 *
 * @throws {TypeError} If the source cannot return the relationship, or there are too many members to check all of them.
 */
async function loadLinkage(
  { access, type, source }: GuardedSource,
  { field, values }: FilterTerm,
  records: readonly object[],
  call: SourceCall,
): Promise<LinkageOf> {
  const relationship = type.relationships.get(field);
  const unknown = records.filter((record) => fieldOf(record, field) === undefined).map((it) => idOf(type.name, it));
  if (relationship === undefined || unknown.length === 0) return new Map();
  if (source.related === undefined) {
    throw new TypeError(
      `\`access.${type.name}.read\` has a condition on \`${field}\`, so the source of "${type.name}" must have the method \`related\`, or its records must contain the relationship.`,
    );
  }
  const toMany = relationship.kind === 'to-many';
  const isFiltered = toMany && relationship.targets.length === 1;
  const filter: FilterTerm[] = isFiltered ? [{ field: 'id', operator: 'eq', values }] : [];
  const most = isFiltered ? unknown.length * values.length : access.most;
  const atMost = toMany ? most + 1 : unknown.length;
  const found = await source.related(field, unknown, { atMost, selection: selectionOf(), filter }, call);
  const linkage = new Map<string, unknown>();
  let members = 0;
  for (const id of unknown) {
    const references = readReferences(access.api, type, id, relationship, found.get(id));
    members += listOf(references).length;
    linkage.set(id, found.get(id) ?? (toMany ? [] : null));
  }
  if (toMany && members > most) {
    throw new TypeError(
      `\`access.${type.name}.read\` has a condition on \`${field}\`, which has more than \`limits.includedLinkage\` members, so they cannot be checked.`,
    );
  }
  return linkage;
}

/** Finds the records that match conditions which the source itself applies. */
async function foundAmong<Given extends object>(
  { type, source }: GuardedSource,
  records: readonly Given[],
  conditions: readonly FilterTerm[],
  call: SourceCall,
): Promise<readonly Given[]> {
  const ids = [...new Set(records.map((record) => idOf(type.name, record)))];
  const found = await source.find?.(ids, selectionOf(), withCallConditions(call, conditions));
  const visible = new Set(found?.map((record) => idOf(type.name, record)));
  return records.filter((record) => visible.has(idOf(type.name, record)));
}

/**
 * Returns the records that match the caller's `read` rule. They must contain the attributes that the rule compares,
 * unless their source applies conditions: then the source determines the result, so that every path to a resource
 * returns the same.
 */
export async function filterVisible<Given extends object>(
  guarded: GuardedSource,
  records: readonly Given[],
  call: SourceCall,
): Promise<readonly Given[]> {
  const { access, type } = guarded;
  const scope = await access.scopeOf(type.name);
  if (scope === 'all' || records.length === 0) return records;
  if (scope === 'none') return [];
  if (isDecidedBySource(access, type.name)) return foundAmong(guarded, records, scope, call);
  const linkages = await Promise.all(scope.map((term) => loadLinkage(guarded, term, records, call)));
  const holds = (record: object, term: FilterTerm, linkage: LinkageOf | undefined): boolean => {
    const id = idOf(type.name, record);
    if (term.field === 'id') return term.values.includes(id);
    const value = fieldOf(record, term.field);
    const relationship = type.relationships.get(term.field);
    if (relationship === undefined) return meetsCondition(value, term);
    const references = readReferences(
      access.api,
      type,
      id,
      relationship,
      value === undefined ? linkage?.get(id) : value,
    );
    return listOf(references).some((reference) => term.values.includes(reference.id));
  };
  return records.filter((record) => scope.every((term, index) => holds(record, term, linkages[index])));
}

/**
 * Whether a record contains every attribute of the conditions. A record that is part of another record can lack
 * attributes.
 */
export function hasConditionFields(type: ResourceType, conditions: readonly FilterTerm[], record: object): boolean {
  return conditions.every(({ field }) => !type.attributes.has(field) || fieldOf(record, field) !== undefined);
}

/**
 * Returns the ids that the caller can read. If the caller can read all resources of the type, returns all ids, also of
 * nonexistent resources, because their existence is not a secret.
 */
export async function visibleIds(
  access: RequestAccess,
  type: string,
  ids: Iterable<string>,
  call: SourceCall,
): Promise<ReadonlySet<string>> {
  const scope = await access.scopeOf(type);
  const asked = new Set(ids);
  if (scope === 'all' || asked.size === 0) return asked;
  if (scope === 'none') return new Set();
  const found = await access.sourceOf(type)?.find?.([...asked], selectionOf(), call);
  return new Set(found?.map((record) => idOf(type, record)));
}
