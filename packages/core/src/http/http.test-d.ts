import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  checkRelated,
  collectErrors,
  documentOptions,
  documentResponse,
  type HttpOptions,
  type HttpRequest,
  type HttpResponse,
  linkedFields,
  linkedIds,
  readCollectionRequest,
  readCreateRequest,
  readLinkageRequest,
  readOperationsRequest,
  readRelatedRequest,
  readRelationshipRequest,
  readResourceRequest,
  readUpdateRequest,
} from '../http.ts';
import {
  defineApi,
  defineQueryParameters,
  isRelationshipName,
  isTypeName,
  type ResourceIdentifierObject,
  serialize,
  toMany,
  toOne,
} from '../index.ts';

const api = defineApi({
  books: { attributes: { title: z.string() }, relationships: { author: toOne('people'), editors: toMany('people') } },
  people: { attributes: { name: z.string() } },
});
const request: HttpRequest = { method: 'GET', url: '/books', headers: {} };

test('requests of frameworks are accepted as they are', () => {
  expectTypeOf<{
    method: string;
    url: string;
    headers: { accept?: string; 'set-cookie'?: string[] };
  }>().toExtend<HttpRequest>();
  expectTypeOf<{
    method?: string | undefined;
    url?: string | undefined;
    headers: NodeJS.Dict<string | string[]>;
  }>().toExtend<HttpRequest>();
  expectTypeOf<{
    method: string;
    url: string;
    headers: { get(name: string): string | null };
  }>().toExtend<HttpRequest>();
  // @ts-expect-error A request has headers.
  readCollectionRequest(api, 'books', { method: 'GET', url: '/books' });
});

test('the query has the families of the URL, and the parameters of the options', () => {
  const options = { parameters: defineQueryParameters({ searchText: z.string() }) };
  const { query } = readCollectionRequest(api, 'books', request, options);
  expectTypeOf(query.include).toEqualTypeOf<readonly ('author' | 'editors')[] | undefined>();
  expectTypeOf(query.parameters).toEqualTypeOf<{ readonly searchText?: string }>();
  const resource = readResourceRequest(api, 'books', request);
  // @ts-expect-error One resource cannot be sorted.
  resource.query.sort;
  // @ts-expect-error Nor can the one related resource.
  readRelatedRequest(api, 'books', 'author', request).query.page;
  expectTypeOf(readRelatedRequest(api, 'books', 'editors', request).query.page).toEqualTypeOf<
    ReadonlyMap<string, string>
  >();
  expectTypeOf(readRelationshipRequest(api, 'books', 'author', request).query.include).toEqualTypeOf(query.include);
  // @ts-expect-error An unknown type.
  readCollectionRequest(api, 'book', request);
  // @ts-expect-error An unknown relationship.
  readRelatedRequest(api, 'books', 'publisher', request);
});

test('documents have the types of the declaration', async () => {
  const created = await readCreateRequest(api, 'books', request);
  expectTypeOf(created.input.attributes.title).toEqualTypeOf<string>();
  const updated = await readUpdateRequest(api, 'books', '1', request);
  expectTypeOf(updated.input.attributes.title).toEqualTypeOf<string | undefined>();
  const { linkage } = readLinkageRequest(api, 'books', 'author', request);
  expectTypeOf(linkage).toEqualTypeOf<ResourceIdentifierObject<'people'> | null>();
  const { operations } = await readOperationsRequest(api, request);
  expectTypeOf(operations[0]?.op).toEqualTypeOf<'add' | 'update' | 'remove' | undefined>();
  // @ts-expect-error The promise is not the request.
  documentResponse(readCreateRequest(api, 'books', request), 201);
  expectTypeOf(documentResponse(created, 201, '', { version: 1n })).toEqualTypeOf<HttpResponse>();
});

test('one options object is for all functions', () => {
  const options: HttpOptions = { limits: { pageSize: 1 } as never, onError: (_: unknown, id: string) => id };
  readResourceRequest(api, 'books', request, options);
  // @ts-expect-error An unknown limit.
  const wrong: HttpOptions = { limits: { size: 1 } };
  expectTypeOf(wrong).not.toBeNever();
});

test('the values of several parsers keep their types', () => {
  const values = collectErrors(
    () => 1,
    () => 'a',
  );
  expectTypeOf(values).toEqualTypeOf<readonly [number, string]>();
});

test('names and data of a request', async () => {
  const [name, field] = ['books', 'author'] as readonly string[];
  if (isTypeName(api, name)) expectTypeOf(name).toEqualTypeOf<'books' | 'people'>();
  if (!isRelationshipName(api, 'books', field)) return;
  const read = readLinkageRequest(api, 'books', field, request);
  type Identifier = ResourceIdentifierObject<'people'>;
  expectTypeOf(read.linkage).toEqualTypeOf<Identifier | null | readonly Identifier[]>();
  expectTypeOf(linkedIds(read, ['1'])).toEqualTypeOf<string | null | string[]>();
  const created = await readCreateRequest(api, 'books', request);
  const fields = linkedFields(created.input, '1');
  expectTypeOf(fields.author).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(fields.editors).toEqualTypeOf<string[] | undefined>();
  // @ts-expect-error `books` has no such relationship.
  expectTypeOf(fields.tags).not.toBeNever();
  expectTypeOf(checkRelated(read, () => [])).toEqualTypeOf<void>();
  expectTypeOf(checkRelated(read, async () => [])).toEqualTypeOf<Promise<void>>();
});

test('what a request decides fits the options of `serialize`', () => {
  const book = { id: 1, title: 'A' };
  serialize(api, 'books', book, documentOptions(readResourceRequest(api, 'books', request)));
  // @ts-expect-error The query of another type.
  serialize(api, 'people', { id: 1, name: 'A' }, documentOptions(readResourceRequest(api, 'books', request)));
});
