import { ownMember } from '../../internal/is-object.ts';

const topLevelMembers = ['data', 'included', 'errors', 'links', 'meta', 'jsonapi'] as const;
const resourceMembers = ['type', 'id', 'lid', 'attributes', 'relationships', 'links', 'meta'] as const;

type Members<Names extends readonly string[]> = { readonly [Name in Names[number]]: unknown };

function ownMembersOf<const Names extends readonly string[]>(object: object, names: Names): Members<Names> {
  const read: Record<string, unknown> = {};
  for (const name of names) read[name] = ownMember(object, name);
  return read as Members<Names>;
}

/** Reads the members of a document or of a relationship object from outside: all of them are set, undefined where absent. */
export function readTopLevel(document: object): Members<typeof topLevelMembers> {
  return ownMembersOf(document, topLevelMembers);
}

/** Reads the members of a resource object or of an identifier from outside: all of them are set, undefined where absent. */
export function readResourceMembers(resource: object): Members<typeof resourceMembers> {
  return ownMembersOf(resource, resourceMembers);
}
