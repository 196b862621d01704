import type { Api, RelationshipDefinition, ResourceType } from '@linkage/core';
import { isObject, pickMembers } from '@linkage/core/internal';
import { identityOf } from '@linkage/core/records';

type Members = Readonly<Record<string, unknown>>;

/** A problem of a document: its place, and a sentence. */
type Fault = string | undefined;

/** Whether a name belongs to an extension, or is an at-member. */
function isForeign(name: string): boolean {
  return name.includes(':') || name.startsWith('@');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
}

const documentMembers = ['data', 'errors', 'included', 'meta'] as const;
const resourceMembers = ['type', 'id', 'attributes', 'relationships'] as const;

/** Reads the members of a document, or of a relationship object. */
function readDocument(value: Members): Readonly<Record<(typeof documentMembers)[number], unknown>> {
  return pickMembers(value, documentMembers);
}

/** Reads the members of a resource object, or of an identifier. */
function readResource(value: Members): Readonly<Record<(typeof resourceMembers)[number], unknown>> {
  return pickMembers(value, resourceMembers);
}

function identifierFault(value: unknown, targets: Iterable<string>, at: string): Fault {
  if (!isObject(value)) return `${at}: It must be an object with \`type\` and \`id\`.`;
  const { type, id } = readResource(value);
  if (typeof type !== 'string' || ![...targets].includes(type))
    return `${at}/type: ${JSON.stringify(type)} is not a possible type.`;
  return typeof id === 'string' ? undefined : `${at}: \`id\` is required, and must be a string.`;
}

function relationshipFault({ kind, targets }: RelationshipDefinition, value: unknown, at: string): Fault {
  const names = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || !names.some((name) => ['data', 'links', 'meta'].includes(name) || name.includes(':')))
    return `${at}: A relationship must be an object with \`data\`, \`links\`, or \`meta\`.`;
  const { data } = readDocument(value);
  if (data === undefined) return undefined;
  if (Array.isArray(data) !== (kind === 'to-many')) return `${at}/data: The relationship is ${kind}.`;
  return listOf(data)
    .map((it) => identifierFault(it, targets, `${at}/data`))
    .find((fault) => fault !== undefined);
}

function fieldsFault(type: ResourceType, value: Members, at: string): Fault {
  const resource = readResource(value);
  for (const [member, kind, fields] of [
    ['attributes', 'attribute', type.attributes],
    ['relationships', 'relationship', type.relationships],
  ] as const) {
    const given = resource[member];
    if (given === undefined) continue;
    if (!isObject(given)) return `${at}/${member}: It must be an object.`;
    for (const [name, value] of Object.entries(given)) {
      if (isForeign(name)) continue;
      const place = `${at}/${member}/${name}`;
      const field = fields.get(name);
      const article = kind === 'attribute' ? 'an' : 'a';
      if (field === undefined)
        return `${place}: Type "${type.name}" does not have ${article} ${kind} ${JSON.stringify(name)}.`;
      if (!field.read) return `${place}: Clients cannot read the field \`${name}\` of type "${type.name}".`;
      const fault =
        'targets' in field && Object.hasOwn(field, 'targets') ? relationshipFault(field, value, place) : undefined;
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

/** Returns the identities of the resources that included resources must be linked from, step by step. */
function linkedFrom(primary: readonly Members[], included: readonly Members[]): ReadonlySet<string> {
  const nameOf = (it: Members): string => identityOf(String(it['type']), String(it['id']));
  const byName = new Map(included.map((it) => [nameOf(it), it]));
  const linked = new Set<string>();
  const work = [...primary];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const relationships = Object.values(readResource(next).relationships ?? {}) as Members[];
    // Linkage as primary data names its resources itself.
    const named = [next, ...relationships.flatMap((it) => listOf(readDocument(it).data) as Members[])].map(nameOf);
    for (const name of named) {
      if (linked.has(name)) continue;
      linked.add(name);
      const resource = byName.get(name);
      if (resource !== undefined) work.push(resource);
    }
  }
  return linked;
}

/**
 * Returns the first problem of a document of the application, or undefined if there is none: its top-level members, the
 * types, ids, and fields of its resources, and the links to the included ones. Values of attributes are not checked.
 *
 * @param api The API with only the fields that the user can read.
 */
export function documentFault(api: Api, document: unknown, sparseFieldsets: boolean): Fault {
  if (!isObject(document)) return 'It must be an object.';
  const members = readDocument(document);
  const has = (name: keyof typeof members): boolean => members[name] !== undefined;
  if (
    !documentMembers.some((name) => name !== 'included' && has(name)) &&
    !Object.keys(document).some((name) => name.includes(':'))
  )
    return 'It must have `data`, `errors`, or `meta`.';
  if (has('errors') && (has('data') || !Array.isArray(document['errors'])))
    return 'It must not have `errors` together with `data`, and `errors` must be an array.';
  if (has('included') && (!has('data') || !Array.isArray(document['included'])))
    return '/included: It must be an array beside `data`.';
  const [primary, included] = [listOf(members.data), listOf(members.included)];
  const seen = new Set<string>();
  for (const [at, value] of [
    ...primary.map((it) => ['/data', it]),
    ...included.map((it) => ['/included', it]),
  ] as const) {
    const place = String(at);
    const fault = identifierFault(value, api.types.keys(), place);
    if (fault !== undefined) return fault;
    const resource = value as Members;
    const identity = identityOf(String(resource['type']), String(resource['id']));
    if (seen.has(identity)) return `${place}: The resource ${identity} occurs twice.`;
    seen.add(identity);
    const found = fieldsFault(api.types.get(String(resource['type'])) as ResourceType, resource, place);
    if (found !== undefined) return found;
  }
  const linked = linkedFrom(primary as Members[], included as Members[]);
  const loose = (included as Members[]).find((it) => !linked.has(identityOf(String(it['type']), String(it['id']))));
  return loose === undefined || sparseFieldsets
    ? undefined
    : '/included: Each resource must be linked from the primary data.';
}
