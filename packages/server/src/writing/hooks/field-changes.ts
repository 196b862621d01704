import type {
  AttributeDefinition,
  RelationshipDefinition,
  ResourceIdentifierObject,
  ResourceType,
} from '@linkage/core';
import { identifiersOf, memberDataIn, memberOf, storedAttributes } from '@linkage/core/internal';
import { identityOf, type Linkage } from '@linkage/core/records';
import type { FieldChanges } from './write-hooks.ts';

type Change = FieldChanges[string] | undefined;

const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, it: unknown) => (typeof it === 'bigint' ? String(it) : it));

function changeOf(from: unknown, to: unknown): Change {
  if (textOf(from) === textOf(to)) return undefined;
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** Returns an identifier with the data of its membership that can be read. */
export function toldMember(
  { member }: RelationshipDefinition,
  { type, id, meta }: ResourceIdentifierObject,
): ResourceIdentifierObject {
  const readable = new Map([...(member ?? [])].filter(([, { read }]) => read));
  const data = memberDataIn(readable, meta, type, id);
  return { type, id, ...(data && { meta: data }) };
}

/** Whether linkage after a write is the same as before: its order has no meaning, and a member without data keeps its own. */
function isSame(from: Linkage, to: Linkage): boolean {
  const before = new Map(identifiersOf(from).map((it) => [identityOf(it.type, it.id), textOf(it.meta)]));
  const after = identifiersOf(to);
  const isKept = ({ type, id, meta }: ResourceIdentifierObject): boolean => {
    const identity = identityOf(type, id);
    return before.has(identity) && (meta === undefined || before.get(identity) === textOf(meta));
  };
  return after.length === before.size && after.every(isKept);
}

/** Returns what a write changed of a relationship. `from` is undefined if it is unknown, and `to` after a deletion. */
export function linkageChange(
  relationship: RelationshipDefinition,
  from: Linkage | undefined,
  given: Linkage | undefined,
): Change {
  const told = (it: ResourceIdentifierObject) => toldMember(relationship, it);
  const to = Array.isArray(given) ? given.map(told) : given && told(given as ResourceIdentifierObject);
  return from !== undefined && to !== undefined && isSame(from, to) ? undefined : changeOf(from, to);
}

/** Returns what a write changed of the attributes of a resource, as the records before and after it say. */
function attributeChanges(
  type: ResourceType,
  record: object,
  written: object,
  input: object,
): readonly (readonly [name: string, Change])[] {
  return storedAttributes(type).map((name) => {
    const { read } = type.attributes.get(name) as AttributeDefinition;
    const secret = memberOf(input, name) === undefined ? undefined : {};
    return [name, read ? changeOf(memberOf(record, name), memberOf(written, name)) : secret] as const;
  });
}

/** Returns the changes of all fields, those of relationships last. */
export function changesOf(
  type: ResourceType,
  record: object,
  written: object,
  input: object,
  links: ReadonlyMap<string, Change>,
): FieldChanges {
  const all = [...attributeChanges(type, record, written, input), ...links];
  return Object.fromEntries(all.filter(([, it]) => it !== undefined)) as FieldChanges;
}
