import {
  type Api,
  type AttributeDefinition,
  type BuildOptions,
  type MetaObject,
  type ResourceType,
  serialize,
} from '@linkage/core';
import { memberDataIn, memberOf, resultAtOnce, setOwn, storedAttributes, suggestName } from '@linkage/core/internal';

import { idOf } from '../sources/port/record-id.ts';

/** Returns the beginning of an error message about one record. */
function whereOf(type: ResourceType, record: object): string {
  return `createMemorySources: ${type.name} ${JSON.stringify(idOf(type.name, record))}`;
}

/** Rejects undeclared members. Your own data can have names that begin with "@". */
function checkMembers(type: ResourceType, record: object): void {
  const fields = [...storedAttributes(type), ...type.relationships.keys()];
  const known = new Set(['id', ...fields]);
  for (const [name, value] of Object.entries(record)) {
    if (known.has(name) || name.startsWith('@') || value === undefined) continue;
    if (name === 'type' && value === type.name) continue;
    const where = whereOf(type, record);
    if (name === 'type') throw new TypeError(`${where}: "type" must be "${type.name}", but it is ${typeName(value)}.`);
    const hint = suggestName(name, fields, '"');
    throw new TypeError(`${where}: ${JSON.stringify(name)} is not a field of ${type.name}.${hint}`);
  }
}

function typeName(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : `a value of type ${typeof value}`;
}

/**
 * Rejects related records and identifiers with a wrong type, because a relationship with one target type does not read
 * their type.
 */
function checkTargets(type: ResourceType, record: object): void {
  for (const { name, targets } of type.relationships.values()) {
    for (const member of [memberOf(record, name)].flat()) {
      const said: unknown = typeof member === 'object' && member !== null ? memberOf(member, 'type') : undefined;
      if (said === undefined || targets.includes(said as string)) continue;
      const allowed = targets.map((target) => JSON.stringify(target)).join(' or ');
      const text = `${whereOf(type, record)}, relationship "${name}": the type must be ${allowed}, but it is ${typeName(said)}.`;
      throw new TypeError(text);
    }
  }
}

/** Rejects data of memberships that does not match its schemas, in the form in which a response contains it. */
function checkMemberData(type: ResourceType, record: object): void {
  for (const { name, member: fields } of type.relationships.values()) {
    for (const member of fields === undefined ? [] : [memberOf(record, name)].flat()) {
      const meta = memberOf(Object(member), 'meta') as MetaObject | undefined;
      const shown = fields && memberDataIn(fields, meta, type.name, idOf(type.name, record));
      for (const [part, value] of Object.entries(JSON.parse(JSON.stringify(shown ?? {})))) {
        const field = fields?.get(part);
        if (field !== undefined) checkValue(field, value, () => `${whereOf(type, record)}, relationship "${name}"`);
      }
    }
  }
}

/** Returns the attributes of a record as they appear in a response. */
function writtenAttributes(api: Api, type: ResourceType, record: object): Readonly<Record<string, unknown>> {
  const plain: Record<string, unknown> = { id: idOf(type.name, record) };
  const names = storedAttributes(type).filter((name) => type.attributes.get(name)?.read === true);
  for (const name of names) setOwn(plain, name, memberOf(record, name));
  try {
    const text = serialize<Api, string, BuildOptions<Api, string>, object>(api, type.name, plain as never, {
      fields: { [type.name]: names } as never,
    });
    return JSON.parse(text).data.attributes ?? {};
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`${whereOf(type, record)} has an attribute that cannot be written as JSON: ${reason}`, {
      cause: error,
    });
  }
}

function checkValue({ name, schema }: AttributeDefinition, value: unknown, where: () => string): void {
  // The sources are created before an asynchronous schema resolves, so its result is not used.
  const issues = resultAtOnce(schema, value)?.issues;
  if (issues === undefined) return;
  const message = issues.at(0)?.message ?? 'The value is not valid.';
  throw new TypeError(`${where()}: attribute \`${name}\` must match its schema. ${message}`);
}

/**
 * Checks an initial record. Records contain the output of schemas, so values are not transformed: the value of each
 * attribute in a response must match its schema.
 *
 * @throws {TypeError} If a member is not declared, a relationship has a wrong type, or a value does not match its
 * schema.
 */
export function checkSeed(api: Api, type: ResourceType, record: unknown): asserts record is object {
  if (typeof record !== 'object' || record === null) {
    throw new TypeError(`createMemorySources: each record of "${type.name}" must be an object.`);
  }
  checkMembers(type, record);
  checkTargets(type, record);
  checkMemberData(type, record);
  const written = writtenAttributes(api, type, record);
  for (const attribute of type.attributes.values()) {
    // A default is what the schema returns, so it is not checked.
    const isGiven = memberOf(record, attribute.name) !== undefined && Object.hasOwn(written, attribute.name);
    if (isGiven) checkValue(attribute, written[attribute.name], () => whereOf(type, record));
  }
}
