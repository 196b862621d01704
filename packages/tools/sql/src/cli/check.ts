import { parseArgs } from 'node:util';
import { escapeText, usageError } from '@linkage/core/internal';
import type { DatabaseTable } from '@linkage/kysely';
import { beginsIndex, servesOrder } from '@linkage/kysely/internal';
import type { ComparedApi } from '../files/compare-draft.ts';
import { mappedColumns } from '../files/mapped-columns.ts';
import { draftModel } from '../model/draft-model.ts';
import type { DatabaseKind, DraftModel, MissingIndex } from '../model/model.ts';
import { type Difference, differencesOf, type Level, levels } from './differences.ts';
import { choiceOptions, choose, readDraftArguments } from './draft-arguments.ts';
import { type OwnApi, readApi } from './read-api.ts';
import { knownOptions, readDatabase } from './read-database.ts';
import { foreignKeyStatements, indexStatements } from './statements.ts';
import type { Terminal } from './terminal.ts';

/** Strings of MySQL and MariaDB that an index contains only in part, so that it serves no order. */
const LONG_TEXT = /^(?:tiny|medium|long)?(?:text|blob)/i;

/**
 * Returns the indexes that an API needs and its database lacks: those of its foreign keys, and those of attributes that requests can sort or
 * filter.
 */
function neededIndexes(
  { api, mapping }: Pick<ComparedApi, 'api' | 'mapping'>,
  tables: ReadonlyMap<string, DatabaseTable>,
  { missingIndexes }: DraftModel,
  kind: DatabaseKind,
): readonly MissingIndex[] {
  const joins = Object.values(mapping).flatMap(({ relationships }) =>
    Object.values((relationships ?? {}) as Readonly<Record<string, object>>).map((mapped) =>
      Reflect.get(mapped, 'through'),
    ),
  );
  const used = new Set([...Object.values(mapping).map(({ table }) => table), ...joins]);
  const uses = Object.entries(mapping).flatMap(([type, { table: given }]): readonly MissingIndex[] => {
    const name = String(given);
    const table = tables.get(name);
    if (table === undefined || table.kind !== 'table') return [];
    return mappedColumns(mapping, api, type).flatMap(({ attribute, column }): readonly MissingIndex[] => {
      const known = table.columns.get(column);
      if (known === undefined || known.isIncomparable === true || (kind === 'mysql' && LONG_TEXT.test(known.typeName)))
        return [];
      // An index of words has no order.
      const isCompared = attribute.filter && attribute.operators?.every((it) => it === 'search') !== true;
      const has = attribute.sort ? servesOrder(table, [column]) : !isCompared || beginsIndex(table, [column]);
      if (has) return [];
      const rest = (table.primaryKey ?? []).filter((it) => it !== column);
      // Sources sort NULL first: PostgreSQL reads the index only if it does so, too.
      const nullsFirst = kind === 'postgres' && attribute.sort && known.nullable;
      return [{ table: name, columns: [column, ...rest], ...(nullsFirst && { nullsFirst }) }];
    });
  });
  return [...missingIndexes.filter(({ table }) => used.has(table)), ...uses];
}

const options = {
  ...choiceOptions,
  show: { type: 'string', multiple: true },
  indexes: { type: 'boolean' },
  'foreign-keys': { type: 'boolean' },
  format: { type: 'string' },
  'fail-on': { type: 'string' },
} as const;

const formats = ['text', 'json', 'github'] as const;

/** Writes a difference as a line of text, with the lines to add below it. */
export function differenceText({ level, where, message, file, line, code }: Difference): string {
  const added = code.map((it) => `    + ${it}\n`).join('');
  return `${level.padEnd(8)}${file}:${line}  ${where}: ${message}\n${added}`;
}

const commands: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', info: 'notice' };

function annotation({ level, where, message, file, line }: Difference): string {
  const place = `file=${escapeText(file, 'github-property')},line=${line}`;
  return `::${commands[level]} ${place}::${escapeText(`${where}: ${message}`, 'github')}\n`;
}

/** Returns statements that improve the database, at the types of their tables. They are not differences: the exit status does not follow from them. */
function statementsAt(
  own: OwnApi,
  parts: readonly { readonly table: string; readonly columns: readonly string[] }[],
  statements: readonly string[],
): readonly Difference[] {
  return parts.map(({ table, columns }, index): Difference => {
    const [type] = Object.entries(own.mapping).find(([, it]) => it['table'] === table) ?? [];
    const where = `${table}.${columns.join(', ')}`;
    const place = own.placeOf(type === undefined ? 'mapping' : `mapping.${type}`);
    return { level: 'info', where, message: statements[index] ?? '', ...place, code: [] };
  });
}

/** `check`: returns the exit status. */
export async function checkCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [file, given, more] = positionals;
  if (more !== undefined) throw usageError(`Pass one module and one database. "${more}" is a third argument.`);
  if (file === undefined)
    throw usageError('Pass the module of the sources and the database, such as `check src/sources.ts postgres://…`.');
  const format = choose('format', values.format ?? 'text', formats);
  const failOn = choose('fail-on', values['fail-on'] ?? 'error', levels);
  const own = await readApi(file);
  const database = await readDatabase(given, { writes: false, roles: values.roles }, terminal);
  try {
    const choice = readDraftArguments(values, [database.schema], database.databaseSchema);
    const types = Object.values(own.mapping).map(({ table }) => String(table));
    const drafted = { ...choice, types, ...(await knownOptions(database, choice.schemas, {})) };
    const model = draftModel(database.databaseSchema, drafted);
    const differences = differencesOf(own, database, model, drafted);
    const { kind, databaseSchema } = database;
    const missingIndexes = values.indexes === true ? neededIndexes(own, databaseSchema.tables, model, kind) : [];
    const missingKeys = values['foreign-keys'] === true ? model.missingKeys : [];
    const statements = [
      ...statementsAt(own, missingIndexes, indexStatements({ missingIndexes }, kind)),
      ...statementsAt(own, missingKeys, foreignKeyStatements({ missingKeys }, kind)),
    ];
    if (format === 'json') terminal.out(`${JSON.stringify([...differences, ...statements], undefined, 2)}\n`);
    // Annotations are commands of CI, so their data are escaped here.
    else if (format === 'github') terminal.raw.out([...differences, ...statements].map(annotation).join(''));
    else
      terminal.out([...differences.map(differenceText), ...statements.map(({ message }) => `${message}\n`)].join(''));
    const failing = levels.slice(0, levels.indexOf(failOn) + 1);
    return differences.some(({ level }) => failing.includes(level)) ? 1 : 0;
  } finally {
    await database.close();
  }
}
