import { fieldOf } from '@linkage/core/records';

/** A resource object or a resource identifier object of a stored document. */
export interface ShownResource {
  readonly type: string;
  readonly id: string;
}

/** The parts of a stored document whose permission can be withdrawn. */
export interface ShownParts {
  /** The resources in the primary data, in the results of operations, and in `included`. */
  readonly resources: readonly ShownResource[];
  /** The identifiers in the linkage of these resources. */
  readonly linkage: readonly ShownResource[];
  /** Whether meta objects of the application are part of the document: they can be made from any field. */
  readonly hasMeta: boolean;
}

function objectsIn(value: unknown): readonly ShownResource[] {
  return [value].flat().filter((it) => typeof it === 'object' && it !== null) as ShownResource[];
}

/** Returns the names of the fields of a resource object. */
export function fieldNamesOf(resource: ShownResource): readonly string[] {
  return ['attributes', 'relationships'].flatMap((member) => Object.keys(fieldOf(resource, member) ?? {}));
}

/** Whether a document, or an object below it that the server or the application wrote, has a meta object. */
function hasMetaIn(objects: readonly object[]): boolean {
  return objects.some((it) => fieldOf(it, 'meta') !== undefined);
}

/** Reads the body of a stored response. */
export function shownPartsOf(body: string | undefined): ShownParts {
  if (body === undefined) return { resources: [], linkage: [], hasMeta: false };
  const document = JSON.parse(body) as object;
  // The meta object of a result contains only its entity tag.
  const results = objectsIn(fieldOf(document, 'atomic:results'));
  const holders = [document, ...results];
  const resources = holders.flatMap((it) => ['data', 'included'].flatMap((name) => objectsIn(fieldOf(it, name))));
  const relationships = resources.flatMap((it) => objectsIn(Object.values(fieldOf(it, 'relationships') ?? {})));
  const linkage = relationships.flatMap((it) => objectsIn(fieldOf(it, 'data')));
  return { resources, linkage, hasMeta: hasMetaIn([document, ...resources, ...relationships, ...linkage]) };
}
