import type { DatabaseColumn, DatabaseTable } from '@linkage/kysely';
import { hasZeroDefault } from '@linkage/kysely/internal';
import type { NameTaker } from '../names/name-taker.ts';
import { optionText } from '../names/option-text.ts';
import { isWritable, writeBy } from './allowed-writes.ts';
import type { ChosenTable } from './chosen-tables.ts';
import { type DraftedValue, plain } from './column-kinds.ts';
import { attributeNames } from './draft-names.ts';
import type { DraftValue } from './draft-value.ts';
import {
  checkedValue,
  draftedValue,
  hasOwnValue,
  isComparable,
  isLong,
  isNamed,
  isSearchable,
  secrecyOf,
} from './drafted-value.ts';
import type { DraftAttribute, DraftNote, DraftOptions } from './model.ts';
import { otherChecks, readChecks } from './read-check.ts';
import { searchesOf, withSearch } from './searches.ts';

/** How requests can use the values of a column. */
type Use = Pick<DraftAttribute, 'filter' | 'sort'>;

const NO_VERSION = 'clients write it. With `not null` and a default, it would be the version of the row';
const unused: Use = { filter: false, sort: false };

/** Returns how requests can use the values of a column without reading the whole table. */
function useOf(table: DatabaseTable, name: string, value: DraftValue, options: DraftOptions): Use {
  const { filter = 'indexed', isSmall } = options;
  const isBytes = value.kind === 'bytes';
  if (filter === 'all' || isSmall?.(table) === true)
    return isBytes ? { filter: ['eq'], sort: false } : { filter: true, sort: true };
  if (filter === 'none') return unused;
  const { primaryKey, indexes = [] } = table;
  const own = indexes.filter(({ isPartial, columns }) => !isPartial && columns[0] === name);
  const isSorted = primaryKey?.[0] === name || own.some(({ method }) => method === 'btree');
  if (!isSorted && !own.some(({ method }) => method === 'hash')) return unused;
  // An index of strings serves equality: a search within strings reads all of them.
  return { filter: isBytes || value.kind === 'text' ? ['eq'] : true, sort: isSorted && !isBytes };
}

/** Returns how requests can use the elements of a list. */
function elementUse({ indexes = [], ...table }: DatabaseTable, name: string, { filter, isSmall }: DraftOptions): Use {
  const isIndexed = indexes.some(
    ({ method, columns, isPartial }) => method === 'gin' && !isPartial && columns.includes(name),
  );
  const isUsed = filter === 'all' || isSmall?.({ indexes, ...table }) === true || (filter !== 'none' && isIndexed);
  return isUsed ? { filter: ['has'], sort: false } : unused;
}

function writeOf(
  chosen: ChosenTable,
  name: string,
  { generated, identity }: DatabaseColumn,
  options: DraftOptions,
): DraftAttribute['write'] {
  if (generated !== undefined || identity === 'always') return false;
  return writeBy(options, chosen.table, [name], chosen.key.includes(name));
}

/** Returns the functions of a row that options name. Their values are read as the database writes them. */
function rowFunctions(
  { hidden = new Map(), schema, name }: DatabaseTable,
  { show = [], database }: DraftOptions,
  note: (part: Omit<DraftNote, 'table'>) => void,
): readonly (readonly [string, DatabaseColumn])[] {
  const found = [...hidden].filter(([, known]) => database === 'postgres' && known.generated !== undefined);
  return found.filter(([column, known]: readonly [string, DatabaseColumn]) => {
    const place = `${name}.${column}`;
    const isShown = isNamed({ schema, name } as DatabaseTable, show, column);
    const isRead = draftedValue(known, database)?.codec === undefined && !/^(?:date|binary)$/.test(known.type.kind);
    if (!isShown) note({ column, kind: 'hidden', text: 'a function of a row', option: optionText('show', place) });
    else if (!isRead) note({ column, kind: 'left out', text: `a function that returns ${known.typeName}` });
    return isShown && isRead;
  });
}

/** The names of columns that count the writes of a row, without underscores. */
const versionNames: ReadonlySet<string> = new Set(['version', 'rowversion', 'lockversion']);

/** Whether a column can count the writes of its row: an integer with such a name that identifies nothing. */
function looksLikeVersion({ table, key }: ChosenTable, name: string, { type }: DatabaseColumn): boolean {
  const isUnique = table.indexes?.some(({ isUnique: it, columns }) => it && columns.includes(name)) === true;
  const isNumber = type.kind === 'integer' && table.kind === 'table';
  return isNumber && !isUnique && !key.includes(name) && versionNames.has(name.toLowerCase().replaceAll('_', ''));
}

/**
 * Returns the attributes of a type: its columns without the id and the foreign keys, and notes on those that it leaves out.
 *
 * @param linked The columns of relationships.
 */
export function attributesOf(
  chosen: ChosenTable,
  linked: ReadonlySet<string>,
  names: NameTaker,
  options: DraftOptions,
): {
  readonly attributes: readonly DraftAttribute[];
  readonly version: string | undefined;
  /** The columns that are left out, and without which the database rejects new rows. */
  readonly lacking: readonly string[];
  /** The check constraints that schemas do not express. */
  readonly checks: readonly string[];
  readonly notes: readonly DraftNote[];
} {
  const { table, tableName, key } = chosen;
  const { database, hasRight = () => true } = options;
  const notes: DraftNote[] = [];
  const lacking: string[] = [];
  let version: string | undefined;
  const expressions = options.checks?.(table) ?? [];
  const checks = readChecks(expressions, database);
  const searches = searchesOf(table, options);
  const vectors = [...searches.values()].flatMap(({ mapping }) => mapping?.columns ?? []);
  const functions = rowFunctions(table, options, (it) => notes.push({ table: tableName, ...it }));
  const attributes = [...table.columns, ...functions].flatMap(([column, known], index): readonly DraftAttribute[] => {
    // New rows need a value, which the account cannot write.
    if (isWritable(table, 'insert') && !hasOwnValue(known) && !hasRight('insert', table, column)) lacking.push(column);
    if (linked.has(column) || (key.length === 1 && key[0] === column)) return [];
    const note = (part: Pick<DraftNote, 'kind' | 'text' | 'option'>): [] => {
      const isLacking =
        part.kind !== 'renamed' && part.kind !== 'guessed' && isWritable(table, 'insert') && !hasOwnValue(known);
      if (isLacking && !lacking.includes(column)) lacking.push(column);
      const text = isLacking ? `${part.text}, and new rows need it` : part.text;
      notes.push({ table: tableName, column, ...part, text });
      return [];
    };
    const typed = draftedValue(known, database);
    const declared = typed && checkedValue(typed, checks.get(column) ?? {});
    const isNumber = options.numbers === true && declared?.value.kind === 'decimal';
    const checked: DraftedValue | undefined = isNumber ? { value: { kind: 'number' }, codec: 'number' } : declared;
    const own = options.valuesOf?.(table, column, checked?.value);
    const drafted = options.valuesOf === undefined ? checked : own && plain(own);
    const isFunction = !table.columns.has(column);
    if (!isFunction && !hasRight('select', table, column))
      return note({ kind: 'left out', text: 'the account cannot read it' });
    // A secret is not named with its type.
    const secrecy = secrecyOf(table, column, options);
    if (secrecy !== undefined)
      return note({ kind: 'hidden', text: secrecy, option: optionText('show', `${tableName}.${column}`) });
    if (drafted === undefined && vectors.includes(column)) return [];
    if (drafted === undefined) return note({ kind: 'left out', text: known.typeName });
    const write = writeOf(chosen, column, known, options);
    if (looksLikeVersion(chosen, column, known) && !isNamed(table, options.show ?? [], column)) {
      const isCounter = !known.nullable && known.default !== undefined && (write === true || write === 'update');
      if (isCounter && version === undefined) {
        version = column;
        const text = 'the version of the row, which each write of the API counts. Clients read it as `ETag`';
        return note({ kind: 'guessed', text, option: optionText('show', `${tableName}.${column}`) });
      }
      if (write !== false && !isCounter) note({ kind: 'guessed', text: NO_VERSION });
    }
    const chain = attributeNames(chosen, column, index + 1, options);
    const name = names.take(chain);
    if (name === undefined) return note({ kind: 'left out', text: 'its name cannot become the name of a field' });
    if (name !== chain[0] && chain[0] !== 'id' && chain[0] !== 'type')
      note({ kind: 'renamed', text: `${name}, because another column is ${chain[0]}` });
    const { default: value, identity, comment, typeName } = known;
    const isZero = database === 'mysql' && hasZeroDefault(known);
    if (isZero && !known.nullable) note({ kind: 'guessed', text: `nullable, because ${value} is read as null` });
    const nullable = known.nullable || isZero;
    const use = {
      ...(isSearchable(known, drafted.value) ? elementUse(table, column, options) : unused),
      ...(isComparable(known, drafted.value) && useOf(table, column, drafted.value, options)),
    };
    const search = drafted.value.kind === 'text' ? searches.get(column) : undefined;
    return [
      {
        ...{ name, column, ...drafted, nullable, typeName, description: comment },
        ...(isFunction && { codec: 'expression' as const }),
        hasDefault: value !== undefined || identity !== undefined,
        write,
        onDemand: isLong(known, drafted.value),
        ...use,
        ...(search !== undefined && { search, filter: withSearch(use.filter) }),
      },
    ];
  });
  const valueIn = (column: string) => attributes.find((it) => it.column === column)?.value;
  return { attributes, version, lacking, checks: otherChecks(expressions, database, valueIn), notes };
}
