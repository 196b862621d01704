import { breach } from '../error/breach.ts';

/** The ids of the primary data, to see that none comes twice. */
export interface UniqueIds {
  /** The resources so far. */
  readonly earlier: Iterable<{ readonly type: string; readonly id: string }>;
  /** The type of all ids so far and the last of them, as long as they are of one type and grow: then they need no set. */
  type: string | undefined;
  last: string;
  known: Map<string, Set<string>> | undefined;
}

/** No ids yet. `earlier` gives the resources that were added, when they are asked for. */
export function createUniqueIds(earlier: UniqueIds['earlier']): UniqueIds {
  return { earlier, type: undefined, last: '', known: undefined };
}

function add(known: Map<string, Set<string>>, type: string, id: string): void {
  const same = known.get(type);
  if (same === undefined) known.set(type, new Set([id]));
  else if (same.has(id)) throw breach('unique-resources', `${type} ${JSON.stringify(id)} is given twice.`);
  else same.add(id);
}

/**
 * Adds the id of a resource.
 *
 * @throws {TypeError} It was there before.
 */
export function addUniqueId(unique: UniqueIds, type: string, id: string): void {
  const { last, known } = unique;
  if (known !== undefined) {
    add(known, type, id);
    return;
  }
  // In this order "10" comes after "9": databases mostly give ids that grow.
  const grows = id.length === last.length ? id > last : id.length > last.length;
  if ((grows && type === unique.type) || unique.type === undefined) {
    unique.type = type;
    unique.last = id;
    return;
  }
  unique.known = new Map();
  for (const resource of unique.earlier) add(unique.known, resource.type, resource.id);
  add(unique.known, type, id);
}
