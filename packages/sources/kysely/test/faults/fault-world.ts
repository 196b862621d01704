import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, type StandardSchema, toMany, toOne } from '@linkage/core';
import {
  createMemoryIdempotencyStore,
  createMemorySources,
  type IdempotencyStore,
  type Sources,
} from '@linkage/server';
import { Kysely, sql } from 'kysely';
import {
  createIdempotencyTable,
  createKyselyIdempotencyStore,
  createKyselySources,
  createNodeSqliteDialect,
} from '../../src/index.ts';
import { sqliteTables } from '../atomic-world.ts';
import { createFault, driverErrors, type Fault, type Kind, sourceErrors } from './fault.ts';

const on = { sort: true, filter: true } as const;

/** A schema without a library, which could fail by itself if prototypes are polluted. */
function schemaOf<Value>(accepts: (value: unknown) => boolean, isOptional = false): StandardSchema<Value, Value> {
  const validate = (value: unknown) =>
    accepts(value) || (isOptional && (value === undefined || value === null))
      ? { value: value as Value }
      : { issues: [{ message: 'another type' }] };
  return { '~standard': { version: 1, vendor: 'test', validate } };
}
const text = schemaOf<string>((it) => typeof it === 'string');
const optionalText = schemaOf<string | null | undefined>((it) => typeof it === 'string', true);
const whole = schemaOf<number>(Number.isInteger);

/** Orders with their lines: the deletion of an order deletes its lines. */
export const api = defineApi({
  orders: {
    attributes: { reference: attribute(text, on), note: optionalText },
    relationships: { lines: toMany('lines', { inverse: 'order', filter: true }), previous: toOne('orders') },
  },
  lines: {
    attributes: { product: attribute(text, on), quantity: attribute(whole, on) },
    relationships: {
      order: toOne('orders', { ...on, inverse: 'lines', onDelete: 'cascade' }),
      labels: toMany('labels'),
    },
  },
  labels: { attributes: { name: text }, clientGeneratedIds: true },
});

/** Sources whose calls can fail. */
export interface FaultWorld {
  readonly sources: Sources<typeof api>;
  readonly store: IdempotencyStore;
  readonly fault: Fault;
  readonly errors: Readonly<Partial<Record<Kind, () => unknown>>>;
  /** Everything that is stored, as text. */
  readonly dump: () => Promise<string>;
  /** Whether a transaction was left open. */
  readonly isInTransaction: () => boolean;
  readonly close: () => Promise<void>;
}

/** A database whose statements run through the fault. */
function faultyDatabase(database: DatabaseSync, { run }: Fault) {
  return {
    get isTransaction() {
      return database.isTransaction;
    },
    close: () => database.close(),
    prepare(text: string) {
      const statement = database.prepare(text);
      const name = text.slice(0, 60);
      return {
        columns: () => statement.columns(),
        setReturnArrays: (it: boolean) => statement.setReturnArrays(it),
        setReadBigInts: (it: boolean) => statement.setReadBigInts(it),
        all: (...values: never[]) => run(name, () => statement.all(...values)),
        run: (...values: never[]) => run(name, () => statement.run(...values)),
        iterate: (...values: never[]) => run(name, () => statement.iterate(...values)),
      };
    },
  };
}

async function openSqlite(): Promise<FaultWorld> {
  const database = new DatabaseSync(':memory:');
  database.exec(sqliteTables);
  const fault = createFault();
  // biome-ignore lint/suspicious/noExplicitAny: the tables are not typed.
  const db = new Kysely<any>({ dialect: createNodeSqliteDialect(faultyDatabase(database, fault)) });
  await createIdempotencyTable(db);
  const sources = createKyselySources(api, db, {
    orders: {
      table: 'purchase',
      idType: 'integer',
      relationships: { lines: { foreignKey: 'order_id' }, previous: { column: 'previous_id' } },
    },
    lines: {
      table: 'line',
      idType: 'integer',
      relationships: {
        order: { column: 'order_id' },
        labels: { through: 'line_label', from: 'line_id', to: 'label_id' },
      },
    },
    labels: { table: 'label' },
  });
  const rowsOf = async (table: string): Promise<unknown> =>
    (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db)).rows;
  return {
    sources,
    store: createKyselyIdempotencyStore(db),
    fault,
    errors: driverErrors,
    async dump() {
      const tables = [];
      for (const table of ['purchase', 'line', 'label', 'line_label']) tables.push(await rowsOf(table));
      return JSON.stringify(tables);
    },
    isInTransaction: () => database.isTransaction,
    close: () => db.destroy(),
  };
}

type AnyMethod = (...given: readonly unknown[]) => unknown;

/** Yields the records of a stream. Each read is a call. */
async function* faultyStream(
  records: Iterable<unknown> | AsyncIterable<unknown>,
  { run }: Fault,
): AsyncGenerator<unknown> {
  for await (const record of records) yield await run('stream', () => record);
}

/** A copy of a source whose methods run through the fault. */
function faultySource(source: object, type: string, fault: Fault): object {
  const members = Object.entries(source).map(([name, member]) => {
    if (typeof member !== 'function' || name === 'version' || name === 'job') return [name, member];
    const own = (...given: readonly unknown[]): unknown => (member as AnyMethod).apply(source, [...given]);
    const call = (...given: readonly unknown[]): unknown =>
      name === 'stream'
        ? faultyStream(own(...given) as Iterable<unknown>, fault)
        : fault.run(`${type}.${name}`, () => own(...given));
    return [name, call];
  });
  return Object.fromEntries(members);
}

async function openMemory(): Promise<FaultWorld> {
  const sources = createMemorySources(api, {
    orders: [
      { id: 1, reference: 'A-1', note: null, lines: [1, 2], previous: null },
      { id: 2, reference: 'A-2', note: 'late', lines: [], previous: null },
    ],
    lines: [
      { id: 1, product: 'tea', quantity: 1, order: 1, labels: ['new'] },
      { id: 2, product: 'milk', quantity: 2, order: 1, labels: [] },
    ],
    labels: [
      { id: 'new', name: 'New' },
      { id: 'old', name: 'Old' },
    ],
  });
  const fault = createFault();
  const store = createMemoryIdempotencyStore({ sharesWith: sources.orders });
  const call = { context: undefined, signal: new AbortController().signal };
  const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
  const all = { filter: [], sort: [], page: { offset: 0, limit: 10_000 }, total: false, selection };
  const faulty = Object.entries(sources).map(([type, source]) => [type, faultySource(source, type, fault)]);
  const wrapped = Object.fromEntries(faulty);
  return {
    sources: wrapped as Sources<typeof api>,
    store: faultySource(store, 'store', fault) as IdempotencyStore,
    fault,
    errors: sourceErrors,
    async dump() {
      const pages = [];
      for (const source of Object.values(sources)) pages.push((await source.list?.(all, call))?.records);
      return JSON.stringify(pages);
    },
    isInTransaction: () => false,
    close: async () => undefined,
  };
}

/** Opens new sources over the same records in each place. */
export const faultWorlds: Readonly<Record<'memory' | 'SQLite', () => Promise<FaultWorld>>> = {
  memory: openMemory,
  SQLite: openSqlite,
};
