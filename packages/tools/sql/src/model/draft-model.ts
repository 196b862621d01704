import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import { makesValues } from '@linkage/kysely/internal';
import { createNameTaker } from '../names/name-taker.ts';
import { optionText } from '../names/option-text.ts';
import { isWatchedTable } from '../names/secrets.ts';
import { camelCase } from '../names/words.ts';
import { writesBy } from './allowed-writes.ts';
import { attributesOf } from './attributes.ts';
import { type ChosenTable, chooseTables } from './chosen-tables.ts';
import { tableWords, typeNames } from './draft-names.ts';
import { canBeSecret } from './drafted-value.ts';
import { placeFunctions } from './functions.ts';
import { joinTablesOf } from './join-tables.ts';
import { type JoinTable, type Link, linksOf } from './links.ts';
import type { DraftModel, DraftNote, DraftOptions, DraftType, MissingIndex, MissingKey } from './model.ts';
import { addInverses, addJoins, addToOnes, type Drafting, type GrowingType } from './relationships.ts';
import { addTyped, typedLinks } from './typed-pairs.ts';
import { guessedLinks, unlinkedColumns } from './unlinked-columns.ts';

const knownOptions: OptionTable = optionTable({
  ...{
    database: ['sqlite', 'postgres', 'mysql'],
    names: ['short', 'stable', 'database'],
    filter: ['indexed', 'all', 'none'],
  },
  ...{
    schemas: 'array',
    tables: 'array',
    except: 'array',
    types: 'array',
    show: 'array',
    keys: 'object',
    functions: 'array',
    strip: 'string',
  },
  ...{ isSmall: 'function', hasRight: 'function', checks: 'function', valuesOf: 'function', guess: 'boolean' },
  ...{ sample: 'function', hasSecrets: 'function', uniqueColumn: 'function', numbers: 'boolean' },
});

function isTextual({ columns }: DatabaseTable, name: string): boolean {
  const column = columns.get(name);
  return column !== undefined && canBeSecret(column);
}

/** Returns who makes the ids of new rows: the server makes UUIDs, and bytes, where the database does not. The client knows the id of another row. */
function idMaker({ key, table }: ChosenTable): DraftType['idBy'] {
  const column =
    key.length === 1 ? (table.columns.get(String(key[0])) ?? table.hidden?.get(String(key[0]))) : undefined;
  if (column === undefined) return key.length === 1 ? 'database' : 'fields';
  // SQLite counts each integer key, also one that references the row of another table.
  if (table.foreignKeys?.some(({ columns }) => columns.length === 1 && columns[0] === key[0]) === true) return 'client';
  if (makesValues(column) || table.hidden?.get(String(key[0])) === column) return 'database';
  return column.type.kind === 'uuid' || column.type.kind === 'binary' ? 'server' : 'client';
}

function growTypes(chosen: readonly ChosenTable[], options: DraftOptions, notes: DraftNote[]) {
  const names = createNameTaker();
  const found = new Map<ChosenTable, string>();
  const chains = chosen.map((it, index) => [it, typeNames(it, index + 1, options)] as const);
  // A table whose name is a plural has the first right to it: the other one keeps its singular.
  const isOther = ([it, [first]]: (typeof chains)[number]): number =>
    camelCase(tableWords(it, options)) === first ? 0 : 1;
  for (const [it, chain] of chains.toSorted((one, other) => isOther(one) - isOther(other))) {
    const name = names.take(chain);
    const table = it.tableName;
    if (name === undefined) notes.push({ table, kind: 'left out', text: 'all of its names are taken' });
    else found.set(it, name);
    if (name !== undefined && name !== chain[0])
      notes.push({ table, kind: 'renamed', text: `${name}, because another table is ${chain[0]}` });
  }
  const types = new Map<ChosenTable, GrowingType>();
  for (const it of chosen) {
    const name = found.get(it);
    if (name !== undefined)
      types.set(it, { chosen: it, name, names: createNameTaker(['id', 'type']), relationships: [] });
  }
  return types;
}

function guessNote({ source, target, columns }: Link): DraftNote {
  const text = `references ${target.tableName} by its name: the database has no foreign key`;
  return { table: source.tableName, column: columns.join(', '), kind: 'guessed', text };
}

function memberNote({ join: { tableName: table }, member }: JoinTable): readonly DraftNote[] {
  const text = 'a relationship, whose memberships have its other columns as data';
  return member.length === 0 ? [] : [{ table, kind: 'guessed', text, option: optionText('type', table) }];
}

function missingKeyOf({ source, target, columns }: Link): MissingKey {
  return { table: source.tableName, columns, target: target.tableName, references: target.key };
}

function missingIndexesOf(links: readonly Link[], joined: readonly Link[]): readonly MissingIndex[] {
  const all = [...links, ...joined].filter(({ source, isIndexed }) => !isIndexed && source.table.kind === 'table');
  return all.map(({ source, columns }) => {
    const rest = source.key.filter((name) => !columns.includes(name));
    return { table: source.tableName, columns: [...columns, ...rest] };
  });
}

/**
 * Drafts an API for the tables of a database: resource types, attributes, and relationships, with their names. Equal database schemas have equal
 * drafts. Each guess is a note: hidden and left out columns, and names that are taken.
 *
 * @throws {TypeError} If an option is unknown or has a wrong value.
 * @example
 * const model = draftModel(await readDatabaseSchema(db), { database: 'postgres' });
 * const { api, mapping } = declareModel(model);
 */
export function draftModel(databaseSchema: DatabaseSchema, given: DraftOptions): DraftModel {
  const options = readOptions<DraftOptions>('draftModel', given, knownOptions);
  const { chosen, notes: leftOut } = chooseTables(databaseSchema, options);
  const { links: all, notes: unlinked } = linksOf(databaseSchema, chosen);
  const { hasRight = () => true } = options;
  const isReadable = ({ source, columns }: Pick<Link, 'source' | 'columns'>): boolean =>
    columns.every((it) => hasRight('select', source.table, it));
  const declared = all.filter(isReadable);
  const unsaid = guessedLinks(chosen, all, options).filter(isReadable);
  const guessed = options.guess === true ? unsaid : [];
  const links = [...declared, ...guessed];
  const joins = joinTablesOf(databaseSchema, chosen, links, options);
  const joinTables = new Set(joins.map(({ join }) => join));
  // A join table needs no id.
  const joined = new Set(joins.map(({ join }) => join.tableName));
  const notes: DraftNote[] = leftOut.filter(({ kind, table }) => kind !== 'guessed' || !joined.has(table));
  notes.push(...joins.flatMap(memberNote));
  notes.push(...unlinked, ...guessed.map(guessNote));
  const types = growTypes(
    chosen.filter((it) => !joinTables.has(it)),
    options,
    notes,
  );
  const own = links.filter(({ source, target }) => types.has(source) && types.has(target));
  const linked = Map.groupBy(own, ({ source }) => source);
  const columnsOf = ({ chosen: it }: GrowingType): ReadonlySet<string> =>
    new Set((linked.get(it) ?? []).flatMap((link) => link.columns));
  const typed = typedLinks([...types.values()], columnsOf, options);
  notes.push(...typed.notes);
  const fields = new Map<GrowingType, Pick<DraftType, 'attributes' | 'version' | 'lacking' | 'checks'>>();
  for (const type of types.values()) {
    const pairs = typed.links.filter(({ source }) => source === type);
    const columns = new Set([...columnsOf(type), ...pairs.flatMap((it) => [it.column, it.typeColumn])]);
    const { notes: decided, ...drafted } = attributesOf(type.chosen, columns, type.names, options);
    notes.push(...decided);
    fields.set(type, drafted);
    const strings = drafted.attributes.filter(({ column }) => isTextual(type.chosen.table, column));
    if (strings.length > 0 && isWatchedTable(type.chosen.table.name))
      notes.push({ table: type.chosen.tableName, kind: 'shown', text: strings.map(({ column }) => column).join(', ') });
  }
  notes.push(...unlinkedColumns(fields, options));
  const drafting: Drafting = { types, options, notes };
  addInverses(drafting, addToOnes(drafting, own));
  addJoins(drafting, joins);
  addTyped(typed.links, notes, options);
  const relationshipsOf = (it: ChosenTable) => types.get(it)?.relationships ?? [];
  const functions = placeFunctions(options.functions ?? [], {
    ...{ databaseSchema, database: options.database, chosen: [...types.keys()], relationshipsOf },
  });
  return {
    types: [...types.values()].map((type) => ({
      name: type.name,
      writes: writesBy(options, type.chosen.table, fields.get(type)?.lacking ?? []),
      table: type.chosen.table,
      tableName: type.chosen.tableName,
      key: type.chosen.key,
      idType: type.chosen.idType,
      idBy: idMaker(type.chosen),
      ...(fields.get(type) ?? { attributes: [], version: undefined, lacking: [], checks: [] }),
      relationships: type.relationships,
      functions: functions.get(type.chosen) ?? [],
    })),
    notes,
    missingIndexes: missingIndexesOf(
      own,
      joins.flatMap(({ links: pair }) => pair),
    ),
    missingKeys: unsaid.map(missingKeyOf),
  };
}
