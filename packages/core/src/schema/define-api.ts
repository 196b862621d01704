import { frozenMap } from '../internal/freeze.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { memberOf } from '../internal/own-or-inherited.ts';
import { isMemberName } from '../member/member-name.ts';
import type {
  Api,
  ApiDeclaration,
  AttributeDefinition,
  RelationshipDefinition,
  ResourceType,
  TypeDeclaration,
} from './api.ts';
import { type Attribute, attributeOptions } from './attribute.ts';
import type { CheckDeclaration } from './check-declaration.ts';
import { type Relationship, type RelationshipOptions, relationshipOptions } from './relationship.ts';
import type { StandardSchema } from './standard-schema.ts';

function checkFieldName(type: string, name: string): void {
  if (name === 'type' || name === 'id') {
    throw new TypeError(`${type}: a field cannot be named "${name}", the specification takes that name.`);
  }
  if (!isMemberName(name)) throw new TypeError(`${type}: ${JSON.stringify(name)} is no legal member name.`);
}

const typeMembers: OptionTable = optionTable(
  { attributes: 'object', relationships: 'object', clientGeneratedIds: 'boolean' },
  'member',
);

/** A schema can be a function. */
function isDeclared(declared: unknown): declared is object {
  return typeof declared === 'function' || isObject(declared);
}

function isAttribute(declared: StandardSchema | Attribute): declared is Attribute {
  return isDeclared(declared) && memberOf(declared, 'kind') === 'attribute';
}

function defineAttribute(type: string, name: string, declared: StandardSchema | Attribute): AttributeDefinition {
  checkFieldName(type, name);
  const [schema, given] = isAttribute(declared) ? [declared.schema, declared.options] : [declared, {}];
  const options = readOptions(`defineApi: ${type}.${name}`, given, attributeOptions);
  if (typeof schema?.['~standard']?.validate !== 'function') {
    throw new TypeError(`${type}.${name}: an attribute is declared with a Standard Schema, such as z.string().`);
  }
  const { write = true, sort = false, filter = false, encode } = options;
  return Object.freeze({ name, schema, write, sort, filter, encode });
}

function defineRelationship(
  declaration: ApiDeclaration,
  type: string,
  name: string,
  declared: Relationship,
): RelationshipDefinition {
  checkFieldName(type, name);
  if (Object.hasOwn(declaration[type]?.attributes ?? {}, name)) {
    throw new TypeError(
      `${type}.${name} is declared as an attribute and as a relationship; fields share one namespace.`,
    );
  }
  if (declared?.kind !== 'to-one' && declared?.kind !== 'to-many') {
    throw new TypeError(`${type}.${name}: a relationship is declared with toOne(…) or toMany(…).`);
  }
  const { kind, targets } = declared;
  const options: RelationshipOptions = readOptions(
    `defineApi: ${type}.${name}`,
    declared.options,
    relationshipOptions[kind],
  );
  if (targets.length === 0) throw new TypeError(`${type}.${name} names no target type.`);
  for (const target of targets) {
    if (!Object.hasOwn(declaration, target)) {
      throw new TypeError(`${type}.${name}: ${JSON.stringify(target)} is no resource type of this API.`);
    }
  }
  const { write = true, include = true, filter = false } = options;
  // To-many has no such option, so nothing hides what `Object.prototype` may have under its name.
  const sort = ownMember(options, 'sort') === true;
  if (sort && (kind === 'to-many' || targets.length > 1)) {
    throw new TypeError(`${type}.${name}: only a to-one relationship to one type can be sorted through.`);
  }
  return Object.freeze({ name, kind, targets, write, include, filter, sort });
}

function defineType(declaration: ApiDeclaration, name: string, declared: TypeDeclaration): ResourceType {
  if (!isMemberName(name)) throw new TypeError(`${JSON.stringify(name)} is no legal name for a resource type.`);
  const members = readOptions(`defineApi: ${name}`, declared, typeMembers);
  const { attributes = {}, relationships = {}, clientGeneratedIds = false } = members;
  return Object.freeze({
    name,
    attributes: frozenMap(
      Object.entries(attributes).map(([field, value]) => [field, defineAttribute(name, field, value)]),
    ),
    relationships: frozenMap(
      Object.entries(relationships).map(([field, value]) => [
        field,
        defineRelationship(declaration, name, field, value),
      ]),
    ),
    clientGeneratedIds,
  });
}

/**
 * Declares an API: its resource types with their attributes and relationships. The key is the resource type.
 *
 * Names, targets and clashes are checked by the compiler, on the property at fault, and again here.
 *
 * @throws {TypeError} A name is illegal or taken, a target does not exist, an attribute has no schema.
 * @see https://jsonapi.org/format/1.1/#document-resource-objects
 * @example
 * const api = defineApi({
 *   articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
 *   people: { attributes: { name: z.string() } },
 * });
 */
export function defineApi<const Declaration extends ApiDeclaration & CheckDeclaration<Declaration>>(
  declaration: Declaration,
): Api<Declaration> {
  const declared: Declaration = declaration;
  return Object.freeze({
    declaration: declared,
    types: frozenMap(Object.entries(declared).map(([name, type]) => [name, defineType(declared, name, type)])),
  });
}
