import type { Api, Relationship, ResourceIdentifierObject, ResourceType, TypeName } from '@linkage/core';
import type { AttributesOf, RelationshipsOf, StoredValues } from '@linkage/core/internal';
import { memberOf } from '@linkage/core/internal';

import { frozenLinkage } from '../sources/links/linkage-of-records.ts';
import { readReferences } from '../sources/links/read-related.ts';
import type { SourceRecord } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';

/**
 * A record as rules, hooks, and actions receive it. Ids are strings, and a relationship is what a document contains, whatever form the
 * source has: an identifier or null, or an array of identifiers. Undefined if the record of the source does not contain it. Compare with
 * `isSame`.
 */
// An object and its fields, so that an editor prints the name of this type.
export type SubjectRecord<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> = {
  readonly id: string;
} & (string extends TypeName<A> ? SourceRecord<A, Type> : KnownFields<AttributesOf<A, Type>, RelationshipsOf<A, Type>>);

type KnownFields<Attributes, Relationships> = StoredValues<Attributes> & {
  readonly [Name in keyof Relationships]?: LinkageOf<Relationships[Name]> | undefined;
};

type LinkageOf<Declared> =
  Declared extends Relationship<infer Kind, infer Target>
    ? Kind extends 'to-one'
      ? ResourceIdentifierObject<Target> | null
      : readonly ResourceIdentifierObject<Target>[]
    : never;

/**
 * Returns a record for code of the application: with linkage in place of related records, and without the fields that the user cannot read
 * if its result becomes part of a response. A rule that hides fields would otherwise not hold for meta that is computed from them.
 *
 * @param seen The type with the fields that the code can read. Default: all.
 * @throws {TypeError} If the value of a relationship is invalid: an error of the source.
 */
export function subjectRecord(api: Api, type: ResourceType, record: object, seen: ResourceType = type): SubjectRecord {
  const id = idOf(type.name, record);
  const members = Object.entries(Object.getOwnPropertyDescriptors(record));
  const given = new Map<string, PropertyDescriptor>(members);
  const give = (name: string, value: unknown): void => void given.set(name, { value, enumerable: value !== undefined });
  give('id', id);
  for (const name of type.attributes.keys()) {
    const value = memberOf(record, name);
    if (value !== undefined) give(name, seen.attributes.has(name) ? value : undefined);
  }
  for (const [name, relationship] of type.relationships) {
    const value = memberOf(record, name);
    if (value === undefined) continue;
    const isSeen = seen.relationships.has(name);
    give(name, isSeen ? frozenLinkage(readReferences(api, type, id, relationship, value)) : undefined);
  }
  // With `Object.fromEntries`, a member `__proto__` remains a member.
  return Object.freeze(Object.create(Object.getPrototypeOf(record), Object.fromEntries(given)));
}
