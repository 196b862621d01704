import type { JsonApiError, RelationshipDefinition, ResourceType } from '@linkage/core';
import { andThen, isIdentifier, LinkedRecord, rejection, together } from '@linkage/core/internal';
import { identityOf, type Reference } from '@linkage/core/records';
import { ownQuery } from '../sources/gateway/source-query.ts';
import { identifierOf } from '../sources/links/linkage-of-records.ts';
import { identitiesOf, pageOfMembers } from '../sources/links/page-of-members.ts';
import { listOf, readPageOfMembers, readReferences } from '../sources/links/read-related.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { Awaitable, RelatedMember, RelatedQuery, RelatedResult, SourceCall } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { type AccessFilter, selectionOn, termsOf } from './access-filter.ts';
import { withCallConditions } from './applied-filters.ts';
import { appliedFilters, narrowQuery } from './narrow-related.ts';
import { withNeededRelationships } from './needed-relationships.ts';
import { accessOf, type GuardedSource } from './request-access.ts';
import { restrictRecords, withFields } from './restrict-records.ts';
import { filterVisible, hasConditionFields, restrictInclude } from './visible-records.ts';

type Related = NonNullable<AnySource['related']>;

/** Returns the visible records of the references, by identity. For a fully visible type, the record can be absent. */
function visibleMembers(
  { access }: GuardedSource,
  references: readonly Reference[],
  query: RelatedQuery,
  { isPolymorphic, isApplied }: { readonly isPolymorphic: boolean; readonly isApplied: boolean },
  call: SourceCall,
): Awaitable<ReadonlyMap<string, RelatedMember>> {
  const lists = Map.groupBy(references, ({ type }) => type.name);
  const members = new Map<string, RelatedMember>();
  const addOfType = (name: string, ofType: readonly Reference[], accessFilter: AccessFilter): Awaitable<void> => {
    const [type, source] = [access.typeOf(name), access.sourceOf(name)];
    if (accessFilter === 'none') return undefined;
    const selection = selectionOn(query.selection, type);
    const isLoaded = ({ record }: Reference): boolean =>
      record !== undefined && (isApplied || hasConditionFields(type, termsOf(accessFilter), record));
    const loaded = ofType.filter(isLoaded);
    const notLoaded = ofType.filter((reference) => !isLoaded(reference));
    // The source is needed only for linkage that the conditions use; such a source has `find`.
    const guarded = access.guarded(name);
    const records = loaded.map(({ record }) => record as object);
    const filtering = isApplied ? records : filterVisible(guarded, records, call);
    const isKnown = isApplied || accessFilter === 'all' || notLoaded.length === 0;
    const find = () => {
      const ids = [...new Set(notLoaded.map(({ id }) => id))];
      // With conditions, the source has `find`: see `access-control.ts`.
      return isKnown ? [] : (source as Required<AnySource>).find(ids, selection, call);
    };
    const add = (record: object): void => {
      const typed = isPolymorphic ? withFields(record, new Map([['type', name]])) : record;
      members.set(identityOf(name, idOf(name, record)), typed as RelatedMember);
    };
    return andThen(filtering, (visible) =>
      andThen(restrictRecords(guarded, visible, selection, call), (given) =>
        andThen(find(), (found) => {
          for (const record of given) add(record);
          for (const record of found) add(record);
          if (isApplied || accessFilter === 'all')
            for (const { id } of notLoaded) members.set(identityOf(name, id), { type: name, id });
        }),
      ),
    );
  };
  const adding = together(lists, ([name, ofType]) =>
    andThen(access.accessFilterOf(name), (accessFilter) => addOfType(name, ofType, accessFilter)),
  );
  return andThen(adding, () => members);
}

/** Whether one of the omitted members of one type exists: then it is hidden, and the source did not apply the conditions to it. */
function someExist({ access }: GuardedSource, lost: readonly Reference[], call: SourceCall): Awaitable<boolean> {
  const [first] = lost;
  if (first === undefined) return false;
  const ids = lost.map(({ id }) => id);
  const finding = access.unguardedSourceOf(first.type.name)?.find?.(ids, selectionOf(), call);
  return andThen(finding, (there) => there !== undefined && there.length > 0);
}

/**
 * Returns a `related` that enforces the access rules: it omits hidden members.
 *
 * @throws {TypeError} If the source returns a page with a resource that does not match the conditions.
 */
export function guardRelated(type: ResourceType, source: AnySource): Related {
  return (name, parentIds, given, call) => {
    const access = accessOf(call);
    const guarded = { access, type, source };
    // The server and its extensions pass names of the API only.
    const relationship = type.relationships.get(name) as RelationshipDefinition;
    const targets = relationship.targets.map((target) => access.typeOf(target));
    const needed = withNeededRelationships(given.selection, targets);
    const toMany = relationship.kind === 'to-many';
    const receiver = { ...guarded, method: 'related' } as const;
    return andThen(restrictInclude(access, targets[0] as ResourceType, needed), (selection) => {
      const query = ownQuery({ ...given, selection });
      return andThen(appliedFilters(receiver, relationship), (conditions) => {
        const isApplied = conditions !== undefined;
        return andThen(narrowQuery(receiver, relationship, query, call, isApplied), (asked) => {
          if (asked === undefined) {
            const none: RelatedResult = toMany ? { records: [], positions: [], ...totalOf(query, 0) } : null;
            return new Map(parentIds.map((id) => [id, none]));
          }
          const reading = (source as Required<AnySource>).related(
            name,
            parentIds,
            asked,
            withCallConditions(call, conditions ?? []),
          );
          return andThen(reading, (found) => {
            const read = (id: string): readonly Reference[] =>
              listOf(readReferences(access.api, type, id, relationship, found.get(id)));
            const references = new Map(parentIds.map((id) => [id, read(id)]));
            return shownMembers(guarded, { relationship, query, asked, isApplied, references, found }, call);
          });
        });
      });
    });
  };
}

function totalOf(query: RelatedQuery, count: number): object {
  return (query as { readonly total?: boolean }).total === true ? { total: count } : {};
}

/** The result of the source for some resources. */
interface FoundMembers {
  readonly relationship: RelationshipDefinition;
  /** The query of the server. */
  readonly query: RelatedQuery;
  /** The query that the source received. */
  readonly asked: RelatedQuery;
  readonly isApplied: boolean;
  readonly references: ReadonlyMap<string, readonly Reference[]>;
  readonly found: ReadonlyMap<string, RelatedResult>;
}

/** Returns the members that the user can read. */
function shownMembers(
  guarded: GuardedSource,
  given: FoundMembers,
  call: SourceCall,
): Awaitable<ReadonlyMap<string, RelatedResult>> {
  const { access, type } = guarded;
  const { relationship, query, asked, isApplied, references, found } = given;
  const { name } = relationship;
  const toMany = relationship.kind === 'to-many';
  const all = [...references.values()].flat();
  const isPolymorphic = relationship.targets.length > 1;
  return andThen(visibleMembers(guarded, all, asked, { isPolymorphic, isApplied }, call), (members) => {
    const memberOf = (reference: Reference): RelatedMember | undefined => {
      const member = members.get(identityOf(reference.type.name, reference.id));
      if (member === undefined || reference.meta === undefined) return member;
      // A record cannot contain the meta of linkage, which differs for each parent.
      const { type: target, id, meta } = reference;
      return isIdentifier(member as object)
        ? identifierOf(reference)
        : new LinkedRecord(target.name, id, member as object, meta);
    };
    const lost = all.filter((reference) => memberOf(reference) === undefined);
    const isFull = toMany && asked.atMost !== undefined && all.length >= asked.atMost;
    const isPage = toMany && !isPolymorphic && (asked.page !== undefined || isFull);
    return andThen(isPage && someExist(guarded, lost, call), (isWrong) => {
      if (isWrong)
        throw new TypeError(
          `\`${type.name}.related\` must return only members of \`${name}\` that match all conditions, but it returned another member.`,
        );
      // Members can be missing from the source's result, and the number of visible members does not show how many.
      if (isFull && (lost.length > 0 || query.page !== undefined)) throw tooMany(name, asked.atMost - 1);
      const results = new Map<string, RelatedResult>();
      const slice = query.page ?? query.pagePerParent;
      for (const [id, linked] of references) {
        const visible = linked.map(memberOf);
        const shown = visible.filter((member) => member !== undefined);
        if (!toMany) results.set(id, shown.at(0) ?? null);
        else if (isPolymorphic && asked !== query && slice !== undefined) {
          const identities = identitiesOf(linked.filter((_, index) => visible[index] !== undefined));
          results.set(id, { ...pageOfMembers(shown, identities, slice), ...totalOf(query, shown.length) });
        } else {
          const limit = (asked.page ?? asked.pagePerParent)?.limit;
          const page = readPageOfMembers(access.api, type, id, relationship, found.get(id), limit);
          // Each position belongs to a member, so filter both together.
          const isAligned = page.positions?.length === linked.length;
          const positions = page.positions?.filter((_, index) => !isAligned || visible[index] !== undefined);
          results.set(id, { ...page, records: shown, positions });
        }
      }
      return results;
    });
  });
}

function tooMany(name: string, most: number): JsonApiError {
  return rejection('INCLUDED_TOO_MANY.members', { name, limit: most });
}
