import type { Api, FilterTerm, RelationshipDefinition, ResourceIdentifierObject, ResourceType } from '@linkage/core';
import { andThen, memberOf } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import type { AnySource } from '../port/any-source.ts';
import type { Awaitable, SourceCall } from '../port/data-source.ts';
import { idOf } from '../port/record-id.ts';
import { selectionOf } from '../port/selection.ts';
import { listOf, type References, readReferences } from './read-related.ts';

/** The linkage of one relationship of several records. */
interface RecordLinkage {
  /** Returns the members of a record, or undefined if neither the record nor the source returns them. */
  readonly of: (record: object) => readonly Reference[] | undefined;
  /** Whether no member of any record can be missing. */
  readonly isWhole: boolean;
}

/** The members to read. */
interface AskedMembers {
  /** The number of members that the source returns at most. It returns one more, to show that there are more. */
  readonly most: number;
  /** If set, members with other ids can be missing. */
  readonly ids?: readonly unknown[] | undefined;
}

/** Reads the linkage of records: from the records that contain it, and for all others with one call of the source. */
export function linkageOfRecords(
  {
    api,
    type,
    source,
  }: { readonly api: Api; readonly type: ResourceType; readonly source: Pick<AnySource, 'related'> | undefined },
  relationship: RelationshipDefinition,
  records: readonly object[],
  { most, ids }: AskedMembers,
  call: SourceCall,
): Awaitable<RecordLinkage> {
  const { name, kind } = relationship;
  const read = (id: string, value: unknown) => listOf(readReferences(api, type, id, relationship, value));
  // A resource can be a member of several others, and then occurs as often.
  const without = records.filter((it) => memberOf(it, name) === undefined);
  const missing = [...new Set(without.map((it) => idOf(type.name, it)))];
  const isFiltered = kind === 'to-many' && ids !== undefined;
  const filter: FilterTerm[] = isFiltered ? [{ field: 'id', operator: 'eq', values: ids }] : [];
  // A to-one relationship has at most one member, which a limit must not cut off.
  const atMost = kind === 'to-one' ? Math.max(missing.length, most + 1) : most + 1;
  const query = { atMost, selection: selectionOf(), filter };
  return andThen(missing.length === 0 ? undefined : source?.related?.(name, missing, query, call), (found) => {
    const loaded = new Map(found && missing.map((id) => [id, read(id, found.get(id))]));
    const count = [...loaded.values()].reduce((sum, { length }) => sum + length, 0);
    return {
      of(record) {
        const [id, value] = [idOf(type.name, record), memberOf(record, name)];
        return value === undefined ? loaded.get(id) : read(id, value);
      },
      isWhole: loaded.size === missing.length && (kind === 'to-one' || count <= most),
    };
  });
}

/** Returns the identifier of a reference, with the `meta` of the source. */
export function identifierOf({ type, id, meta }: Reference): ResourceIdentifierObject {
  return { type: type.name, id, ...(meta === undefined ? {} : { meta }) };
}

/** Returns the linkage of references: one form for all values that sources return. */
export function frozenLinkage(
  references: References,
): ResourceIdentifierObject | null | readonly ResourceIdentifierObject[] {
  const identifiers = listOf(references).map((it) => Object.freeze(identifierOf(it)));
  return Array.isArray(references) ? Object.freeze(identifiers) : (identifiers.at(0) ?? null);
}

/** Returns the identifiers of references. */
export function identifiersOfReferences(references: readonly Reference[]): readonly ResourceIdentifierObject[] {
  return references.map(({ type, id }) => ({ type: type.name, id }));
}
