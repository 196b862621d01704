import { assertType, expectTypeOf, test } from 'vitest';
import type { DataDocument, ErrorDocument, ExtensionDocument, JsonApiDocument } from './document.ts';
import type { ErrorObject } from './error-object.ts';
import type { ResourceIdentifierObject, ResourceObject } from './resource-object.ts';

const resource = { type: 'articles', id: '1' } as const;

test('a document has data, errors or meta (DOC-02)', () => {
  assertType<JsonApiDocument>({ data: null });
  assertType<JsonApiDocument>({ errors: [] });
  assertType<JsonApiDocument>({ meta: {} });
  // @ts-expect-error nothing is there
  assertType<JsonApiDocument>({});
  // @ts-expect-error links alone are not enough
  assertType<JsonApiDocument>({ links: { self: '/' } });
});

test('data and errors exclude each other (DOC-03), included needs data (DOC-06)', () => {
  // @ts-expect-error both
  assertType<JsonApiDocument>({ data: null, errors: [] });
  // @ts-expect-error included with errors
  assertType<JsonApiDocument>({ errors: [], included: [] });
  // @ts-expect-error included with nothing but meta
  assertType<JsonApiDocument>({ meta: {}, included: [] });
});

test('data is a resource, an identifier, null, or an array of either (DOC-07)', () => {
  assertType<JsonApiDocument>({ data: resource });
  assertType<JsonApiDocument>({ data: [resource] });
  // @ts-expect-error message
  assertType<JsonApiDocument>({ data: 'x' });
});

test('type and id are there and are text (RES-01, RES-02, RES-03, RID-01, RID-02)', () => {
  // @ts-expect-error no id
  assertType<ResourceObject>({ type: 'articles' });
  // @ts-expect-error no type
  assertType<ResourceObject>({ id: '1' });
  // @ts-expect-error a number
  assertType<ResourceObject>({ type: 'articles', id: 1 });
  // @ts-expect-error no id
  assertType<ResourceIdentifierObject>({ type: 'articles' });
});

test('objects are closed but for extension members and at-members (DOC-04, NAM-09, EXT-09)', () => {
  assertType<ResourceObject>({ ...resource, 'version:id': '2', '@note': 1 });
  assertType<JsonApiDocument>({ data: null, 'atomic:results': [], '@x': 1 });
  // @ts-expect-error any other member
  assertType<ResourceObject>({ ...resource, note: 1 });
  // @ts-expect-error attributes in an identifier (RID-05)
  assertType<ResourceIdentifierObject>({ ...resource, attributes: {} });
  assertType<ExtensionDocument<'atomic:results'>>({ 'atomic:results': [] });
  // @ts-expect-error without the member it is about
  assertType<ExtensionDocument<'atomic:results'>>({});
});

test('links are text or link objects, null only for pages (LNK-02, LNK-05, PAG-03)', () => {
  assertType<JsonApiDocument>({ data: null, links: { self: '/', next: null, describedby: { href: '/schema' } } });
  // @ts-expect-error null for self
  assertType<JsonApiDocument>({ data: null, links: { self: null } });
  // @ts-expect-error no href
  assertType<JsonApiDocument>({ data: null, links: { self: {} } });
  // @ts-expect-error a link name of another place (LNK-13)
  assertType<JsonApiDocument>({ data: null, links: { edit: '/' } });
});

test('status and code of an error are text (ERR-10, ERR-11)', () => {
  // @ts-expect-error a number
  assertType<ErrorObject>({ status: 404 });
  // @ts-expect-error a number
  assertType<ErrorObject>({ code: 7 });
});

test('documents are told apart by their members, and immutable', () => {
  const document = { data: null } as JsonApiDocument;
  if (document.errors !== undefined) expectTypeOf(document).toEqualTypeOf<ErrorDocument>();
  if (document.data !== undefined) expectTypeOf(document).toEqualTypeOf<DataDocument>();
  // @ts-expect-error read-only
  document.links = {};
});
