import { parseArgs } from 'node:util';
import { escapeText, usageError } from '@linkage/core/internal';
import { readValues } from '../database/read-values.ts';
import { neededIndexes } from '../files/needed-indexes.ts';
import { draftModel } from '../model/draft-model.ts';
import { type Difference, differencesOf, type Level, levels } from './differences.ts';
import { choiceOptions, choose, readDraftArguments } from './draft-arguments.ts';
import { type OwnApi, readApi } from './read-api.ts';
import { readDatabase } from './read-database.ts';
import { foreignKeyStatements, indexStatements } from './statements.ts';
import type { Terminal } from './terminal.ts';

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

/** Returns statements that improve the database, at the types of their tables. They are no differences: the exit status does not follow from them. */
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
  const database = await readDatabase(given, { writes: false }, terminal);
  try {
    const choice = readDraftArguments(values, [database.schema], database.catalog);
    const read = await readValues(database, choice.schemas);
    const model = draftModel(database.catalog, {
      ...{ ...choice, ...read },
      database: database.kind,
      isReadable: database.isReadable,
      checks: database.checks,
    });
    const differences = differencesOf(own, database, model, { ...choice, ...read });
    const { kind, catalog } = database;
    const missingIndexes = values.indexes === true ? neededIndexes(own, catalog.tables, model, kind) : [];
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
