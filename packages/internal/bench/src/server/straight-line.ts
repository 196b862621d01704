/**
 * The least that a server can do for three requests, for all types of an API: fetch a resource, fetch a collection with filters, pages,
 * and included resources of its own relationships, and create a resource. Its responses are those of `createServer`, byte by byte, so
 * the gate compares the time of both. What depends on the type or on the text of a query is prepared once. It has no rules, hooks,
 * extensions, time limits, or error documents.
 */
import { type Api, type Negotiated, negotiate, parseCreate, parseQuery, type ResourceType } from '@linkage/core';
import { andThen, formatEntityTag, pathSegment, textHash, versionText } from '@linkage/core/internal';
import type { JsonApiRequest, JsonApiResponse } from '@linkage/server';

type Awaitable<Value> = Value | Promise<Value>;
type Stored = Readonly<Record<string, unknown>>;
/** The methods that a source must have. Their types are those of any API. */
interface StraightSource {
  find(ids: readonly string[], selection: object, call: object): Awaitable<readonly Stored[]>;
  list(query: object, call: object): Awaitable<{ readonly records: readonly Stored[] }>;
  create(input: object, call: object): Awaitable<Stored>;
}
interface Endpoint {
  readonly type: ResourceType;
  readonly source: StraightSource;
  readonly selection: object;
  readonly url: string;
  /** The text before the id. */
  readonly open: string;
  /** The members of a record that are not attributes. */
  readonly hidden: readonly string[];
  readonly relationships: readonly Related[];
  readonly queries: Map<string, PreparedQuery>;
}
interface Related {
  readonly name: string;
  readonly target: string;
  /** The strings before the id in `self`, before the id in `related`, and after it. */
  readonly strings: readonly [self: string, related: string, end: string];
  /** The text of a resource identifier before the id. */
  readonly open: string;
}
interface PreparedQuery {
  readonly read: object;
  readonly size: number;
  readonly include: readonly Related[];
  /** The links, without and with a next page. */
  readonly links: readonly [last: string, more: string];
}

const call = { context: undefined, signal: new AbortController().signal };
const nothing = { attributes: new Set(), relationships: new Set() };
const MAX_QUERIES = 500;
const idIn = (value: unknown): string =>
  String(typeof value === 'object' && value !== null ? (value as Stored)['id'] : value);
const isPlain = (id: string): boolean => /^[a-z\d-]+$/i.test(id);
const idText = (id: string): string => (isPlain(id) ? id : JSON.stringify(id).slice(1, -1));
const segmentOf = (id: string): string => (isPlain(id) ? id : pathSegment(id));

function prepareEndpoint(type: ResourceType, source: StraightSource): Endpoint {
  const url = `/${type.name}`;
  const names = [...type.relationships.keys()];
  return {
    type,
    source,
    url,
    selection: { attributes: new Set(type.attributes.keys()), relationships: new Set(names) },
    open: `{"type":"${type.name}","id":"`,
    hidden: ['id', ...names],
    relationships: [...type.relationships.values()].map(({ name, targets }, index) => ({
      name,
      target: targets[0] as string,
      strings: [
        `${index === 0 ? ',"relationships":{' : ','}"${name}":{"links":{"self":"${url}/`,
        `/relationships/${name}","related":"${url}/`,
        `/${name}"}`,
      ],
      open: `{"type":"${targets[0]}","id":"`,
    })),
    queries: new Map(),
  };
}

function prepareQuery(api: Api, { type, url, selection, relationships }: Endpoint, search: string): PreparedQuery {
  const { filter, sort, parameters, page, include } = parseQuery(api, type.name, search);
  const [size, number] = [Number(page.get('size') ?? 25), Number(page.get('number') ?? 1)];
  const linkTo = (other?: number): string => {
    const linked = new URLSearchParams(search);
    if (other !== undefined) linked.set('page[number]', String(other));
    const text = linked.toString().replaceAll('+', '%20').replaceAll('%2C', ',');
    return JSON.stringify(text === '' ? url : `${url}?${text}`);
  };
  const links = `"self":${linkTo()},"first":${linkTo(1)},"prev":${number > 1 ? linkTo(number - 1) : null},"next":`;
  return {
    read: { filter, sort, parameters, selection, total: false, page: { offset: (number - 1) * size, limit: size + 1 } },
    size,
    include: relationships.filter(({ name }) => include?.some((path) => path === name)),
    links: [`${links}null`, links + linkTo(number + 1)],
  };
}

function resourceText({ open, hidden, relationships, url }: Endpoint, record: Stored): string {
  const id = idIn(record);
  const segment = segmentOf(id);
  const attributes: Record<string, unknown> = { ...record };
  // `JSON.stringify` omits these members.
  for (const name of hidden) attributes[name] = undefined;
  let text = `${open + idText(id)}","attributes":${JSON.stringify(attributes)}`;
  for (const related of relationships) {
    const value = record[related.name];
    const [self, middle, end] = related.strings;
    text += self + segment + middle + segment + end;
    const identifier = (member: unknown): string => `${related.open + idText(idIn(member))}"}`;
    if (Array.isArray(value)) text += `,"data":[${value.map(identifier).join()}]`;
    else if (value !== undefined) text += `,"data":${value === null ? null : identifier(value)}`;
    text += '}';
  }
  return `${text + (relationships.length > 0 ? '}' : '')},"links":{"self":"${url}/${segment}"}}`;
}

/** Returns the function that responds to the requests. It throws where a server would respond with an error. */
export function createStraightLine(api: Api, sources: Readonly<Record<string, unknown>>) {
  const endpoints = new Map(
    [...api.types.values()].map((type) => [type.name, prepareEndpoint(type, sources[type.name] as StraightSource)]),
  );
  const endpointOf = (name: string): Endpoint => endpoints.get(name) as Endpoint;
  const found = (records: readonly Stored[], count = 1): readonly Stored[] => {
    if (records.length < count) throw new Error('A resource does not exist.');
    return records;
  };

  function respondWithOne(endpoint: Endpoint, record: Stored, { contentType, vary }: Negotiated, isNew: boolean) {
    const self = `${endpoint.url}/${segmentOf(idIn(record))}`;
    const body = `{"jsonapi":{"version":"1.1"},"links":{"self":"${self}"},"data":${resourceText(endpoint, record)}}`;
    const etag = formatEntityTag(textHash(versionText(api, endpoint.type, record)), body);
    const fields = isNew
      ? { Location: self, Vary: `${vary}, Prefer`, 'Content-Type': contentType, ETag: etag }
      : { 'Content-Type': contentType, ETag: etag, 'Cache-Control': 'private, no-cache', Vary: vary };
    return { status: isNew ? 201 : 200, headers: fields, body };
  }

  /** Returns the strings of the resources that the relationships name. */
  function includedMessages(include: readonly Related[], records: readonly Stored[]): Awaitable<readonly string[]> {
    const [related] = include;
    if (related === undefined) return [];
    const endpoint = endpointOf(related.target);
    const ids = [...new Set(records.flatMap((record) => record[related.name] ?? []).map(idIn))];
    return andThen(endpoint.source.find(ids, endpoint.selection, call), (resources) => {
      const byId = new Map(resources.map((it) => [idIn(it), it]));
      const own = ids.map((id) => byId.get(id)).filter((it) => it !== undefined);
      const strings = own.map((it) => resourceText(endpoint, it));
      return andThen(includedMessages(include.slice(1), records), (rest) => [...strings, ...rest]);
    });
  }

  function respondWithList(endpoint: Endpoint, search: string, { contentType, vary }: Negotiated) {
    const query = endpoint.queries.get(search) ?? prepareQuery(api, endpoint, search);
    if (endpoint.queries.size < MAX_QUERIES) endpoint.queries.set(search, query);
    const { size, include, links, read } = query;
    return andThen(endpoint.source.list(read, call), ({ records }) => {
      const page = records.slice(0, size);
      return andThen(includedMessages(include, page), (included) => {
        const head = `{"jsonapi":{"version":"1.1"},"links":{${links[records.length > size ? 1 : 0]}},"data":[`;
        const data = page.map((it) => resourceText(endpoint, it)).join();
        const body = `${head + data}]${include.length > 0 ? `,"included":[${included.join()}]` : ''}}`;
        const etag = formatEntityTag(undefined, body);
        const headers = { 'Content-Type': contentType, ETag: etag, 'Cache-Control': 'private, no-cache', Vary: vary };
        return { status: 200, headers, body };
      });
    });
  }

  function create(endpoint: Endpoint, body: string, negotiated: Negotiated) {
    const input = parseCreate(api, endpoint.type.name, body);
    const linked = endpoint.relationships.map(({ name, target }) => {
      const ids = [(input.relationships as Stored)[name] ?? []].flat().map(idIn);
      return (
        ids.length === 0 || andThen(endpointOf(target).source.find(ids, nothing, call), (it) => found(it, ids.length))
      );
    });
    const checked = linked.some((it) => it instanceof Promise) ? Promise.all(linked) : linked;
    return andThen(checked as Awaitable<unknown>, () =>
      andThen(endpoint.source.create(input, call), (record) => respondWithOne(endpoint, record, negotiated, true)),
    );
  }

  return function respond({ method, url, headers, body }: JsonApiRequest): Awaitable<JsonApiResponse> {
    const negotiated = negotiate({
      accept: headers['accept'] as string,
      contentType: headers['content-type'] as string,
    });
    const [path = '', search = ''] = url.split('?', 2);
    const [, name = '', id] = path.split('/');
    const endpoint = endpointOf(name);
    if (id !== undefined)
      return andThen(endpoint.source.find([decodeURIComponent(id)], endpoint.selection, call), (records) =>
        respondWithOne(endpoint, found(records)[0] as Stored, negotiated, false),
      );
    return method === 'POST'
      ? create(endpoint, String(body), negotiated)
      : respondWithList(endpoint, search, negotiated);
  };
}
