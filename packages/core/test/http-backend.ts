import { z } from 'zod';
import {
  checkPreconditions,
  documentResponse,
  errorResponse,
  type HttpResponse,
  type ReadRequest,
  readCollectionRequest,
  readCreateRequest,
  readLinkageRequest,
  readRelatedRequest,
  readRelationshipRequest,
  readResourceRequest,
  readUpdateRequest,
} from '../src/http.ts';
import {
  attribute,
  buildRelationshipDocument,
  createUrlScheme,
  defineApi,
  errorObject,
  JsonApiError,
  serialize,
  toMany,
  toOne,
} from '../src/index.ts';

/** A backend with its own routes over arrays. It has all kinds of URLs. */
const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string().min(1), { sort: true }) },
    relationships: { author: toOne('people'), readers: toMany('people') },
  },
  people: { attributes: { name: z.string() } },
});
const urls = createUrlScheme(api);

interface Person {
  readonly id: string;
  name: string;
}
interface Article {
  readonly id: string;
  version: number;
  title: string;
  author: Person | null;
  readers: Person[];
}

function unknown(): JsonApiError {
  return new JsonApiError(errorObject('NOT_FOUND', 'There is no such resource.'));
}

function found<Row extends { readonly id: string }>(rows: readonly Row[], id: string): Row {
  const row = rows.find((it) => it.id === id);
  if (row === undefined) throw unknown();
  return row;
}

/** Rejects page parameters: the backend has no pages. */
function assertWhole(page: ReadonlyMap<string, string>): void {
  const [name] = page.keys();
  if (name === undefined) return;
  const source = { parameter: `page[${name}]` };
  throw new JsonApiError(errorObject('PAGE_INVALID', 'There is one page.', { source }));
}

/** The members of a query and of a request that a document depends on. */
interface Shown<Query> extends Pick<ReadRequest, 'jsonapi' | 'extensions'> {
  readonly query: Query;
}
const optionsOf = <Query extends { readonly include?: unknown; readonly fields: object }>({
  query: { include, fields },
  jsonapi,
  extensions,
}: Shown<Query>) => ({ include, fields, jsonapi, extensions, urls }) as Pick<Query, 'include' | 'fields'>;

const links = (path: string) => ({ links: { self: path } });

/** Creates a backend. Its records change, so each test has one of its own. */
export function createBackend(): (request: Request) => Promise<Response> {
  const people: Person[] = [{ id: '9', name: 'Dan' }];
  const articles: Article[] = [];
  let next = 100;
  const add = (title: string, author: Person | null) => {
    const article = { id: String(next++), version: 1, title, author, readers: [] as Person[] };
    articles.push(article);
    return article;
  };
  add('Hello', people[0] as Person);
  add('Another', null);
  const personOf = ({ id }: { readonly id: string }) => found(people, id);

  async function respond(given: Request): Promise<HttpResponse> {
    const { method, url, headers } = given;
    const { pathname, search } = new URL(url);
    const request = { method, url, headers, body: await given.text() };
    const [type, id = '', name, linked] = pathname.slice(1).split('/');
    const isRead = method === 'GET' || method === 'HEAD';
    const self = links(pathname + search);
    // A framework responds to the other methods.
    if (!['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'].includes(method)) throw unknown();
    if (type === 'people') return respondWithPeople(request, id, self);
    if (type !== 'articles') throw unknown();
    if (id === '' && isRead) {
      const read = readCollectionRequest(api, 'articles', request);
      assertWhole(read.query.page);
      const rows = [...articles].sort((left, right) => {
        for (const { field, descending } of read.query.sort) {
          const key = field as 'id' | 'title';
          const order = left[key] < right[key] ? -1 : Number(left[key] > right[key]);
          if (order !== 0) return descending ? -order : order;
        }
        return 0;
      });
      return documentResponse(read, 200, serialize(api, 'articles', rows, { ...optionsOf(read), ...self }));
    }
    if (id === '') {
      const read = await readCreateRequest(api, 'articles', request);
      const { attributes, relationships } = read.input;
      const author = relationships.author ? personOf(relationships.author) : null;
      const readers = (relationships.readers ?? []).map((it) => personOf(it));
      const article = Object.assign(add(attributes.title, author), { readers });
      const location = urls.resource('articles', article.id);
      const document = serialize(api, 'articles', article, { ...optionsOf(read), ...links(location) });
      return documentResponse(read, 201, document, { version: article.version, headers: { Location: location } });
    }
    const article = () => found(articles, id);
    if (name === undefined && method === 'PATCH') {
      const read = await readUpdateRequest(api, 'articles', id, request);
      const row = article();
      checkPreconditions(read, row.version);
      const { attributes, relationships } = read.input;
      const author =
        relationships.author === undefined ? row.author : relationships.author && personOf(relationships.author);
      const readers = relationships.readers?.map((it) => personOf(it)) ?? row.readers;
      Object.assign(row, attributes, { author, readers, version: row.version + 1 });
      return documentResponse(read, 200, serialize(api, 'articles', row, { ...optionsOf(read), ...links(pathname) }), {
        version: row.version,
      });
    }
    if (name === undefined) {
      const read = readResourceRequest(api, 'articles', request);
      const row = article();
      if (isRead)
        return documentResponse(read, 200, serialize(api, 'articles', row, { ...optionsOf(read), ...self }), {
          version: row.version,
        });
      checkPreconditions(read, row.version);
      articles.splice(articles.indexOf(row), 1);
      return documentResponse(read, 204);
    }
    if (name === 'author' && isRead) {
      const read = readRelatedRequest(api, 'articles', name, request);
      return documentResponse(read, 200, serialize(api, 'people', article().author, { ...optionsOf(read), ...self }));
    }
    if (name === 'readers' && isRead) {
      const read = readRelatedRequest(api, 'articles', name, request);
      assertWhole(read.query.page);
      return documentResponse(read, 200, serialize(api, 'people', article().readers, { ...optionsOf(read), ...self }));
    }
    if (name !== 'relationships' || (linked !== 'author' && linked !== 'readers')) throw unknown();
    if (isRead) {
      const read = readRelationshipRequest(api, 'articles', linked, request);
      const row = article();
      assertWhole(read.query.page);
      const { include, fields } = read.query;
      const options = { include, fields, jsonapi: read.jsonapi, urls };
      return documentResponse(read, 200, buildRelationshipDocument(api, 'articles', row, linked, options));
    }
    const read = readLinkageRequest(api, 'articles', linked, request);
    const row = article();
    const members = [read.linkage ?? []].flat().map((it) => personOf(it));
    const others = row.readers.filter((it) => !members.includes(it));
    if (linked === 'author') row.author = members[0] ?? null;
    else row.readers = method === 'PATCH' ? members : method === 'POST' ? [...others, ...members] : others;
    row.version++;
    return documentResponse(read, 204);
  }

  async function respondWithPeople(
    request: Parameters<typeof readResourceRequest>[2],
    id: string,
    self: ReturnType<typeof links>,
  ): Promise<HttpResponse> {
    if (id === '' && request.method === 'POST') {
      const read = await readCreateRequest(api, 'people', request);
      const person = { id: String(next++), ...read.input.attributes };
      people.push(person);
      const location = urls.resource('people', person.id);
      return documentResponse(read, 201, serialize(api, 'people', person, { ...optionsOf(read), ...links(location) }), {
        headers: { Location: location },
      });
    }
    if (id === '') {
      const read = readCollectionRequest(api, 'people', request);
      assertWhole(read.query.page);
      return documentResponse(read, 200, serialize(api, 'people', people, { ...optionsOf(read), ...self }));
    }
    if (request.method === 'PATCH') {
      const read = await readUpdateRequest(api, 'people', id, request);
      const person = Object.assign(found(people, id), read.input.attributes);
      return documentResponse(read, 200, serialize(api, 'people', person, { ...optionsOf(read), ...self }));
    }
    const read = readResourceRequest(api, 'people', request);
    const person = found(people, id);
    if (request.method !== 'DELETE')
      return documentResponse(read, 200, serialize(api, 'people', person, { ...optionsOf(read), ...self }));
    people.splice(people.indexOf(person), 1);
    return documentResponse(read, 204);
  }

  return async (request) => {
    let response: HttpResponse;
    try {
      response = await respond(request);
    } catch (error) {
      response = errorResponse(error, request);
    }
    const { status, headers, body } = response;
    return new Response(body ?? null, { status, headers });
  };
}
