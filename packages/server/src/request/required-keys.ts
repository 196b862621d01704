import { rejection } from '@linkage/core/internal';
import type { Route } from './route.ts';

/** The methods of requests that must have a key, and the writes of some types, by their names. */
export interface RequiredKeys {
  readonly methods: ReadonlySet<string>;
  readonly writes: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The meaning of a key for the operations of a request. Undefined if it has no key and none of its operations can need one. */
export interface KeyRules {
  /** With a key: the types that must not occur in the response, because the server stores it. */
  readonly neverStored: ReadonlySet<string>;
  /** Without a key: the writes that need one. */
  readonly writes: RequiredKeys['writes'] | undefined;
}

const none: ReadonlySet<string> = new Set();

/** Returns the meaning of the absence of a key for the operations of an endpoint. */
export function withoutKey({ writes }: RequiredKeys): KeyRules | undefined {
  return writes.size === 0 ? undefined : { neverStored: none, writes };
}

/** Returns the name of a write at a URL. */
export function writeAt(kind: Route['kind'], method: string): string {
  if (kind === 'resource') return method === 'DELETE' ? 'delete' : 'update';
  return kind === 'collection' ? 'create' : 'updateRelationship';
}

/** Whether a request needs a key. */
export function needsKey(
  { methods, writes }: RequiredKeys,
  method: string,
  type: string | undefined,
  write: string | undefined,
): boolean {
  return methods.has(method) || (type !== undefined && write !== undefined && writes.get(type)?.has(write) === true);
}

/**
 * Asserts that an operation of a request without a key does not need one.
 *
 * @throws {JsonApiError} 400 if it does.
 */
export function assertKeyed({ writes }: KeyRules, { kind, type }: Route, method: string): void {
  if (method === 'GET' || writes?.get(type.name)?.has(writeAt(kind, method)) !== true) return;
  const source = { header: 'Idempotency-Key' };
  throw rejection('IDEMPOTENCY_KEY_REQUIRED.header', source, source);
}
