import { ruleViolation } from '../../error/rule-violation.ts';

/**
 * The ids of the primary data, to detect duplicates. As long as all resources have one type and each id is greater than
 * the id before it, only the last id is kept. The first exception creates `known` from all earlier resources.
 */
export interface UniqueIds {
  /** Returns the resources that were already added, to create `known`. */
  readonly earlier: () => Iterable<{ readonly type: string; readonly id: string }>;
  /** The type of all resources so far. Undefined before the first resource. */
  type: string | undefined;
  /** The last id that was added. */
  last: string;
  /** All ids by type. Undefined as long as the ids increase. */
  known: Map<string, Set<string>> | undefined;
}

/** Creates an empty set of ids. `earlier` returns all resources that were already added. */
export function createUniqueIds(earlier: UniqueIds['earlier']): UniqueIds {
  return { earlier, type: undefined, last: '', known: undefined };
}

function add(known: Map<string, Set<string>>, type: string, id: string): void {
  const same = known.get(type);
  if (same === undefined) known.set(type, new Set([id]));
  else if (same.has(id))
    throw ruleViolation(
      'unique-resources',
      `"${type}" ${JSON.stringify(id)} must occur only once in the primary data.`,
    );
  else same.add(id);
}

/**
 * Adds the id of a resource.
 *
 * @throws {TypeError} If the id was already added.
 */
export function addUniqueId(unique: UniqueIds, type: string, id: string): void {
  const { last, known } = unique;
  if (known !== undefined) {
    add(known, type, id);
    return;
  }
  // In this order, "10" comes after "9", because databases mostly return increasing ids.
  const grows = id.length === last.length ? id > last : id.length > last.length;
  if ((grows && type === unique.type) || unique.type === undefined) {
    unique.type = type;
    unique.last = id;
    return;
  }
  unique.known = new Map();
  for (const resource of unique.earlier()) add(unique.known, resource.type, resource.id);
  add(unique.known, type, id);
}
