import type { RelationshipDefinition } from '@linkage/core';
import type { DatabaseForeignKey, DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import type { Model, ModelField, Models } from './models.ts';

/** A relation of a model, and the tables of both relationships. */
interface Place {
  readonly where: string;
  readonly relationship: RelationshipDefinition;
  readonly model: Model;
  readonly models: Models;
  readonly databaseSchema: DatabaseSchema;
}

function keysTo(from: DatabaseTable | undefined, target: DatabaseTable | undefined): readonly DatabaseForeignKey[] {
  if (target === undefined) return [];
  return from?.foreignKeys?.filter(({ table }) => table === `${target.schema}.${target.name}`) ?? [];
}

/** Returns the columns of a foreign key in the order of the primary key that it references: one name, or several. */
function columnsOf({ columns, references }: DatabaseForeignKey, { primaryKey = [] }: DatabaseTable): string | string[] {
  const ordered = primaryKey.flatMap((name) => {
    const column = columns[references.indexOf(name)];
    return column === undefined ? [] : [column];
  });
  const names = ordered.length === columns.length ? ordered : [...columns];
  return names.length === 1 ? (names[0] as string) : names;
}

/** Returns the join table that Prisma makes for a relation of two models. Its column `A` is that of the first model by name. */
function joinTable({ where, model, databaseSchema }: Place, { type, relationName }: ModelField): object | undefined {
  const table = `_${relationName}`;
  const schema = model.table.includes('.') ? `${model.table.split('.')[0]}.` : '';
  if (!databaseSchema.tables.has(schema + table)) return undefined;
  if (type === model.name)
    throw new TypeError(
      `${where}: Prisma does not say which column of "${table}" is this side. Write { through: "${table}", from: "A", to: "B" }, or with "A" and "B" swapped.`,
    );
  const isFirst = model.name < type;
  return { through: schema + table, from: isFirst ? 'A' : 'B', to: isFirst ? 'B' : 'A' };
}

function ambiguous({ where, model }: Place, keys: readonly DatabaseForeignKey[], member: string): TypeError {
  const names = keys.map(({ columns }) => JSON.stringify(columns.join(', '))).join(' or ');
  return new TypeError(
    `${where}: several foreign keys of the relation of ${model.name} are possible: ${names}. Write { ${member}: … } with the field of one of them.`,
  );
}

/**
 * Returns the storage of a relation that has the name of a relationship: a foreign key of one of the two tables, or the join table of Prisma.
 *
 * @throws {TypeError} If the model does not have the relation, or several foreign keys are possible.
 */
export function relationStorage(place: Place): object {
  const { where, relationship, model, models, databaseSchema } = place;
  const relation = model.fields.get(relationship.name);
  if (relation?.kind !== 'object')
    throw new TypeError(
      `${where}: the model ${model.name} has no relation "${relationship.name}". Write its storage, or null if another source stores it.`,
    );
  const through = relationship.kind === 'to-many' ? joinTable(place, relation) : undefined;
  if (through !== undefined) return through;
  const own = databaseSchema.tables.get(model.table);
  const target = databaseSchema.tables.get(models.get(relation.type)?.table ?? '');
  const [here, there] = [keysTo(own, target), keysTo(target, own)];
  const isOwn = relationship.kind === 'to-one' && here.length > 0;
  const [key, ...others] = isOwn ? here : there;
  if (key === undefined || own === undefined || target === undefined)
    throw new TypeError(
      `${where}: the database has no foreign key between the tables of ${model.name} and ${relation.type}.`,
    );
  const member = isOwn ? 'column' : 'foreignKey';
  // A relation of two models can have the key on either of them.
  const isUnclear =
    relationship.kind === 'to-one' && model.name !== relation.type && here.length > 0 && there.length > 0;
  if (others.length > 0 || isUnclear)
    throw ambiguous(place, [...(isOwn ? here : []), ...(isOwn && !isUnclear ? [] : there)], member);
  return { [member]: columnsOf(key, isOwn ? target : own) };
}
