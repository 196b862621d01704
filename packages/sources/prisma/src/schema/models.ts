import { closestName } from '@linkage/core/internal';
import type { PrismaDatabase } from '../dialect/prisma-dialect.ts';

/** A field of a model: a column, or a relation. */
export interface ModelField {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  /** The name of the column. */
  readonly column: string;
  readonly relationName: string | undefined;
}

/** A model of the schema of Prisma. */
export interface Model {
  readonly name: string;
  /** The name of the table, with its schema if the model names it. */
  readonly table: string;
  readonly fields: ReadonlyMap<string, ModelField>;
}

/** The models of a client by name, such as `Article`, and by the name of their member in the client, such as `article`. */
export type Models = ReadonlyMap<string, Model>;

interface RuntimeModel {
  readonly dbName?: string | null;
  readonly schema?: string | null;
  readonly fields: readonly {
    readonly name: string;
    readonly kind: string;
    readonly type: string;
    readonly dbName?: string | null;
    readonly relationName?: string;
  }[];
}

function modelOf(name: string, { dbName, schema, fields }: RuntimeModel): Model {
  const table = dbName ?? name;
  const read = fields.map(({ name: field, kind, type, dbName: column, relationName }): [string, ModelField] => [
    field,
    { name: field, kind, type, column: column ?? field, relationName },
  ]);
  return { name, table: schema ? `${schema}.${table}` : table, fields: new Map(read) };
}

/** Returns the member of a client for a model: `article` for `Article`. */
export function memberOf(model: string): string {
  return model.charAt(0).toLowerCase() + model.slice(1);
}

/**
 * Reads the models of a client.
 *
 * @throws {TypeError} If the client is not one of Prisma 7.
 */
export function modelsOf(prisma: PrismaDatabase): Models {
  const { _runtimeDataModel: own } = prisma as unknown as {
    readonly _runtimeDataModel?: { readonly models?: Readonly<Record<string, RuntimeModel>> };
  };
  if (own?.models === undefined)
    throw new TypeError('createPrismaSources: the client must be one that Prisma 7 has generated.');
  const models = Object.entries(own.models).map(([name, model]) => modelOf(name, model));
  const byMember = models.map((it) => [memberOf(it.name), it] as const);
  return new Map([...byMember, ...models.map((it) => [it.name, it] as const)]);
}

function listed(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}

/** Returns the columns of a model by field. */
export function columnsByField(model: Model | undefined): ReadonlyMap<string, { readonly column: string }> {
  return new Map([...(model?.fields ?? [])].filter(([, { kind }]) => kind !== 'object'));
}

/**
 * Returns the column of a field.
 *
 * @throws {TypeError} If the model does not have the field, or it is a relation.
 */
export function columnOf(where: string, { name: model, fields }: Model, name: unknown): string {
  const field = typeof name === 'string' ? fields.get(name) : undefined;
  if (field !== undefined && field.kind !== 'object') return field.column;
  const names = [...fields.values()].filter(({ kind }) => kind !== 'object').map((it) => it.name);
  const meant = closestName(String(name), names);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const problem = field === undefined ? 'does not have a field' : 'has a relation, and not a column,';
  throw new TypeError(
    `${where}: the model ${model} ${problem} ${JSON.stringify(name)}.${hint} Its fields are ${listed(names)}.`,
  );
}
