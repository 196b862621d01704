import type { FilterCondition, FilterTerm, RelationshipDefinition, ResourceType } from '@linkage/core';
import { andThen, attributeAt, memberOf, membersMatcher, memberValue, together } from '@linkage/core/internal';
import { conditionParts, type Reference } from '@linkage/core/records';
import { identifiersOfReferences, linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import type { Awaitable, SourceCall } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { withConditions } from './access-filter.ts';
import { isDecidedBySource, withCallConditions } from './applied-filters.ts';
import { meetsCondition } from './meets-condition.ts';
import type { GuardedSource, RequestAccess } from './request-access.ts';

/** Whether each record matches, by its position. */
type Matches = readonly boolean[];

/**
 * Returns the linkage of a relationship that a condition uses, by record: in one call for the records that do not contain it.
 *
 * @param ids If set, the members that the condition contains. Other members can be missing from the result.
 * @throws {TypeError} If the source cannot return the relationship, or there are too many members to check all of them.
 */
function linkageOf(
  { access, type, source }: GuardedSource,
  relationship: RelationshipDefinition,
  records: readonly object[],
  ids: readonly unknown[] | undefined,
  call: SourceCall,
): Awaitable<(record: object) => readonly Reference[]> {
  const { name, targets } = relationship;
  if (source.related === undefined && records.some((record) => memberOf(record, name) === undefined))
    throw new TypeError(
      `\`access.${type.name}.read\` has a condition on \`${name}\`, so the source of "${type.name}" must have the method \`related\`, or its records must contain the relationship.`,
    );
  const from = { api: access.api, type, source };
  // Ids do not contain their type, so they are a condition on members of one type alone.
  const asked = ids === undefined || targets.length > 1 ? access : { ids, most: records.length * ids.length };
  return andThen(linkageOfRecords(from, relationship, records, asked, call), ({ of, isWhole }) => {
    if (!isWhole)
      throw new TypeError(
        `\`access.${type.name}.read\` has a condition on \`${name}\`, which has more than \`limits.includedLinkage\` members, so they cannot be checked.`,
      );
    return of as (record: object) => readonly Reference[];
  });
}

/**
 * Returns the ids of the resources of a type that match all conditions, among some ids. Without conditions, those of existing resources. Rules
 * do not restrict it.
 */
export function matchingIds(
  access: RequestAccess,
  type: ResourceType,
  ids: readonly string[],
  conditions: readonly FilterCondition[],
  call: SourceCall,
): Awaitable<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const source = access.unguardedSourceOf(type.name);
  if (source?.find === undefined) {
    throw new TypeError(
      `A \`read\` rule has a condition on a path to "${type.name}", so this type must have a source with the method \`find\`.`,
    );
  }
  const isDecided = isDecidedBySource(access, type.name, conditions);
  const selection = isDecided ? selectionOf() : withConditions(selectionOf(), type, conditions);
  const finding = source.find(ids, selection, isDecided ? withCallConditions(call, conditions) : call);
  return andThen(finding, (found) => {
    const guarded = { access, type, source };
    const comparing = isDecided ? undefined : matchingRecords(guarded, found, { and: conditions }, call);
    return andThen(comparing, (matches) => {
      const matching = found.filter((_, index) => matches === undefined || matches[index] === true);
      return new Set(matching.map((record) => idOf(type.name, record)));
    });
  });
}

function matchingTerm(
  guarded: GuardedSource,
  records: readonly object[],
  term: FilterTerm,
  call: SourceCall,
): Awaitable<Matches> {
  const { access, type } = guarded;
  const [name = '', ...rest] = term.field.split('.');
  const relationship = type.relationships.get(name);
  if (relationship !== undefined && rest.length > 0) {
    return andThen(linkageOf(guarded, relationship, records, undefined, call), (referencesOf) => {
      const linked = records.map(referencesOf);
      const ids = [...new Set(linked.flat().map(({ id }) => id))];
      const target = access.typeOf(relationship.targets[0] as string);
      const finding = matchingIds(access, target, ids, [{ ...term, field: rest.join('.') }], call);
      return andThen(finding, (matching) => linked.map((references) => references.some(({ id }) => matching.has(id))));
    });
  }
  if (relationship !== undefined) {
    const ids = term.values.includes(null) ? undefined : term.values;
    return andThen(linkageOf(guarded, relationship, records, ids, call), (referencesOf) => {
      const matches = membersMatcher(term);
      return records.map((record) => matches(identifiersOfReferences(referencesOf(record))));
    });
  }
  if (name === 'id') {
    return records.map((record) => term.values.includes(idOf(type.name, record)) === (term.operator === 'eq'));
  }
  const { place } = attributeAt(type, term.field) ?? {};
  return records.map((record) => {
    const value = memberOf(record, name);
    if (place !== undefined) return meetsCondition(memberValue(place, value), term);
    // A missing value would be null, so a condition such as `ne` would show the record.
    if (value === undefined && name.startsWith('@'))
      throw new TypeError(
        `\`access.${type.name}.read\` has a condition on \`${name}\`, so the records of "${type.name}" must contain \`${name}\`.`,
      );
    return meetsCondition(value, term);
  });
}

/**
 * Returns which records match a condition, by the values of the records. Reads linkage and related records in one call for
 * all records.
 */
export function matchingRecords(
  guarded: GuardedSource,
  records: readonly object[],
  condition: FilterCondition,
  call: SourceCall,
): Awaitable<Matches> {
  const parts = conditionParts(condition);
  if (parts.kind === 'term') return matchingTerm(guarded, records, parts.term, call);
  const comparing = together(parts.conditions, (it) => matchingRecords(guarded, records, it, call));
  return andThen(comparing, (all) =>
    records.map((_, index) => {
      const each = all.map((matches) => matches[index] === true);
      if (parts.kind === 'and') return each.every((matches) => matches);
      return each.some((matches) => matches) === (parts.kind === 'or');
    }),
  );
}
