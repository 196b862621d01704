import { ruleViolation } from '../error/rule-violation.ts';

/** The ids of the primary data, to detect duplicates. */
export interface UniqueIds {
  /** The earlier resources. */
  readonly earlier: Iterable<{ readonly type: string; readonly id: string }>;
  /**
   * The type of all earlier ids and the last id, as long as all ids have one type and increase: then no set is needed.
   */
  type: string | undefined;
  last: string;
  known: Map<string, Set<string>> | undefined;
}

/** Creates an empty set of ids. `earlier` returns the resources that were added, if they are needed. */
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
  for (const resource of unique.earlier) add(unique.known, resource.type, resource.id);
  add(unique.known, type, id);
}
