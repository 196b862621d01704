import { memberOf, pickMembers } from '@linkage/core/internal';

/** A resource object or a resource identifier object of a stored document. */
export interface ShownResource {
  readonly type: string;
  readonly id: string;
}

/** The parts of a stored document whose permission can be withdrawn. */
export interface ShownParts {
  /** The objects with a type and an id, wherever they are, but not those in linkage and in attributes of resources. */
  readonly resources: readonly ShownResource[];
  /** The identifiers in the linkage of resources. */
  readonly linkage: readonly ShownResource[];
  /** Whether the document has meta objects, or members of extensions: they can be made from any field. */
  readonly hasFreeMembers: boolean;
}

/** The kind of object around a value. The members of attributes and of relationships are fields, so their names say nothing. */
type Within = 'document' | 'attributes' | 'relationships' | 'linkage' | 'links' | 'results';

const below: ReadonlyMap<string, Within> = new Map([
  ['attributes', 'attributes'],
  ['relationships', 'relationships'],
  ['links', 'links'],
  ['atomic:results', 'results'],
]);

/** Returns what a member is, by its name and by the object around it. */
function withinOf(name: string, within: Within): Within {
  if (within === 'relationships') return 'linkage';
  if (within === 'document' || within === 'results') return below.get(name) ?? 'document';
  return within;
}

/** Whether an extension or the application determines what a member contains. */
function isFree(name: string, within: Within): boolean {
  if (within === 'relationships') return false;
  // The meta object of a result of an operation contains only its entity tag.
  if (name === 'meta') return within !== 'results';
  return (name.includes(':') || name.startsWith('@')) && name !== 'atomic:results';
}

function isResource(value: object): value is ShownResource {
  const { type, id } = pickMembers(value as ShownResource, ['type', 'id']);
  return typeof type === 'string' && typeof id === 'string';
}

/** Returns the names of the fields of a resource object. */
export function fieldNamesOf(resource: ShownResource): readonly string[] {
  return ['attributes', 'relationships'].flatMap((member) => Object.keys(memberOf(resource, member) ?? {}));
}

/**
 * Reads the body of a stored response as a whole: resources can be in any member of an extension. The value of an attribute is no
 * resource, whatever it contains.
 */
export function shownPartsOf(body: string | undefined): ShownParts {
  const resources: ShownResource[] = [];
  const linkage: ShownResource[] = [];
  let hasFreeMembers = false;
  const parts: { readonly value: unknown; readonly within: Within }[] = [];
  if (body !== undefined) parts.push({ value: JSON.parse(body), within: 'document' });
  for (const { value, within } of parts) {
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) parts.push({ value: item, within });
      continue;
    }
    if (isResource(value)) (within === 'linkage' ? linkage : resources).push(value);
    for (const [name, member] of Object.entries(value)) {
      if (name === 'attributes' && isResource(value)) continue;
      hasFreeMembers ||= isFree(name, within);
      parts.push({ value: member, within: withinOf(name, within) });
    }
  }
  return { resources, linkage, hasFreeMembers };
}
