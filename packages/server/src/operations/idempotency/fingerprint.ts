import type { Api } from '@linkage/core';
import { headerOf, oncePer } from '@linkage/core/internal';
import type { JsonApiRequest } from '../../http.ts';
import { fieldsOf } from '../../rules/readable-fields.ts';
import type { ExecutingRequest } from '../context.ts';

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A character that separates the parts of a fingerprint. Hashes do not contain it. */
const SEPARATOR = '.';

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Returns a hash of the fields that the user can read, with the data of memberships. Each choice of fields has one API, so each is hashed once. */
const fieldsHashOf = oncePer((api: Api) => {
  const names = [...api.types.values()].map((it) => [it.name, ...fieldsOf(it)]);
  return hashOf(new TextEncoder().encode(JSON.stringify(names)));
});

/** Values of conditions are of any type, and JSON has no integers of any length. */
function asJson(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

/**
 * Returns a hash of what the user can read: the fields with their conditions, and the result of each `read` rule. A rule that fails makes the hash differ
 * from every other one: the request can be about other types, and its own failure is reported.
 */
async function rightsHashOf(request: ExecutingRequest): Promise<string> {
  const { api, rules } = request;
  const fields = await fieldsHashOf(api);
  if (rules === undefined) return fields;
  const accessFilters = await Promise.all(
    [...api.types.keys()].map(async (type) => {
      try {
        return [type, await rules.accessFilterOf(type), [...rules.undecidedOf(type)]];
      } catch {
        return [type, crypto.randomUUID()];
      }
    }),
  );
  return hashOf(new TextEncoder().encode(JSON.stringify([fields, accessFilters], asJson)));
}

/** Returns the fingerprint of a request and of what its user can read. */
export async function fingerprintOf(request: ExecutingRequest, method: string): Promise<string> {
  return [await requestHash(request.received, method), await rightsHashOf(request)].join(SEPARATOR);
}

/** Begins a user that is stored as its hash. */
const HASHED = 'sha256:';
const MAX_USER = 255;

/**
 * Returns the text that a store keeps for a user: the user, or its hash if a database could shorten, change, or reject it. Stores must not see
 * two access filters as one, and UTF-8 replaces surrogates without a partner.
 */
export async function storedUser(user: string): Promise<string> {
  const isPlain = user.length <= MAX_USER && user.isWellFormed() && !/\0/.test(user) && !user.startsWith(HASHED);
  // As JSON, which escapes surrogates without a partner.
  return isPlain ? user : `${HASHED}${await hashOf(new TextEncoder().encode(JSON.stringify(user)))}`;
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
