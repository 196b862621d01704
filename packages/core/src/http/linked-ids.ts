import { identifiersOf } from '../documents/record/linkage-difference.ts';

/** A change of a relationship: what `readLinkageRequest` returned, or an operation. Without `op`, the linkage replaces the current one. */
export interface RelationshipChange<Linkage> {
  readonly op?: 'add' | 'update' | 'remove' | undefined;
  readonly linkage: Linkage;
}

interface Identified {
  readonly id?: string | undefined;
  readonly lid?: string | undefined;
}

/**
 * Returns the ids that a relationship with one target type has after a change: an id or null for to-one, an array for to-many, each id once.
 *
 * @param current The ids before the change, of a to-many relationship. Default: none.
 * @throws {TypeError} If an identifier has a local id instead of an id, because its resource does not exist yet.
 */
export function linkedIds<Linkage extends Identified | null | readonly Identified[]>(
  { op = 'update', linkage }: RelationshipChange<Linkage>,
  current: readonly string[] = [],
): Linkage extends readonly unknown[] ? string[] : Linkage extends null ? null : string {
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
