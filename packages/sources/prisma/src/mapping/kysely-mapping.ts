import type { Api, ResourceType } from '@linkage/core';
import { nameTable, optionTable, readOptions, storedAttributes } from '@linkage/core/internal';
import type { DatabaseSchema } from '@linkage/kysely';
import { idTypeOf, type UntypedMapping } from '@linkage/kysely/internal';
import { columnOf, type Model, type Models } from '../schema/models.ts';
import { relationStorage } from '../schema/relation-storage.ts';
import { attributeMapping, memberFields } from './attribute-mapping.ts';

type Values = Readonly<Record<string, unknown>>;

/** The mapping of a type, unchecked. */
export interface UntypedPrismaMapping {
  readonly model: string;
  readonly id?: string | readonly string[];
  readonly newId?: () => string;
  readonly version?: string;
  readonly where?: Values | true;
  readonly softDelete?: Values;
  readonly onCreate?: Values;
  readonly onUpdate?: Values;
  readonly columns?: Readonly<Record<string, string>>;
  readonly attributes?: Readonly<Record<string, string | undefined>>;
  readonly relationships?: Readonly<Record<string, object | null | undefined>>;
  readonly constraints?: UntypedMapping['constraints'];
}

const members = optionTable(
  {
    ...{ model: 'string', id: 'any', newId: 'function', version: 'string', where: 'any' },
    ...{ softDelete: 'object', onCreate: 'object', onUpdate: 'object', columns: 'object' },
    ...{ attributes: 'object', relationships: 'object', constraints: 'object' },
  },
  'member',
);

/** The values with which the mapping of all types is read. */
interface Context {
  readonly models: Models;
  readonly databaseSchema: DatabaseSchema;
  /** The mapping of every type. */
  readonly all: Readonly<Record<string, UntypedPrismaMapping | undefined>>;
}

function readNames<Part extends object>(where: string, part: Part, known: Iterable<string>, what: string): Part {
  return readOptions(`createPrismaSources: mapping${where}`, part, nameTable(known, what));
}

/** Returns a model. @throws {TypeError} If the schema does not have it. */
function modelOf(where: string, name: string, models: Models): Model {
  const model = models.get(name);
  if (model !== undefined) return model;
  const known = [...new Set(models.values())].map((it) => it.name).join(', ');
  throw new TypeError(`${where}: the schema of Prisma has no model ${JSON.stringify(name)}. Its models are ${known}.`);
}

/** Members of the storage of a relationship that contain fields. */
const fieldMembers: ReadonlySet<string> = new Set(['column', 'foreignKey', 'references', 'from', 'to', 'typeColumn']);

/** Returns the storage of a relationship with the names of columns. The fields are those of the type, of the related type, or of a join model. */
function explicitStorage(
  where: string,
  given: object,
  model: Model,
  targets: readonly string[],
  context: Context,
): object {
  const { models, all } = context;
  if ('targets' in given) {
    const parts = Object.entries(Object(given.targets) as Readonly<Record<string, object>>);
    const named = parts.map(([type, it]) => [
      type,
      explicitStorage(`${where}.targets.${type}`, it, model, [type], context),
    ]);
    return { ...given, targets: Object.fromEntries(named) };
  }
  const through = 'through' in given && typeof given.through === 'string' ? models.get(given.through) : undefined;
  const [target = ''] = targets;
  const related = all[target]?.model;
  const place = (name: string): Model | undefined => {
    if ('through' in given) return through;
    if ('column' in given === (name !== 'references')) return model;
    return related === undefined ? undefined : modelOf(where, related, models);
  };
  const named = Object.entries(given).map(([name, value]) => {
    if (name === 'through') return [name, through?.table ?? value];
    const owner = fieldMembers.has(name) ? place(name) : undefined;
    if (owner === undefined) return [name, value];
    const column = (it: unknown): string => columnOf(`${where}.${name}`, owner, it);
    return [name, Array.isArray(value) ? value.map(column) : column(value)];
  });
  return Object.fromEntries(named);
}

function storagesOf(where: string, type: ResourceType, own: UntypedPrismaMapping, model: Model, context: Context) {
  const { models, databaseSchema } = context;
  const given = readNames(
    `.${type.name}.relationships`,
    own.relationships ?? {},
    type.relationships.keys(),
    'relationship',
  );
  const entries = [...type.relationships.values()].map((relationship) => {
    const at = `${where}.relationships.${relationship.name}`;
    const storage = given[relationship.name];
    if (storage === null) return [relationship.name, null];
    if (storage !== undefined)
      return [
        relationship.name,
        {
          ...explicitStorage(at, storage, model, relationship.targets, context),
          ...memberFields(at, storage, relationship, context),
        },
      ];
    return [relationship.name, relationStorage({ where: at, relationship, model, models, databaseSchema })];
  });
  return Object.fromEntries(entries) as never;
}

/** Returns the mapping of a type with the names of its table and columns. */
function typeMapping(type: ResourceType, given: UntypedPrismaMapping, context: Context): UntypedMapping {
  const where = `createPrismaSources: mapping.${type.name}`;
  const own = readOptions(where, given, members) as UntypedPrismaMapping;
  const model = modelOf(`${where}.model`, own.model, context.models);
  const table = context.databaseSchema.tables.get(model.table);
  if (table === undefined)
    throw new TypeError(
      `${where}: the database does not have a table ${JSON.stringify(model.table)}, that of ${model.name}.`,
    );
  const key = own.id === undefined ? table.primaryKey : [own.id].flat().map((it) => columnOf(`${where}.id`, model, it));
  if (key === undefined || key.length === 0)
    throw new TypeError(`${where}: the table "${model.table}" has no primary key. Write \`id\`, with a unique field.`);
  const stored = storedAttributes(type);
  const named = readNames(`.${type.name}.attributes`, own.attributes ?? {}, stored, 'attribute');
  const attributes = stored.map((name) => [
    name,
    attributeMapping(`${where}.attributes.${name}`, model, named[name] ?? name, table),
  ]);
  const values = (part: 'where' | 'softDelete' | 'onCreate' | 'onUpdate') => {
    const entries = Object.entries(Object(own[part] ?? {})).map(([name, it]) => [
      columnOf(`${where}.${part}`, model, name),
      it,
    ]);
    // `where: true`, and what is not an object, are for the sources to read.
    const given: unknown = own[part];
    return given === undefined
      ? {}
      : { [part]: (typeof given === 'object' ? Object.fromEntries(entries) : given) as never };
  };
  const columns = Object.entries(own.columns ?? {}).map(([name, it]) => [
    name,
    columnOf(`${where}.columns`, model, it),
  ]);
  return {
    table: model.table,
    ...{ id: key, idType: key.map((name) => idTypeOf(table.columns.get(name)?.type)) },
    ...(own.newId !== undefined && { newId: own.newId }),
    ...(own.version !== undefined && { version: columnOf(`${where}.version`, model, own.version) }),
    ...(own.constraints !== undefined && { constraints: own.constraints }),
    ...{ ...values('where'), ...values('softDelete'), ...values('onCreate'), ...values('onUpdate') },
    attributes: Object.fromEntries(attributes),
    columns: Object.fromEntries(columns),
    relationships: storagesOf(where, type, own, model, context),
  };
}

/**
 * Returns the mapping of all types with the names of tables and columns.
 *
 * @throws {TypeError} If the API does not have a type, or the schema of Prisma does not have a model or a field.
 */
export function kyselyMapping(
  api: Api,
  given: Readonly<Record<string, UntypedPrismaMapping | undefined>>,
  models: Models,
  databaseSchema: DatabaseSchema,
): Readonly<Record<string, UntypedMapping>> {
  const all = readNames('', given, api.types.keys(), 'resource type');
  const entries = Object.entries(all).flatMap(([name, own]) =>
    own === undefined
      ? []
      : [[name, typeMapping(api.types.get(name) as ResourceType, own, { models, databaseSchema, all })] as const],
  );
  return Object.fromEntries(entries);
}
