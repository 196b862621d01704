import { validateDocument } from '@linkage/core';
import { expect } from 'vitest';
import type { JsonApiRequest, JsonApiResponse } from '../src/http.ts';

type Json = Readonly<Record<string, unknown>>;

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value as Json];
}

function identityOf({ type, id }: Json): string {
  return `${type}\n${id}`;
}

/** The identities that the relationships of a resource object name. */
function linkedBy(resource: Json): readonly string[] {
  const relationships = Object.values((resource['relationships'] ?? {}) as Readonly<Record<string, Json>>);
  return relationships.flatMap((relationship) => listOf(relationship['data']).map(identityOf));
}

/** Whether a JSON Pointer leads to a value of the request document (ERR-15). */
function resolves(document: unknown, pointer: string): boolean {
  let value = document;
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Json)[key];
  }
  return pointer === '' || pointer.startsWith('/');
}

const DEMANDED: ReadonlySet<unknown> = new Set(['CLIENT_ID_FORBIDDEN', 'ID_CONFLICT', 'FIELD_READ_ONLY']);

function isDemanded({ code, source }: Json): boolean {
  return DEMANDED.has(code) || (code === 'TYPE_CONFLICT' && (source as Json)?.['pointer'] === '/data/type');
}

function checkErrors(document: Json, { status, headers }: JsonApiResponse, request: JsonApiRequest): void {
  const errors = document['errors'] as readonly Json[];
  expect(['errors', 'jsonapi', 'links', 'meta']).toEqual(expect.arrayContaining(Object.keys(document)));
  expect(Object.keys(document)).toEqual(expect.arrayContaining(['errors', 'jsonapi']));
  expect(errors.length).toBeGreaterThan(0);
  expect(headers['Cache-Control']).toBe('no-store');
  const statuses = new Set(errors.map((error) => error['status']));
  for (const each of statuses) expect(each).toMatch(/^[45]\d\d$/);
  const demanded = errors.find(isDemanded);
  // ERR-04: their own status, or the most general one of several, unless the text demands one (CRE-11, CRE-15, UPD-09, UPD-12).
  if (demanded !== undefined) expect(String(status)).toBe(demanded['status']);
  else if (statuses.size === 1) expect(String(status)).toBe([...statuses][0]);
  else expect([400, 500]).toContain(status);
  const allowed = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'];
  for (const error of errors) {
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(error)));
    const { pointer } = (error['source'] ?? {}) as { readonly pointer?: string };
    if (pointer === undefined) continue;
    const text = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
    expect(resolves(JSON.parse(text), pointer), `${pointer} leads to a value of ${text}`).toBe(true);
  }
}

function checkResource(resource: Json): void {
  expect(typeof resource['type']).toBe('string');
  expect(typeof resource['id']).toBe('string');
  // A type that its source cannot find does not have URLs: neither the resource nor its relationships carry links.
  const links = resource['links'] as Json | undefined;
  if (links !== undefined) expect(typeof links['self']).toBe('string');
  for (const relationship of Object.values((resource['relationships'] ?? {}) as Readonly<Record<string, Json>>)) {
    expect(relationship['links'] === undefined).toBe(links === undefined);
    for (const identifier of listOf(relationship['data'])) {
      expect(['id', 'meta', 'type']).toEqual(expect.arrayContaining(Object.keys(identifier)));
    }
  }
}

function checkData(document: Json, request: JsonApiRequest): void {
  const primary = listOf(document['data']);
  const included = listOf(document['included']);
  const isLinkage = /^\/[^/?]+\/[^/?]+\/relationships\//.test(request.url);
  const resources = isLinkage ? included : [...primary, ...included];
  for (const resource of resources) checkResource(resource);
  const identities = resources.map(identityOf);
  expect(new Set(identities).size, 'each resource is there once').toBe(identities.length);
  if (request.method === 'GET') expect(document).toHaveProperty('links.self');
  // CMP-04: a fieldset that the client asked for may hide the relationship that leads to an included resource.
  if (/fields(%5B|\[)/i.test(request.url)) return;
  const reached = new Set(isLinkage ? primary.map(identityOf) : primary.flatMap(linkedBy));
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    for (const resource of included) {
      if (reached.has(identityOf(resource))) for (const linked of linkedBy(resource)) reached.add(linked);
    }
  }
  for (const resource of included) {
    expect(reached.has(identityOf(resource)), `${resource['type']} ${resource['id']} is linked`).toBe(true);
  }
}

/** Checks what caches are told: no error is kept, and what GET shows has an entity tag (RFC 9110, section 8.8.3). */
function checkCaching({ status, headers }: JsonApiResponse, { method }: JsonApiRequest): void {
  const isRead = method === 'GET' || method === 'HEAD';
  expect(headers['Cache-Control'] !== undefined).toBe(isRead || status >= 400);
  const etag = headers['ETag'];
  if (etag !== undefined) expect(etag).toMatch(/^(?:W\/)?"([\da-f]{16}|[\da-f]{16}-([\da-f]{16})?)"$/);
  if (status >= 400 || status === 202 || status === 303 || method === 'OPTIONS') expect(etag).toBeUndefined();
  else if (isRead) expect(etag).toBeDefined();
}

/** Checks what holds for every response, whatever the request; gives its document. */
export function checkResponse(response: JsonApiResponse, request: JsonApiRequest): Json | undefined {
  const { status, headers, body } = response;
  expect(headers['Vary']).toMatch(/^Accept(, Prefer|, Accept-Language)?$/);
  checkCaching(response, request);
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  expect(new Set(names).size, 'each header is there once').toBe(names.length);
  for (const value of Object.values(headers)) expect(value).toMatch(/^[ -~]*$/);
  if (body === undefined) {
    const isEmpty = [204, 303, 304].includes(status);
    expect(isEmpty || request.method === 'HEAD').toBe(true);
    expect(Object.hasOwn(headers, 'Content-Type')).toBe(request.method === 'HEAD' && !isEmpty);
    return undefined;
  }
  expect(request.method).not.toBe('HEAD');
  expect(status).not.toBe(204);
  expect(headers['Content-Type']).toMatch(/^application\/vnd\.api\+json(; (ext|profile)="[^"]+")*$/);
  const document = JSON.parse(body) as Json;
  expect((document['jsonapi'] as Json)['version']).toBe('1.1');
  expect(Object.hasOwn(document, 'data')).not.toBe(Object.hasOwn(document, 'errors'));
  expect(Object.hasOwn(document, 'errors')).toBe(status >= 400);
  if (status >= 400) checkErrors(document, response, request);
  else checkData(document, request);
  const sparseFieldsets = /fields(%5B|\[)/i.test(request.url);
  expect(validateDocument(document, { as: 'response', sparseFieldsets }).issues ?? []).toEqual([]);
  return document;
}
