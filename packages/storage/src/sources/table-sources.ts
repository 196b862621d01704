import { hasOwn, optionTable, readOptions } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { Key } from '../columns/key.ts';
import { modelSources } from './model-sources.ts';
import type { MembersOf, ModelStatements } from './model-statements.ts';
import type { StorageSource } from './storage-source.ts';
import { idOf } from './stored-rows.ts';
import type { StoredTypes } from './stored-types.ts';
import type { TableStatements, ToManyTable, ToManyTables } from './table-statements.ts';
import { tableStorage, toManyTable } from './table-storage.ts';

/** Returns the table of a to-many relationship. @throws {TypeError} If `toMany` does not contain the relationship. */
function linksOf(toMany: ToManyTables, type: string, name: string): ToManyTable {
  const table = toManyTable(toMany, type, name);
  if (table === undefined) throw new TypeError(`tableSources: \`toMany.${type}.${name}\` is required.`);
  return table;
}

/** Writes statements on models as statements on tables. */
function modelStatements<Executor, Condition>(
  types: StoredTypes,
  tables: TableStatements<Executor, Condition>,
): ModelStatements<Executor, Condition> {
  const { conditions, toMany } = tables;
  const { and, inRows, isNull, oneOf } = conditions;
  const idOfType = (type: string): string => idOf(types.typeOf(type));
  const all = (list: readonly (Condition | undefined)[]): Condition | undefined => {
    const given = list.filter((it) => it !== undefined);
    return given.length < 2 ? given.at(0) : and(given);
  };

  /** The condition that a row of the target type is a member of a relationship of some resources. */
  function isMember({ type, relationship, keys }: MembersOf): Condition {
    const links = linksOf(toMany, type, relationship);
    const target = types.targetOf(type, relationship).type.name;
    if (hasOwn(links, 'foreignKey')) return oneOf(target, links.foreignKey, keys);
    const { through, from, to } = links;
    return inRows(target, idOfType(target), through, to, oneOf(through, from, keys));
  }

  const { transaction, isConflict, sortsRelated, sortsThrough } = tables;
  return {
    ...{ transaction, isConflict, sortsRelated, sortsThrough },
    conditions: {
      ...conditions,
      anyRelated(type, relationship, target, condition) {
        const column = types.typeOf(type).columns.get(relationship);
        const id = idOfType(target);
        if (column !== undefined) return inRows(type, column.property, target, id, condition);
        const links = linksOf(toMany, type, relationship);
        if (hasOwn(links, 'foreignKey')) {
          // No value is unequal to each value of a list with NULL.
          const where = and([condition, isNull(target, links.foreignKey, false)]);
          return inRows(type, idOfType(type), target, links.foreignKey, where);
        }
        const { through, from, to } = links;
        return inRows(type, idOfType(type), through, from, inRows(through, to, target, id, condition));
      },
    },
    select: (on, { type, include: _, ...query }) => tables.select(on, { ...query, table: type }),
    async members(on, of, { type, include: _, ...query }) {
      const links = linksOf(toMany, of.type, of.relationship);
      const isPage = query.skip !== undefined;
      if (hasOwn(links, 'foreignKey')) {
        const properties = [...new Set([...query.properties, links.foreignKey])];
        const where = all([isMember(of), query.where]);
        const rows = await tables.select(on, { ...query, table: type, properties, where });
        return rows.map((row) => ({ parent: fieldOf(row, links.foreignKey), row }));
      }
      if (isPage) {
        const where = all([isMember(of), query.where]);
        const rows = await tables.select(on, { ...query, table: type, where });
        return rows.map((row) => ({ parent: of.keys.at(0), row }));
      }
      const { through, from, to } = links;
      const matches = query.where === undefined ? undefined : inRows(through, to, type, idOfType(type), query.where);
      const order = [from, to].map((property) => ({ steps: [], property, descending: false, nullable: false }));
      const where = all([oneOf(through, from, of.keys), matches]);
      const rows = await tables.select(on, { ...query, table: through, properties: [from, to], where, order });
      return rows.map((row) => ({ parent: fieldOf(row, from), row: fieldOf(row, to) }));
    },
    count: (on, type, where, of) => tables.count(on, type, all([of && isMember(of), where])),
    insert: async (on, type, values) => (await tables.insert(on, type, [values], [idOfType(type)])).at(0),
    update: async (on, type, key, values) =>
      (await tables.update(on, type, oneOf(type, idOfType(type), [key]), values)).at(0),
    delete: async (on, type, key) => (await tables.delete(on, type, oneOf(type, idOfType(type), [key]))).length > 0,
    link(on, { type, relationship, keys }, members) {
      const links = linksOf(toMany, type, relationship);
      const target = types.targetOf(type, relationship).type.name;
      const own = keys.at(0) as Key;
      if (hasOwn(links, 'foreignKey')) {
        return tables.update(on, target, oneOf(target, idOfType(target), members), { [links.foreignKey]: own });
      }
      const { through, from, to } = links;
      const rows = members.map((member) => ({ [from]: own, [to]: member }));
      return tables.insert(on, through, rows, [from, to]);
    },
    unlink(on, of, members) {
      const links = linksOf(toMany, of.type, of.relationship);
      const target = types.targetOf(of.type, of.relationship).type.name;
      if (hasOwn(links, 'foreignKey')) {
        const where = and([isMember(of), oneOf(target, idOfType(target), members)]);
        return tables.update(on, target, where, { [links.foreignKey]: null });
      }
      const { through, from, to } = links;
      return tables.delete(on, through, and([oneOf(through, from, of.keys), oneOf(through, to, members)]));
    },
  };
}

const members = optionTable(
  {
    ...{ transaction: 'function', isConflict: 'function', toMany: 'object' },
    ...{ sortsRelated: 'boolean', sortsThrough: 'boolean' },
    ...{ conditions: 'object', select: 'function', count: 'function' },
    ...{ insert: 'function', update: 'function', delete: 'function' },
  },
  'member',
);

/**
 * Creates the sources of all types of a database from the statements of a library with tables.
 *
 * @throws {TypeError} If a member of the statements is unknown or has another kind.
 */
export function tableSources<Executor, Condition>(
  types: StoredTypes,
  database: Executor,
  given: TableStatements<Executor, Condition>,
): Readonly<Record<string, StorageSource>> {
  const statements = readOptions('tableSources: statements', given, members);
  const sources = modelSources(types, database, modelStatements(types, statements));
  const withStorage = Object.entries(sources).map(([type, source]) => {
    return [type, Object.freeze({ ...source, storage: tableStorage(types, statements.toMany, type) })];
  });
  return Object.freeze(Object.fromEntries(withStorage));
}
