import { parseArgs } from 'node:util';
import { escapeText, usageError } from '@linkage/core/internal';
import { neededIndexes } from '../files/needed-indexes.ts';
import { draftModel } from '../model/draft-model.ts';
import { type Difference, differencesOf, type Level, levels } from './differences.ts';
import { choiceOptions, choose, readDraftArguments } from './draft-arguments.ts';
import { readApi } from './read-api.ts';
import { readDatabase } from './read-database.ts';
import { indexStatements } from './report.ts';
import type { Terminal } from './terminal.ts';

const options = {
  ...choiceOptions,
  show: { type: 'string', multiple: true },
  indexes: { type: 'boolean' },
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

/** `check`: returns the exit status. */
export async function checkCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [file, given, more] = positionals;
  if (file === undefined || more !== undefined)
    throw usageError('Pass the module of the sources and the database, such as `check src/sources.ts postgres://…`.');
  const format = choose('format', values.format ?? 'text', formats);
  const failOn = choose('fail-on', values['fail-on'] ?? 'error', levels);
  if (values.indexes === true && format !== 'text') throw usageError('--indexes needs `--format text`.');
  const own = await readApi(file);
  const database = await readDatabase(given, { writes: false }, terminal);
  try {
    const choice = readDraftArguments(values, database.schema);
    const model = draftModel(database.catalog, {
      ...choice,
      database: database.kind,
      isReadable: database.isReadable,
      checks: database.checks,
    });
    const differences = differencesOf(own, database, model, choice.show);
    if (format === 'json') terminal.out(`${JSON.stringify(differences, undefined, 2)}\n`);
    // Annotations are commands of CI, so their data are escaped here.
    else if (format === 'github') terminal.raw.out(differences.map(annotation).join(''));
    else terminal.out(differences.map(differenceText).join(''));
    if (values.indexes === true) {
      const missingIndexes = neededIndexes(own, database.catalog.tables, model, database.kind);
      terminal.out(
        indexStatements({ missingIndexes }, database.kind)
          .map((it) => `${it}\n`)
          .join(''),
      );
    }
    const failing = levels.slice(0, levels.indexOf(failOn) + 1);
    return differences.some(({ level }) => failing.includes(level)) ? 1 : 0;
  } finally {
    await database.close();
  }
}
