import type { MetaObject } from '../document/meta-object.ts';
import { breach } from '../error/breach.ts';
import { ownMember } from '../internal/is-object.ts';
import { isPromise } from '../internal/is-promise.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';

/** A related resource as a record names it; `record` is there when it brings its fields. */
export interface Reference {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object | undefined;
  readonly meta: MetaObject | undefined;
}

/** An id as it goes on the wire; undefined when that takes a closer look. */
export function quickId(id: unknown): string | undefined {
  return typeof id === 'string' ? id : Number.isSafeInteger(id) ? String(id) : undefined;
}

/** What begins the message of an error; a function of what takes time to say. */
export type Where = string | (() => string);

/** The beginning of the message itself. */
export function say(where: Where): string {
  return typeof where === 'string' ? where : where();
}

/**
 * An id as it goes on the wire.
 *
 * @throws {TypeError} It is neither a string, an integer nor a bigint; `where` says whose id it is.
 */
export function toIdString(id: unknown, where: Where): string {
  if (typeof id === 'string') return id;
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isSafeInteger(id))) return String(id);
  throw breach(
    'identification-strings',
    `${say(where)} has no usable id: it takes a string, a safe integer or a bigint.`,
  );
}

/**
 * Refuses a promise where a value is at fault already: what it comes to is not known yet.
 *
 * @throws {TypeError} It is one; `where` says whose value it is.
 */
export function refusePromise(value: unknown, where: Where): void {
  if (isPromise(value)) throw new TypeError(`${say(where)} is a promise: it has to be awaited first.`);
}

/**
 * The id of a record as it goes on the wire.
 *
 * @throws {TypeError} It is neither a string, an integer nor a bigint, or the record is a promise of one.
 */
export function recordId(id: unknown, record: object, where: Where): string {
  if (id === undefined) refusePromise(record, where);
  return toIdString(id, where);
}

/** A plain object that names its type and holds nothing but identifier members: the fields were not loaded. */
export function isIdentifier(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if ((prototype !== Object.prototype && prototype !== null) || !Object.hasOwn(value, 'type')) return false;
  for (const key in value) {
    if (key !== 'id' && key !== 'type' && key !== 'meta' && Object.hasOwn(value, key)) return false;
  }
  return true;
}

/** Tells the type of a record; undefined leaves it to the record's own `type`. */
export type TypeOf = (record: object) => string | undefined;

/** The type of a record or an identifier: its only possible one, or the one it names. */
export function typeOfRecord(
  api: Api,
  types: readonly string[],
  record: object,
  where: Where,
  typeOf?: TypeOf,
): ResourceType {
  const [first = '', ...others] = types;
  if (others.length === 0) return resourceType(api, first);
  const type: unknown = typeOf?.(record) ?? (record as { readonly type?: unknown }).type;
  if (typeof type === 'string' && types.includes(type)) return resourceType(api, type);
  refusePromise(record, where);
  throw breach('resource-type', `${say(where)} leads to ${types.join(' or ')}; its record has to say which in "type".`);
}

/**
 * Reads one member of a relationship's value: an id, an identifier or a nested record.
 *
 * @throws {TypeError} It is none of these, or its type is not among the targets; `where` begins the message.
 */
export function readReference(
  api: Api,
  targets: readonly string[],
  value: unknown,
  where: Where,
  typeOf?: TypeOf,
): Reference {
  if (typeof value !== 'object' || value === null) {
    if (targets.length > 1) {
      throw breach('identifier-type', `${say(where)} leads to ${targets.join(' or ')}; a bare id is not enough.`);
    }
    const type = resourceType(api, targets.at(0) ?? '');
    return { type, id: toIdString(value, where), record: undefined, meta: undefined };
  }
  const type = typeOfRecord(api, targets, value, where, typeOf);
  const { id } = value as { readonly id?: unknown };
  const meta = ownMember(value, 'meta') as MetaObject | undefined;
  // Whoever knows the type of an object knows it as a record, were it bare but for its id.
  const identifier = typeOf?.(value) === undefined && isIdentifier(value);
  if (identifier && (value as { readonly type?: unknown }).type !== type.name) {
    throw breach(
      'resource-type',
      `${say(where)} leads to ${targets.join(' or ')}; its identifier says otherwise in "type".`,
    );
  }
  return {
    type,
    id: recordId(id, value, where),
    record: identifier ? undefined : value,
    meta: identifier ? meta : undefined,
  };
}
