import { ruleViolation } from '../../error/rule-violation.ts';
import { describeValue, listTypes } from '../../internal/describe-value.ts';
import { memberOf, ownMember } from '../../internal/members.ts';
import type { Api, ResourceType } from '../../schema/api.ts';
import { resourceType } from '../../schema/resource-type.ts';
import type { AdditionalMembers, MetaObject } from '../../spec/document/links-object.ts';
import {
  assertNotPromise,
  checkRecord,
  formatPrefix,
  isAdditionalForm,
  type MessagePrefix,
  recordId,
  toIdString,
} from './record-id.ts';

/** A related resource in a record. `record` is set if the value contains the fields of the resource. */
export interface Reference {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object | undefined;
  readonly meta: MetaObject | undefined;
  /** The at-members of an identifier, and its members of extensions. */
  readonly additional: AdditionalMembers | undefined;
}

/**
 * A related record with the meta object of its identifier, which a record cannot contain. That of `membership` has no type and no id, because they
 * are those of its record, which can be an id or an identifier.
 */
export class LinkedRecord {
  readonly type: string;
  readonly id: string;
  readonly record: object;
  readonly meta: MetaObject;

  constructor(type: string, id: string, record: object, meta: MetaObject) {
    this.type = type;
    this.id = id;
    this.record = record;
    this.meta = meta;
  }
}

const identifierMembers: ReadonlySet<string> = new Set(['type', 'id', 'meta']);

/** Whether a value is a plain object with a type that contains only identifier members: its fields are not loaded. */
export function isIdentifier(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if ((prototype !== Object.prototype && prototype !== null) || !Object.hasOwn(value, 'type')) return false;
  if ((value as { readonly type?: unknown }).type === undefined) return false;
  for (const key in value) {
    if (!identifierMembers.has(key) && !isAdditionalForm(key) && Object.hasOwn(value, key)) return false;
  }
  return true;
}

/** Returns the additional members of an identifier. Undefined if it has none. */
function additionalOf(identifier: object): AdditionalMembers | undefined {
  const members = Object.entries(identifier).filter(([name]) => isAdditionalForm(name));
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Returns the type of a record, or undefined to use the record's own `type`. */
export type TypeOf = (record: object) => string | undefined;

/** Returns the type of a record or an identifier: the only possible type, or the type that it contains. */
export function typeOfRecord(
  api: Api,
  types: readonly string[],
  record: object,
  prefix: MessagePrefix,
  typeOf?: TypeOf,
): ResourceType {
  const [first = '', ...others] = types;
  if (others.length === 0) return resourceType(api, first);
  const type: unknown = typeOf?.(record) ?? memberOf(record, 'type');
  if (typeof type === 'string' && types.includes(type)) return resourceType(api, type);
  assertNotPromise(record, prefix);
  throw ruleViolation(
    'resource-type',
    `${formatPrefix(prefix)}: \`type\` must be ${listTypes(types)}, but it is ${describeValue(type)}. Set \`type\`, or pass \`typeOf\`.`,
  );
}

/** Returns a function that returns the type of a record of the primary data. */
export function typesOf(
  api: Api,
  types: readonly string[],
  typeOf: TypeOf | undefined,
): (record: object) => ResourceType {
  const single = types.length === 1 ? resourceType(api, types[0] as string) : undefined;
  if (single !== undefined) return () => single;
  return (record) => {
    checkRecord(record, types);
    return typeOfRecord(api, types, record, 'Record of the primary data', typeOf);
  };
}

/**
 * Reads one member of a relationship's value: an id, an identifier, or a nested record.
 *
 * @param prefix The owner of the value, for error messages.
 * @throws {TypeError} If the value is none of these, or its type is not a target type.
 */
export function readReference(
  api: Api,
  targets: readonly string[],
  value: unknown,
  prefix: MessagePrefix,
  typeOf?: TypeOf,
): Reference {
  if (typeof value !== 'object' || value === null) {
    if (targets.length > 1) {
      throw ruleViolation(
        'identifier-type',
        `${formatPrefix(prefix)}: the value must be an identifier or a record, not a bare id, because there are several target types: ${listTypes(targets)}.`,
      );
    }
    const type = resourceType(api, targets.at(0) ?? '');
    return { type, id: toIdString(value, prefix), record: undefined, meta: undefined, additional: undefined };
  }
  if (value instanceof LinkedRecord)
    return value.type === undefined
      ? { ...readReference(api, targets, value.record, prefix, typeOf), meta: value.meta }
      : { ...value, type: resourceType(api, value.type), additional: undefined };
  const type = typeOfRecord(api, targets, value, prefix, typeOf);
  const meta = ownMember(value, 'meta') as MetaObject | undefined;
  // If `typeOf` returns a type, the object is a loaded record, even if it looks like an identifier.
  const identifier = typeOf?.(value) === undefined && isIdentifier(value);
  if (identifier && (value as { readonly type?: unknown }).type !== type.name) {
    throw ruleViolation(
      'resource-type',
      `${formatPrefix(prefix)}: \`type\` of the identifier must be ${listTypes(targets)}, but it is ${describeValue((value as { readonly type?: unknown }).type)}.`,
    );
  }
  const name = identifier ? 'id' : (type.idFrom ?? 'id');
  return {
    type,
    id: recordId(memberOf(value, name), value, prefix, name),
    record: identifier ? undefined : value,
    meta: identifier ? meta : undefined,
    additional: identifier ? additionalOf(value) : undefined,
  };
}
