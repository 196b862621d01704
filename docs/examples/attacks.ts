import type { ServerDescription } from '@linkage/server';

/** A request of an attacker, and its response. */
export interface Attack {
  readonly line: string;
  readonly body?: unknown;
}
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape
  readonly document: any;
}

type Types = ServerDescription['types'];
type Field = Types[string]['fields'][string];

/** The parts of a JSON Schema that the examples use. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly enum?: readonly unknown[];
}

/** Ids of the examples. */
const ids = ['1', '2', '3', '7', '8', '9'];

/** Returns a value that a schema accepts, as far as the examples need it. */
function acceptedBy({ type, format, minLength = 1, enum: values }: Schema): unknown {
  if (values !== undefined) return values[0];
  if (format === 'email') return 'eve@example.com';
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  if (format === 'uri') return 'https://example.com';
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'array') return [];
  return 'x'.repeat(Math.max(minLength, 1));
}

const isAttribute = (field: Field): field is Extract<Field, { kind: 'attribute' }> => field.kind === 'attribute';

/** Returns the linkage that an attacker writes: nothing, and a resource. */
function linkagesOf(field: Field): readonly unknown[] {
  if (isAttribute(field)) return [];
  const all = field.targets.flatMap((type) => ids.slice(0, 2).map((id) => ({ type, id })));
  return field.kind === 'to-one' ? [null, ...all] : [[], all.slice(0, 1)];
}

/** Returns the requests that read a type: lists, resources, relationships, filters, and sort orders. */
export function readsOf(types: Types, type: string): readonly Attack[] {
  const fields = Object.entries(types[type]?.fields ?? {});
  const relationships = fields.filter(([, field]) => !isAttribute(field)).map(([name]) => name);
  const paths = relationships.flatMap((name) => {
    const field = types[type]?.fields[name] as Field;
    const targets = isAttribute(field) ? [] : field.targets.flatMap((it) => Object.keys(types[it]?.fields ?? {}));
    return targets.map((target) => `${name}.${target}`);
  });
  const names = [...fields.map(([name]) => name), ...paths];
  const urls = [
    `/${type}`,
    `/${type}?page[total]=true`,
    ...relationships.map((name) => `/${type}?include=${name}`),
    ...names.flatMap((name) => [
      `/${type}?sort=${name}`,
      `/${type}?filter[${name}]=1`,
      `/${type}?filter[${name}][ne]=0`,
    ]),
    ...ids.flatMap((id) => [
      `/${type}/${id}`,
      ...relationships.flatMap((name) => [`/${type}/${id}/${name}`, `/${type}/${id}/relationships/${name}`]),
    ]),
  ];
  return urls.map((url) => ({ line: `GET ${url}` }));
}

/** Returns the requests that write a type: create, rename, clear, and delete, also through relationship URLs. */
export function writesOf(types: Types, type: string): readonly Attack[] {
  const fields = Object.entries(types[type]?.fields ?? {});
  const attributes = fields.flatMap(([name, field]) =>
    isAttribute(field) ? [[name, acceptedBy(field.schema as Schema)] as const] : [],
  );
  const linkages = fields.flatMap(([name, field]) => linkagesOf(field).map((data) => [name, data] as const));
  const required = fields.flatMap(([name, field]) =>
    isAttribute(field) ? [] : [[name, { data: linkagesOf(field).at(1) }] as const],
  );
  const canWrite = (name: string): boolean => types[type]?.fields[name]?.write !== false;
  const writable = attributes.filter(([name]) => canWrite(name));
  const settable = required.filter(([name]) => canWrite(name));
  const create = (given: object, relationships = {}) => ({
    line: `POST /${type}`,
    body: { data: { type, attributes: given, relationships } },
  });
  return [
    create(Object.fromEntries(writable)),
    create(Object.fromEntries(writable), Object.fromEntries(settable)),
    ...ids.flatMap((id) => [
      ...writable.map(([name, value]) => ({
        line: `PATCH /${type}/${id}`,
        body: { data: { type, id, attributes: { [name]: value } } },
      })),
      ...linkages.flatMap(([name, data]) => [
        { line: `PATCH /${type}/${id}`, body: { data: { type, id, relationships: { [name]: { data } } } } },
        { line: `PATCH /${type}/${id}/relationships/${name}`, body: { data } },
        ...(Array.isArray(data) && data.length > 0
          ? ['POST', 'DELETE'].map((method) => ({
              line: `${method} /${type}/${id}/relationships/${name}`,
              body: { data },
            }))
          : []),
      ]),
      { line: `DELETE /${type}/${id}` },
    ]),
  ];
}

/** Returns the same writes as single Atomic Operations. */
export function operationsOf(types: Types, type: string): readonly Attack[] {
  const operation = (given: object): Attack => ({ line: 'POST /operations', body: { 'atomic:operations': [given] } });
  return writesOf(types, type).map(({ line, body }) => {
    const [method = '', url = ''] = line.split(' ');
    const [, , id, , relationship] = url.split('/');
    const { data } = (body ?? {}) as { readonly data?: unknown };
    const ref = { type, ...(id && { id }), ...(relationship && { relationship }) };
    if (method === 'DELETE') return operation({ op: 'remove', ref, ...(data === undefined ? {} : { data }) });
    if (method === 'PATCH') return operation({ op: 'update', ref, data });
    return relationship === undefined ? operation({ op: 'add', data }) : operation({ op: 'add', ref, data });
  });
}

/** Returns what a document shows: each resource with its fields, and each identifier, separated by tabs. */
export function shownIn(document: Answer['document']): readonly string[] {
  const listOf = (value: unknown): readonly Answer['document'][] => (value == null ? [] : [value].flat());
  return [...listOf(document?.data), ...listOf(document?.included)].flatMap((it) => {
    const related = Object.entries(it.relationships ?? {}) as [string, { data?: unknown }][];
    const fields = [...Object.keys(it.attributes ?? {}), ...related.map(([name]) => name)];
    const links = related.flatMap(([, { data }]) => listOf(data));
    return [
      ...fields.map((field) => [it.type, it.id, field].join('\t')),
      ...[it, ...links].map(({ type, id }) => [type, id].join('\t')),
    ];
  });
}
