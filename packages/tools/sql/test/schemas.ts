import { everyDatabase, type TestDatabase } from '../../../sources/kysely/test/databases.ts';
import type { DatabaseKind } from '../src/model/model.ts';
import { hostile } from './schemas/hostile.ts';
import { schemaScript } from './sqlite-file.ts';

/** A schema of the acceptance, and the database on which it runs. */
export interface AcceptedSchema {
  readonly name: string;
  readonly database: TestDatabase;
  readonly kind: DatabaseKind;
  /** The schemas of the draft. */
  readonly schemas: readonly string[] | undefined;
  readonly script: string;
  readonly keys?: Readonly<Record<string, readonly string[]>>;
}

const on = (name: TestDatabase['name']): TestDatabase => everyDatabase.find((it) => it.name === name) as TestDatabase;

/** Returns a script for SQLite as PostgreSQL has it: other types, and names such as `invoice_line`. Strings stay. */
function snakeCased(script: string): string {
  const parts = script.replaceAll('nvarchar', 'varchar').replaceAll('datetime', 'timestamp').split("'");
  const lower = (code: string): string => code.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return parts.map((part, index) => (index % 2 === 0 ? lower(part) : part)).join("'");
}

export const acceptedSchemas: readonly AcceptedSchema[] = [
  {
    ...{ name: 'Chinook', database: on('SQLite'), kind: 'sqlite', schemas: ['main'] },
    script: schemaScript('chinook'),
  },
  {
    ...{ name: 'Chinook', database: on('PostgreSQL'), kind: 'postgres', schemas: ['public'] },
    script: snakeCased(schemaScript('chinook')),
  },
  {
    ...{ name: 'Northwind', database: on('SQLite'), kind: 'sqlite', schemas: ['main'] },
    script: schemaScript('northwind'),
    keys: { 'Alphabetical list of products': ['ProductID'] },
  },
  {
    ...{ name: 'Pagila', database: on('PostgreSQL'), kind: 'postgres', schemas: ['public'] },
    script: schemaScript('pagila'),
    keys: { film_list: ['fid'], rental_by_category: ['category'] },
  },
  {
    ...{ name: 'Sakila', database: on('MariaDB'), kind: 'mysql', schemas: undefined },
    script: schemaScript('sakila'),
    keys: { actor_info: ['actor_id'] },
  },
  {
    ...{ name: 'WordPress', database: on('MariaDB'), kind: 'mysql', schemas: undefined },
    script: schemaScript('wordpress'),
  },
  { ...{ name: 'hostile', database: on('SQLite'), kind: 'sqlite', schemas: ['main'] }, script: hostile.sqlite },
  {
    ...{ name: 'hostile', database: on('PostgreSQL'), kind: 'postgres', schemas: ['public', 'other'] },
    script: hostile.postgres,
  },
  { ...{ name: 'hostile', database: on('MariaDB'), kind: 'mysql', schemas: undefined }, script: hostile.mysql },
];
