import type { DatabaseSchema } from '@linkage/kysely';
import { MAX_SCANNED } from '../database/estimate-rows.ts';
import { closedBy } from '../model/allowed-writes.ts';
import { joinTablesIn } from '../model/join-tables.ts';
import type { DraftModel, DraftNote } from '../model/model.ts';
import { optionText } from '../names/option-text.ts';
import type { Terminal } from './terminal.ts';

/** How much a command prints. */
export type Detail = 'quiet' | 'usual' | 'verbose';

/** The most items of a line, unless all are printed. */
const MAX_ITEMS = 5;

const titles: Readonly<Record<DraftNote['kind'], string>> = {
  hidden: 'Hidden',
  shown: 'Shown',
  'left out': 'Left out',
  guessed: 'Guessed',
  renamed: 'Renamed',
  'read-only': 'Read-only',
  missing: 'Unlinked',
};

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Returns what some schemas of a database contain: `21 tables, 7 views, 165 columns, 40 foreign keys`. Partitions are parts of their table. */
export function tablesText({ tables }: DatabaseSchema, schemas: readonly string[] = []): string {
  const own = [...new Set(tables.values())].filter(
    ({ schema, partitionOf }) => schemas.includes(schema) && partitionOf === undefined,
  );
  const stored = own.filter(({ kind }) => kind === 'table');
  const sum = (sizes: readonly number[]): number => sizes.reduce((one, other) => one + other, 0);
  return [
    count(stored.length, 'table'),
    ...(own.length === stored.length ? [] : [count(own.length - stored.length, 'view')]),
    count(sum(own.map(({ columns }) => columns.size)), 'column'),
    count(sum(own.map(({ foreignKeys = [] }) => foreignKeys.length)), 'foreign key'),
  ].join(', ');
}

/** Returns what a draft contains, in one line. */
export function summaryOf({ types }: DraftModel): string {
  const relationships = types.flatMap((type) => type.relationships);
  return [
    count(types.length, 'type'),
    count(types.flatMap((type) => type.attributes).length, 'attribute'),
    `${relationships.filter(({ kind }) => kind === 'to-one').length} to-one`,
    `${relationships.filter(({ kind }) => kind === 'to-many').length} to-many`,
    count(joinTablesIn(types).size, 'join table'),
  ].join(' · ');
}

function noteText({ kind, table, column, text, option }: DraftNote): string {
  const place = column === undefined ? table : `${table}.${column}`;
  const hint = option === undefined ? '' : `  ${option}`;
  return kind === 'hidden' && !text.startsWith('by its values') ? place + hint : `${place}: ${text}${hint}`;
}

/** Returns the prefix that four of five tables have, of at least four. */
function prefixOf({ types }: DraftModel): string | undefined {
  // With `--strip`, the names of types do not begin with it.
  const named = types.filter(
    ({ name, table }) => table.name.includes('_') && name.startsWith(table.name.slice(0, table.name.indexOf('_'))),
  );
  const prefixes = named.map(({ table }) => table.name.slice(0, table.name.indexOf('_') + 1));
  const counts = [...Map.groupBy(prefixes, (it) => it)].map(([prefix, all]) => ({ prefix, size: all.length }));
  const most = counts.toSorted((one, other) => other.size - one.size).at(0);
  return most !== undefined && most.size >= 4 && most.size >= types.length * 0.8 ? most.prefix : undefined;
}

/**
 * Returns how many attributes can be filtered or sorted only because their tables are small.
 *
 * @param indexed The draft of the same tables without small ones, as the command `draft` writes it.
 */
export function scanNotes(model: DraftModel, indexed: DraftModel): readonly string[] {
  const usedIn = ({ types }: DraftModel) =>
    types.flatMap((type) => type.attributes).filter(({ filter, sort }) => filter !== false || sort).length;
  const all = model.types.flatMap((type) => type.attributes).length;
  const scanned = usedIn(model) - usedIn(indexed);
  return scanned === 0
    ? []
    : [
        `Guessed    ${scanned} of ${all} attributes have no index: filter and sort while a table has < ${MAX_SCANNED} rows`,
      ];
}

/** Returns who makes the ids of new rows: of the types whose ids the database does not make. */
function idLines({ types }: DraftModel, detail: Detail): readonly string[] {
  const strings = {
    client: 'the client must send it',
    server: 'the server makes it',
    fields: 'it consists of fields',
  };
  return Object.entries(strings).flatMap(([by, text]) => {
    const names = types.filter(({ idBy, writes }) => idBy === by && writes.includes('create')).map(({ name }) => name);
    return names.length === 0 ? [] : [`${'New ids'.padEnd(11)}${text}: ${someOf(names, detail)}`];
  });
}

function someOf(names: readonly string[], detail: Detail): string {
  const shown = detail === 'verbose' ? names : names.slice(0, MAX_ITEMS);
  return `${shown.join(', ')}${names.length > shown.length ? `, and ${names.length - shown.length} more (--verbose)` : ''}`;
}

/** Returns the methods that types do not have, and why. */
export function closedLines({ types }: DraftModel, detail: Detail): readonly string[] {
  const methods = { create: 'POST', update: 'PATCH', delete: 'DELETE' } as const;
  return Object.entries(methods).flatMap(([write, method]) => {
    const reasons = types.flatMap((type) => {
      const reason = closedBy(type, write as keyof typeof methods);
      return reason === undefined ? [] : [`${type.name} (${reason})`];
    });
    return reasons.length === 0 ? [] : [`${`No ${method}`.padEnd(11)}${someOf(reasons, detail)}`];
  });
}

/** Returns the decisions of a draft: one line for each kind, or one for each decision. */
export function notesOf(model: DraftModel, detail: Detail): readonly string[] {
  const { notes, missingIndexes, missingKeys } = model;
  const lines = Object.entries(titles).flatMap(([kind, title]) => {
    const own = notes.filter((it) => it.kind === kind);
    // A reader must check everything that is shown of users and keys.
    const shown = detail === 'verbose' || kind === 'shown' ? own : own.slice(0, MAX_ITEMS);
    const rest = own.length - shown.length;
    const more = rest === 0 ? [] : [`${' '.repeat(11)}and ${rest} more (--verbose)`];
    return [...shown.map((it, index) => `${(index === 0 ? title : '').padEnd(11)}${noteText(it)}`), ...more];
  });
  const prefix = prefixOf(model);
  const what = count(missingIndexes.length, 'index on a foreign key', 'indexes on foreign keys');
  return [
    ...lines,
    ...idLines(model, detail),
    ...(prefix === undefined
      ? []
      : [`${'Prefix'.padEnd(11)}most tables begin with ${prefix}  ${optionText('strip', prefix)}`]),
    ...(missingIndexes.length === 0 ? [] : [`${'Missing'.padEnd(11)}${what}  --indexes`]),
    ...(missingKeys.length === 0
      ? []
      : [`${'Missing'.padEnd(11)}${count(missingKeys.length, 'foreign key')}  --foreign-keys`]),
  ];
}

/** Prints why each table is left out, where a draft has none. */
export function printReasons(model: DraftModel, { error }: Pick<Terminal, 'error'>): void {
  for (const line of notesOf(model, 'verbose')) error(`  ${line}\n`);
}
