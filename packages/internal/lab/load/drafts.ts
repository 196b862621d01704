/** Drafts a database of many tables: one of SQLite, with ten columns and two foreign keys in each table. */
import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect, readDatabaseSchema } from '@linkage/kysely';
import { draftFiles, draftModel } from '@linkage/sql';
import { Kysely } from 'kysely';
import { wholeNumber } from '../../../../scripts/command-line/option-values.ts';
import { processTime } from '../../bench/src/measuring/machine.ts';
import { defineScenario } from './scenario.ts';

/** The most that 5,000 tables can take. */
const SECONDS = 10;
const MEGABYTES = 500;

const words = ['account', 'branch', 'city', 'delivery', 'employee', 'factory', 'grade', 'hero', 'index', 'journey'];

/** Returns the name of a table: words, and a number after all words have been used. */
function tableName(index: number): string {
  const [first = '', second = ''] = [words[index % 10], words[Math.floor(index / 10) % 10]];
  return `${first}_${second}_${Math.floor(index / 100)}`;
}

function script(index: number): string {
  const column = (name: string, target: number) => `${name}_id integer references ${tableName(target)}`;
  const keys = [column('parent', Math.floor(index / 2)), column('origin', (index * 7) % Math.max(index, 1))];
  const plain = [
    'name text not null',
    'email text',
    'size integer',
    'rate numeric(8,2)',
    'is_open boolean',
    'made_on date',
  ];
  const name = tableName(index);
  return `create table ${name} (id integer primary key, ${plain.join(', ')}, note text, ${keys.join(', ')});
    create index ${name}_parent on ${name} (parent_id);`;
}

export const drafts = defineScenario({ tables: wholeNumber(5000) }, async ({ tables }) => {
  const database = new DatabaseSync(':memory:');
  database.exec(Array.from({ length: tables }, (_, index) => script(index)).join('\n'));
  const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });

  const started = processTime();
  let before = started;
  const report = (step: string): void => {
    console.log(`${step.padEnd(10)}${((processTime() - before) / 1000).toFixed(2)} s of the processor`);
    before = processTime();
  };
  const databaseSchema = await readDatabaseSchema(db);
  report('databaseSchema');
  const model = draftModel(databaseSchema, { database: 'sqlite' });
  report('model');
  const files = draftFiles(model, { database: `${tables} tables` });
  report('files');
  await db.destroy();

  const seconds = (processTime() - started) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const relationships = model.types.flatMap((type) => type.relationships).length;
  const size = Object.values(files).join('').length / 1e6;
  console.log(`${model.types.length} types, ${relationships} relationships, ${size.toFixed(1)} MB of code`);
  console.log(`${seconds.toFixed(2)} s of the processor, at most ${megabytes.toFixed(0)} MB`);
  const share = Math.max(tables / 5000, 1);
  const isGood = model.types.length === tables && seconds <= SECONDS * share && megabytes <= MEGABYTES * share;
  return { problems: isGood ? [] : [`At most ${SECONDS} s and ${MEGABYTES} MB are allowed for 5,000 tables.`] };
});
