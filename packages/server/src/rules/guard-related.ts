import type { FilterCondition, JsonApiError, RelationshipDefinition, ResourceType } from '@linkage/core';
import { rejection } from '@linkage/core/internal';
import { identityOf, type Reference } from '@linkage/core/records';
import { ownQuery } from '../sources/gateway/source-query.ts';
import { identifierOf } from '../sources/links/linkage-of-records.ts';
import { identitiesOf, pageOfMembers } from '../sources/links/page-of-members.ts';
import { listOf, readPageOfMembers, readReferences } from '../sources/links/read-related.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { RelatedMember, RelatedQuery, RelatedResult, SourceCall } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { canApply, withCallConditions } from './applied-conditions.ts';
import { guardedOf } from './matching-records.ts';
import { narrowQuery } from './narrow-related.ts';
import { withNeededRelationships } from './needed-relationships.ts';
import type { GuardedMethod, GuardedSource } from './request-access.ts';
import { restrictInclude } from './restrict-include.ts';
import { restrictRecords, withFields } from './restrict-records.ts';
import { selectionOn, termsOf } from './scope.ts';
import { filterVisible, hasConditionFields } from './visible-records.ts';

type Related = NonNullable<AnySource['related']>;

/** Returns the conditions that the source applies to the members, or undefined if the server must check the members. */
async function appliedConditions(
  receiver: GuardedMethod,
  { targets }: RelationshipDefinition,
): Promise<readonly FilterCondition[] | undefined> {
  const [target = '', ...others] = targets;
  if (others.length > 0 || !(await canApply(receiver, [target]))) return undefined;
  const terms = termsOf(await receiver.access.scopeOf(target));
  return terms.length === 0 ? undefined : terms;
}

/** Returns the visible records of the references, by identity. For a fully visible type, the record can be absent. */
async function visibleMembers(
  { access }: GuardedSource,
  references: readonly Reference[],
  query: RelatedQuery,
  { isPolymorphic, isApplied }: { readonly isPolymorphic: boolean; readonly isApplied: boolean },
  call: SourceCall,
): Promise<ReadonlyMap<string, RelatedMember>> {
  const lists = Map.groupBy(references, ({ type }) => type.name);
  const members = new Map<string, RelatedMember>();
  const addVisible = async ([name, ofType]: readonly [string, readonly Reference[]]): Promise<void> => {
    const [type, source, scope] = [access.typeOf(name), access.sourceOf(name), await access.scopeOf(name)];
    if (scope === 'none') return;
    const selection = selectionOn(query.selection, type);
    const isLoaded = ({ record }: Reference): boolean =>
      record !== undefined && (isApplied || hasConditionFields(type, termsOf(scope), record));
    const loaded = ofType.filter(isLoaded);
    const notLoaded = ofType.filter((reference) => !isLoaded(reference));
    // The source is needed only for linkage that the conditions use; such a source has `find`.
    const guarded = guardedOf(access, name);
    const records = loaded.map(({ record }) => record as object);
    const visible = isApplied ? records : await filterVisible(guarded, records, call);
    const given = await restrictRecords(guarded, visible, selection, call);
    // With conditions, the source has `find`: see `access-control.ts`.
    const found =
      isApplied || scope === 'all' || notLoaded.length === 0
        ? []
        : await (source as Required<AnySource>).find(
            notLoaded.map(({ id }) => id),
            selection,
            call,
          );
    for (const record of [...given, ...found]) {
      const typed = isPolymorphic ? withFields(record, new Map([['type', name]])) : record;
      members.set(identityOf(name, idOf(name, record)), typed as RelatedMember);
    }
    if (isApplied || scope === 'all')
      for (const { id } of notLoaded) members.set(identityOf(name, id), { type: name, id });
  };
  await Promise.all([...lists].map(addVisible));
  return members;
}

/** Whether one of the omitted members exists: then it is hidden, and the source did not apply the conditions to it. */
async function someExist({ access }: GuardedSource, lost: readonly Reference[], call: SourceCall): Promise<boolean> {
  for (const [name, ofType] of Map.groupBy(lost, ({ type }) => type.name)) {
    const there = await access.unguardedSourceOf(name)?.find?.(
      ofType.map(({ id }) => id),
      selectionOf(),
      call,
    );
    if (there !== undefined && there.length > 0) return true;
  }
  return false;
}

/**
 * Returns a `related` that enforces the access rules: it omits hidden members.
 *
 * @throws {TypeError} If the source returns a page with a resource that does not match the conditions.
 */
export function guardRelated(guarded: GuardedSource, related: Related): Related {
  const { access, type } = guarded;
  return async (name, parentIds, given, call) => {
    // The server and its extensions pass names of the API only.
    const relationship = type.relationships.get(name) as RelationshipDefinition;
    const targets = relationship.targets.map(access.typeOf);
    const needed = withNeededRelationships(given.selection, targets);
    const selection = await restrictInclude(access, targets[0] as ResourceType, needed);
    const query = ownQuery({ ...given, selection });
    const toMany = relationship.kind === 'to-many';
    const totalOf = (count: number): object =>
      (query as { readonly total?: boolean }).total === true ? { total: count } : {};
    const none: RelatedResult = toMany ? { records: [], positions: [], ...totalOf(0) } : null;
    const receiver = { ...guarded, method: 'related' } as const;
    const conditions = await appliedConditions(receiver, relationship);
    const isApplied = conditions !== undefined;
    const asked = await narrowQuery(receiver, relationship, query, call, isApplied);
    if (asked === undefined) return new Map(parentIds.map((id) => [id, none]));
    const found = await related(name, parentIds, asked, withCallConditions(call, conditions ?? []));
    const read = (id: string): readonly Reference[] =>
      listOf(readReferences(access.api, type, id, relationship, found.get(id)));
    const references = new Map(parentIds.map((id) => [id, read(id)]));
    const all = [...references.values()].flat();
    const isPolymorphic = relationship.targets.length > 1;
    const members = await visibleMembers(guarded, all, asked, { isPolymorphic, isApplied }, call);
    const memberOf = (reference: Reference): RelatedMember | undefined => {
      const member = members.get(identityOf(reference.type.name, reference.id));
      // A record cannot contain the meta of linkage, which differs for each parent.
      return member === undefined || reference.meta === undefined ? member : identifierOf(reference);
    };
    const lost = all.filter((reference) => memberOf(reference) === undefined);
    const isFull = toMany && asked.atMost !== undefined && all.length >= asked.atMost;
    if (toMany && !isPolymorphic && (asked.page !== undefined || isFull) && (await someExist(guarded, lost, call))) {
      throw new TypeError(
        `\`${type.name}.related\` must return only members of \`${name}\` that match all conditions, but it returned another member.`,
      );
    }
    // Members can be missing from the source's result, and the number of visible members does not show how many.
    if (isFull && (lost.length > 0 || query.page !== undefined)) throw tooMany(name, asked.atMost - 1);
    const results = new Map<string, RelatedResult>();
    const slice = query.page ?? query.pagePerParent;
    for (const [id, linked] of references) {
      const members = linked.map(memberOf);
      const shown = members.filter((member) => member !== undefined);
      if (!toMany) results.set(id, shown.at(0) ?? null);
      else if (isPolymorphic && asked !== query && slice !== undefined) {
        const identities = identitiesOf(linked.filter((_, index) => members[index] !== undefined));
        results.set(id, { ...pageOfMembers(shown, identities, slice), ...totalOf(shown.length) });
      } else {
        const limit = (asked.page ?? asked.pagePerParent)?.limit;
        const page = readPageOfMembers(access.api, type, id, relationship, found.get(id), limit);
        // Each position belongs to a member, so filter both together.
        const isAligned = page.positions?.length === linked.length;
        const positions = page.positions?.filter((_, index) => !isAligned || members[index] !== undefined);
        results.set(id, { ...page, records: shown, positions });
      }
    }
    return results;
  };
}

function tooMany(name: string, most: number): JsonApiError {
  return rejection('INCLUDED_TOO_MANY.members', { name, limit: most });
}
