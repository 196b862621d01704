import type { JsonApiRequest } from '@linkage/server';
import { type ApiModel, type AttributeModel, type TypeModel, valueKinds } from './model.ts';

/** A request that a client of an API sends. */
export interface ClientRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

/** Returns what a server handles for a request of a client. */
export function toRequest({ method, url, body }: ClientRequest): JsonApiRequest {
  const headers = {
    accept: 'application/vnd.api+json',
    ...(body !== undefined && { 'content-type': 'application/vnd.api+json' }),
  };
  return {
    method,
    url: url.replaceAll('[', '%5B').replaceAll(']', '%5D'),
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Returns requests that use everything that a client can know of an API: each of them is correct. */
export function requestsOf({ types, pageMaximum }: ApiModel): readonly ClientRequest[] {
  return Object.entries(types).flatMap(([name, type]) => [...reads(name, type, pageMaximum), ...writes(name, type)]);
}

function reads(name: string, { attributes, relationships }: TypeModel, pageMaximum: number): readonly ClientRequest[] {
  const urls = [`/${name}`, `/${name}/1`, `/${name}?page[size]=${pageMaximum}`];
  for (const [field, attribute] of Object.entries(attributes)) {
    const { values } = valueKinds[attribute.kind];
    if (attribute.sort) urls.push(`/${name}?sort=${field}`);
    if (attribute.filter)
      urls.push(...values.filter((it) => it !== null).map((value) => `/${name}?filter[${field}]=${value}`));
    if (attribute.read) urls.push(`/${name}?fields[${name}]=${field}`);
  }
  for (const [field, { include }] of Object.entries(relationships)) {
    if (include) urls.push(`/${name}?include=${field}`, `/${name}/1?include=${field}`);
    urls.push(`/${name}/1/${field}`, `/${name}/1/relationships/${field}`);
  }
  return urls.map((url) => ({ method: 'GET', url }));
}

function writes(name: string, type: TypeModel): readonly ClientRequest[] {
  const { attributes, relationships, clientIds, methods } = type;
  const requests: ClientRequest[] = [];
  const document = (members: object, id?: string): unknown => ({ data: { type: name, ...(id && { id }), ...members } });
  if (methods.includes('create')) {
    const url = `/${name}`;
    const smallest = valuesFor(attributes, ({ optional }) => !optional);
    const links = linkageOf(type, ({ required }) => required);
    requests.push({ method: 'POST', url, body: document({ attributes: smallest, relationships: links }) });
    if (clientIds)
      requests.push({ method: 'POST', url, body: document({ attributes: smallest, relationships: links }, 'new') });
    for (const [field, { kind, write }] of Object.entries(attributes)) {
      if (write === false) continue;
      for (const value of valueKinds[kind].values) {
        const all = { ...valuesFor(attributes, () => true), [field]: value };
        requests.push({
          method: 'POST',
          url,
          body: document({ attributes: all, relationships: linkageOf(type, () => true) }),
        });
      }
    }
  }
  if (methods.includes('update')) {
    for (const [field, { kind, write }] of Object.entries(attributes)) {
      if (write !== true) continue;
      const { values } = valueKinds[kind];
      requests.push(
        ...values.map((value) => ({
          method: 'PATCH',
          url: `/${name}/1`,
          body: document({ attributes: { [field]: value } }, '1'),
        })),
      );
    }
    for (const [field, { kind, targets, write, required }] of Object.entries(relationships)) {
      if (!write) continue;
      const identifiers = targets.map((target) => ({ type: target, id: '2' }));
      const data = kind === 'to-one' ? [...identifiers, ...(required ? [] : [null])] : [identifiers, []];
      requests.push(
        ...data.map((linkage) => ({
          method: 'PATCH',
          url: `/${name}/1/relationships/${field}`,
          body: { data: linkage },
        })),
      );
    }
  }
  if (methods.includes('delete')) requests.push({ method: 'DELETE', url: `/${name}/3` });
  return requests;
}

function valuesFor(
  attributes: TypeModel['attributes'],
  isChosen: (attribute: AttributeModel) => boolean,
): Readonly<Record<string, unknown>> {
  const chosen = Object.entries(attributes).filter(([, attribute]) => attribute.write !== false && isChosen(attribute));
  return Object.fromEntries(chosen.map(([name, { kind }]) => [name, valueKinds[kind].values[0]]));
}

function linkageOf(
  { relationships }: TypeModel,
  isChosen: (relationship: TypeModel['relationships'][string]) => boolean,
): Readonly<Record<string, unknown>> {
  const chosen = Object.entries(relationships).filter(([, it]) => it.write && isChosen(it));
  return Object.fromEntries(
    chosen.map(([name, { kind, targets }]) => {
      const identifiers = targets.map((type) => ({ type, id: '1' }));
      return [name, { data: kind === 'to-one' ? identifiers[0] : identifiers }];
    }),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: A test reads documents of every shape.
type Anything = any;

/** Returns why a client that knows the model fails to read a document, or `undefined` if it does not. */
export function failureToRead({ types }: ApiModel, document: Anything, previous: Anything): string | undefined {
  const primary = document?.data;
  if (Array.isArray(primary) !== Array.isArray(previous?.data)) return 'The primary data has another shape.';
  const before = new Map(resourcesIn(previous).map((it) => [`${it.type} ${it.id}`, it]));
  for (const resource of resourcesIn(document)) {
    const type = types[resource.type];
    if (type === undefined) return `A resource has the type ${resource.type}.`;
    const known = before.get(`${resource.type} ${resource.id}`);
    for (const [name, { kind, optional }] of Object.entries(type.attributes)) {
      const value = resource.attributes?.[name];
      if (value === undefined) {
        if (!optional && known?.attributes?.[name] !== undefined) return `${resource.type}.${name} is missing.`;
      } else if (!valueKinds[kind].schema.safeParse(value).success)
        return `${resource.type}.${name} is ${JSON.stringify(value)}.`;
    }
    for (const [name, { kind, targets }] of Object.entries(type.relationships)) {
      const relationship = resource.relationships?.[name];
      if (relationship === undefined) {
        if (known?.relationships?.[name] !== undefined) return `${resource.type}.${name} is missing.`;
        continue;
      }
      const { data } = relationship;
      if (data !== undefined && Array.isArray(data) !== (kind === 'to-many'))
        return `${resource.type}.${name} has another shape.`;
      const identifiers: readonly Anything[] = Array.isArray(data) ? data : data ? [data] : [];
      if (identifiers.some((it) => !targets.includes(it.type))) return `${resource.type}.${name} has another type.`;
    }
  }
  return undefined;
}

/** Returns the resource objects of a document: those with fields. */
function resourcesIn(document: Anything): readonly Anything[] {
  const primary = Array.isArray(document?.data) ? document.data : document?.data ? [document.data] : [];
  return [...primary, ...(document?.included ?? [])].filter(
    (it: Anything) => it.attributes ?? it.relationships ?? it.links?.self,
  );
}
