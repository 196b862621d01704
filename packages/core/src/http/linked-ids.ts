import { identifiersOf } from '../documents/record/linkage-difference.ts';
import type { RequestLinkage } from '../requests/parse/placed-linkage.ts';

/** A change of a relationship: what `readLinkageRequest` returned, or an operation. Without `op`, the linkage replaces the current one. */
export interface RelationshipChange<Linkage = RequestLinkage> {
  readonly op?: 'add' | 'update' | 'remove' | undefined;
  readonly linkage: Linkage;
}

interface Identified {
  readonly type?: string | undefined;
  readonly id?: string | undefined;
  readonly lid?: string | undefined;
}

type Linked = Identified | null | readonly Identified[] | undefined;

/** The ids of linkage: an id or null for to-one, an array for to-many, and undefined for a relationship that is absent. */
export type LinkedIds<Linkage> = Linkage extends readonly unknown[]
  ? string[]
  : Linkage extends null | undefined
    ? Linkage
    : string;

/**
 * Returns the ids that a relationship with one target type has after a change: an id or null for to-one, an array for to-many, each id once.
 * Undefined for linkage that is absent.
 *
 * @param current The ids before the change, of a to-many relationship. Default: none.
 * @throws {TypeError} If an identifier has a local id instead of an id, because its resource does not exist yet.
 */
export function linkedIds<Linkage extends Linked>(
  { op = 'update', linkage }: RelationshipChange<Linkage>,
  current: readonly string[] = [],
): LinkedIds<Linkage> {
  if (linkage === undefined) return undefined as never;
  const ids = identifiersOf<Identified>(linkage as Identified | null).map(({ id }) => {
    if (id !== undefined) return id;
    throw new TypeError('linkedIds: an identifier has a local id. Save the resource that it refers to first.');
  });
  return (Array.isArray(linkage) ? idsAfter(op, ids, current) : (ids.at(0) ?? null)) as never;
}

function idsAfter(op: string, ids: readonly string[], current: readonly string[]): readonly string[] {
  const given = new Set(ids);
  if (op === 'update') return [...given];
  return op === 'add' ? [...new Set([...current, ...ids])] : current.filter((id) => !given.has(id));
}

/**
 * Returns the ids of all relationships of a created or updated resource by relationship name, as `linkedIds` returns them: the columns or
 * properties that its links change.
 *
 * @param input The `input` of a request or of an operation.
 * @param id The id of the resource, for links to itself by its local id.
 * @throws {TypeError} If an identifier has the local id of another resource, which does not exist yet.
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 * @example
 * const row = { id, ...read.input.attributes, ...linkedFields(read.input, id) };
 */
export function linkedFields<Relationships extends object>(
  { type, lid, relationships }: { readonly type: string; readonly lid?: string; readonly relationships: Relationships },
  id?: string,
): { [Name in keyof Relationships]: LinkedIds<Relationships[Name]> } {
  const known = (it: Identified): Identified => (it.lid === lid && it.type === type ? { id, ...it } : it);
  const fields = Object.entries(relationships as Readonly<Record<string, Linked>>).map(([name, linkage]) => {
    const resolved = Array.isArray(linkage) ? linkage.map(known) : linkage && known(linkage as Identified);
    return [name, linkedIds({ linkage: resolved as Linked })];
  });
  return Object.fromEntries(fields) as never;
}
