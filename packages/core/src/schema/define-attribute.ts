import { describeValue, suggestName } from '../internal/describe-value.ts';
import { firstMember, isObject, memberOf, setOwn } from '../internal/members.ts';
import { readOptions } from '../internal/options.ts';
import { isMemberName } from '../spec/member/member-name.ts';
import type { AttributeDefinition, TypeDeclaration } from './api.ts';
import { isAsynchronous, isSchema } from './asynchronous-schema.ts';
import { type Attribute, type AttributeOptions, attributeOptions } from './attribute.ts';
import { readFilterMembers } from './filter-members.ts';
import { readOperators } from './filter-operator.ts';
import { insteadOf } from './in-memory-schema.ts';
import type { StandardSchema } from './standard-schema.ts';

/**
 * Checks the name of an attribute or a relationship.
 *
 * @throws {TypeError} If the name is reserved or not a member name.
 */
export function checkFieldName(type: string, name: string): void {
  if (name === 'type' || name === 'id') {
    throw new TypeError(
      `defineApi: a field of "${type}" must not be named \`${name}\`, because the specification reserves this name.`,
    );
  }
  if (!isMemberName(name))
    throw new TypeError(`defineApi: ${JSON.stringify(name)} is not a valid name for a field of "${type}".`);
}

/**
 * Rejects options that another option excludes.
 *
 * @param because The reason, as the end of a sentence.
 * @throws {TypeError} If one of them is set and not false.
 */
export function rejectOption(where: string, because: string, options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && value !== false)
      throw new TypeError(`${where} must not have the option \`${name}\`, because ${because}.`);
  }
}

function checkComputed(where: string, { compute, needs, ...options }: AttributeOptions): void {
  if (compute === undefined) {
    if (needs !== undefined) throw new TypeError(`${where}: \`needs\` must be used together with \`compute\`.`);
    return;
  }
  if (needs === undefined || needs.length === 0)
    throw new TypeError(`${where}: \`needs\` must list the fields that \`compute\` reads.`);
  const { write, sort, nulls, filter, from } = options;
  rejectOption(where, 'it is computed', { write, sort, nulls, filter, from });
  if (options.read === false) throw new TypeError(`${where} must not have \`read: false\`, because it is computed.`);
}

/** Whether a value can be a schema or a declaration. A schema can be a function. */
function isDeclared(declared: unknown): declared is object {
  return typeof declared === 'function' || isObject(declared);
}

/** Whether a schema is declared together with options. */
export function isAttribute(declared: StandardSchema | Attribute): declared is Attribute {
  return isDeclared(declared) && memberOf(declared, 'kind') === 'attribute';
}

/**
 * Returns the definition of an attribute with all options set.
 *
 * @throws {TypeError} If its name, schema or options are invalid.
 */
export function defineAttribute(type: string, name: string, declared: StandardSchema | Attribute): AttributeDefinition {
  checkFieldName(type, name);
  const [schema, given] = isAttribute(declared) ? [declared.schema, declared.options] : [declared, {}];
  const options = readOptions(`defineApi: ${type}.${name}`, given, attributeOptions);
  if (!isSchema(schema)) {
    throw new TypeError(`defineApi: attribute \`${type}.${name}\` must be a Standard Schema, such as \`z.string()\`.`);
  }
  const where = `defineApi: attribute \`${type}.${name}\``;
  const better = insteadOf(schema);
  if (better !== undefined) throw new TypeError(`${where}: JSON has no such values. Use ${better}.`);
  checkComputed(where, options);
  const { read = true, onDemand = false, sort = false, nulls, filter = false, encode, compute } = options;
  if (!read) rejectOption(where, 'clients cannot read it', { sort, nulls, filter, onDemand, encode });
  const { write = compute === undefined, needs = [] } = options;
  if (filter !== false && isAsynchronous(schema))
    throw new TypeError(`${where} must not have the option \`filter\`, because its schema is asynchronous.`);
  const members = readFilterMembers(`defineApi: ${type}.${name}`, { name, schema }, filter);
  const operators = members === undefined ? readOperators(`defineApi: ${type}.${name}`, filter, schema) : undefined;
  return Object.freeze({
    ...{
      name,
      from: name,
      schema,
      read,
      write,
      onDemand,
      sort,
      nulls,
      filter: filter !== false && members === undefined,
      operators,
      encode,
    },
    ...{ members, place: undefined, compute, needs: Object.freeze([...needs]) },
  });
}

/**
 * Checks that each field which a computed attribute needs is a field of its type that a record contains.
 *
 * @throws {TypeError} If the type does not have a field, or the field is computed.
 */
export function checkNeeds(type: string, declared: TypeDeclaration, attributes: Iterable<AttributeDefinition>): void {
  const fields = new Map<string, AttributeDefinition | undefined>();
  const all = [...attributes];
  for (const name of Object.keys(declared.relationships ?? {})) fields.set(name, undefined);
  for (const attribute of all) fields.set(attribute.name, attribute);
  for (const { name, needs } of all) {
    for (const need of needs) {
      const where = `defineApi: attribute \`${type}.${name}\`: \`needs\``;
      if (!fields.has(need)) {
        const hint = suggestName(String(need), fields.keys());
        throw new TypeError(`${where}: ${describeValue(need)} is not a field of "${type}".${hint}`);
      }
      if (fields.get(need)?.compute !== undefined)
        throw new TypeError(
          `${where} must not list \`${need}\`, because it is computed. List the fields that it needs.`,
        );
    }
  }
}

/**
 * Returns a computed attribute whose function reads rows. The function receives an object with the names of the API.
 *
 * @param names The members of a row that contain each field whose name is another.
 */
export function computedFromRow(
  attribute: AttributeDefinition,
  names: ReadonlyMap<string, readonly string[]>,
): AttributeDefinition {
  const { compute, needs } = attribute;
  if (compute === undefined || !needs.some((need) => names.has(need))) return attribute;
  const fromRow = (row: object): unknown => {
    const record: Record<string, unknown> = {};
    for (const need of needs) {
      const value = firstMember(row, names.get(need) ?? [need]);
      if (value === undefined) return undefined;
      setOwn(record, need, value);
    }
    return compute(record);
  };
  return { ...attribute, compute: fromRow, needs: [] };
}
