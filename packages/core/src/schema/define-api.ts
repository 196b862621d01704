import { describeValue, suggestName } from '../internal/describe-value.ts';
import { frozenMap } from '../internal/freeze.ts';
import { isObject, ownMembers } from '../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { isMemberName } from '../spec/member/member-name.ts';
import type { Api, ApiDeclaration, RelationshipDefinition, ResourceType, TypeDeclaration } from './api.ts';
import type { CheckDeclaration, DeclarationOf, Remember } from './check-declaration.ts';
import { readActions } from './define-action.ts';
import { checkFieldName, checkNeeds, defineAttribute, rejectOption } from './define-attribute.ts';
import { readDefaultSort, readPaths } from './field-lists.ts';
import { fieldsOf } from './fields-of.ts';
import { type Inverses, readInverses } from './inverses.ts';
import { readMember } from './member-data.ts';
import {
  type Relationship,
  type RelationshipOptions,
  relationshipOptions,
  type ToManyOptions,
} from './relationship.ts';
import { rowsOf } from './rows.ts';

/** A declaration whose types are defined. */
interface Declared {
  readonly declaration: ApiDeclaration;
  readonly inverses: Inverses;
}

const typeMembers: OptionTable = optionTable(
  {
    ...{ attributes: 'object', relationships: 'object', clientGeneratedIds: 'boolean', defaultSort: 'array' },
    ...{ id: 'string', actions: 'object', description: 'string', deprecated: 'any' },
  },
  'member',
);

function defineRelationship(
  { declaration, inverses }: Declared,
  type: string,
  name: string,
  declared: Relationship,
): RelationshipDefinition {
  checkFieldName(type, name);
  if (Object.hasOwn(fieldsOf(declaration, type, 'attributes'), name)) {
    throw new TypeError(`defineApi: \`${type}.${name}\` must not be both an attribute and a relationship.`);
  }
  if (declared?.kind !== 'to-one' && declared?.kind !== 'to-many') {
    throw new TypeError(`defineApi: relationship \`${type}.${name}\` must be declared with \`toOne\` or \`toMany\`.`);
  }
  const { kind, targets } = declared;
  const options: RelationshipOptions = readOptions(
    `defineApi: ${type}.${name}`,
    declared.options,
    relationshipOptions[kind],
  );
  if (!Array.isArray(targets) || targets.length === 0)
    throw new TypeError(`defineApi: relationship \`${type}.${name}\` must have one or more target types.`);
  for (const target of targets) {
    if (!Object.hasOwn(declaration, target)) {
      const hint = suggestName(String(target), Object.keys(declaration), '"');
      throw new TypeError(
        `defineApi: relationship \`${type}.${name}\`: ${describeValue(target)} is not a resource type of this API.${hint}`,
      );
    }
  }
  const { write = true, read = true, onDemand = false, required = false, filter = false } = options;
  const { include = read } = options;
  const where = `defineApi: ${type}.${name}`;
  // A to-many relationship does not have these options.
  const { sort = false, onDelete } = ownMembers(options) as RelationshipOptions;
  if (sort !== false && (kind === 'to-many' || targets.length > 1)) {
    throw new TypeError(
      `defineApi: relationship \`${type}.${name}\` must not have the option \`sort\`, because only a to-one relationship with one target type can.`,
    );
  }
  if (!read) {
    const field = `defineApi: relationship \`${type}.${name}\``;
    rejectOption(field, 'clients cannot read it', { include, filter, sort, onDemand });
  }
  const inverse = inverses.get(type)?.get(name);
  const { member } = ownMembers(options) as ToManyOptions;
  return Object.freeze({
    ...{ name, kind, targets, write, read, onDemand, include, required },
    member: member && readMember(declaration, `${type}.${name}`, declared, inverse, member),
    ...{ filter: filter !== false, sort: sort !== false },
    filterPaths: readPaths(declaration, where, 'filter', targets, filter),
    sortPaths: readPaths(declaration, where, 'sort', targets, sort),
    ...{ inverse, onDelete, from: undefined },
  });
}

function defineType(all: Declared, name: string, declared: TypeDeclaration): ResourceType {
  if (!isMemberName(name))
    throw new TypeError(`defineApi: ${JSON.stringify(name)} is not a valid name for a resource type.`);
  const members = readOptions(`defineApi: ${name}`, declared, typeMembers);
  const { attributes = {}, relationships = {}, clientGeneratedIds = false, defaultSort = [] } = members;
  const defined = Object.entries(attributes).map(
    ([field, value]) => [field, defineAttribute(name, field, value)] as const,
  );
  readActions(name, members);
  checkNeeds(
    name,
    members,
    defined.map(([, attribute]) => attribute),
  );
  return Object.freeze({
    name,
    attributes: frozenMap(defined),
    relationships: frozenMap(
      Object.entries(relationships).map(([field, value]) => [field, defineRelationship(all, name, field, value)]),
    ),
    clientGeneratedIds,
    defaultSort: readDefaultSort(all.declaration, name, defaultSort),
    idFrom: undefined,
  });
}

/**
 * Declares an API: its resource types with their attributes and relationships. Each key is a resource type. The
 * compiler checks names and targets and reports the invalid property; this function checks them again.
 *
 * @throws {TypeError} If a name is invalid or used twice, a target does not exist, or an attribute does not have a
 * schema.
 * @see https://jsonapi.org/format/1.1/#document-resource-objects
 * @example
 * const api = defineApi({
 * articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
 * people: { attributes: { name: z.string() } },
 * });
 */
export function defineApi<
  const Declaration extends ApiDeclaration & CheckDeclaration<Declaration> & Remember<Declaration>,
>(declaration: Declaration): Api<DeclarationOf<Declaration>> {
  // Both types are equal, unless the compiler reports an error.
  const declared = declaration as unknown as DeclarationOf<Declaration>;
  if (!isObject(declaration as unknown))
    throw new TypeError(`defineApi: the declaration must be an object, but it is ${describeValue(declaration)}.`);
  const all: Declared = { declaration: declared, inverses: readInverses(declared) };
  const types = frozenMap(Object.entries(declared).map(([name, type]) => [name, defineType(all, name, type)]));
  return Object.freeze({ declaration: declared, types, rows: rowsOf(declared, types) });
}
