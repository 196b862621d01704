import type { Api } from '@linkage/core';
import type { JsonApiRequest } from '../http.ts';
import { headerOf } from '../request/headers.ts';

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A character that separates the parts of a fingerprint. Hashes do not contain it. */
const SEPARATOR = '.';

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

const fieldHashes = new WeakMap<Api, Promise<string>>();

/** Returns a hash of the fields that the caller can read. Each choice of fields has one API, so each is hashed once. */
function fieldsHashOf(api: Api): Promise<string> {
  let hash = fieldHashes.get(api);
  if (hash === undefined) {
    const names = [...api.types.values()].map((it) => [it.name, ...it.attributes.keys(), ...it.relationships.keys()]);
    hash = hashOf(new TextEncoder().encode(JSON.stringify(names)));
    fieldHashes.set(api, hash);
  }
  return hash;
}

/** Returns the fingerprint of a request and of the fields that its caller can read. */
export async function fingerprintOf(request: JsonApiRequest, method: string, api: Api): Promise<string> {
  return [await requestHash(request, method), await fieldsHashOf(api)].join(SEPARATOR);
}

/** Whether two fingerprints have the same request. */
export function isSameRequest(one: string, other: string): boolean {
  return one.split(SEPARATOR, 1)[0] === other.split(SEPARATOR, 1)[0];
}

/** Returns a hash that is equal for requests with the same method, target, media types, and body. */
async function requestHash(request: JsonApiRequest, method: string): Promise<string> {
  const { url, body = '' } = request;
  const head = [method, url, headerOf(request, 'content-type') ?? '', headerOf(request, 'accept') ?? ''];
  // As JSON, so that different lists produce different strings.
  const encoder = new TextEncoder();
  const start = encoder.encode(`${JSON.stringify(head)}\n`);
  const payload = typeof body === 'string' ? encoder.encode(body) : body;
  const bytes = new Uint8Array(start.length + payload.length);
  bytes.set(start);
  bytes.set(payload, start.length);
  return hashOf(bytes);
}
