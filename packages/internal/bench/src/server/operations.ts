import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { defineApi, toOne } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, readCatalog } from '@linkage/kysely';
import {
  atomicOperations,
  createMemorySources,
  createServer,
  type JsonApiRequest,
  type Server,
  type Sources,
} from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { median, shuffled } from '../measuring/statistics.ts';
import { formatNumber, formatTime, type Row, type RunOptions, type Table } from '../measuring/table.ts';

const api = defineApi({
  orders: { attributes: { reference: z.string().min(1) } },
  lines: {
    attributes: { product: z.string().min(1), quantity: z.int().min(1) },
    relationships: { order: toOne('orders') },
  },
});

const media = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
const MANY = 50;

/** The statements so far; always 0 in memory. */
type Place = { readonly server: Server; readonly statements: () => number };

function inMemory(): Place {
  const orders = [{ id: 1, reference: 'A-1' }];
  const lines = [{ id: 1, product: 'tea', quantity: 1, order: 1 }];
  return { server: serverOf(createMemorySources(api, { orders, lines })), statements: () => 0 };
}

/** Without the catalog, ids are those of the database, and each line is inserted and read again. */
const inSqlite = (): Promise<Place> => sqlite('integer primary key', 'integer');

/** With the catalog and ids of the server, all lines are one insert. */
const inSqliteTogether = (): Promise<Place> => sqlite('text primary key', () => randomUUID());

async function sqlite(id: string, ids: 'integer' | (() => string)): Promise<Place> {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table orders (id ${id}, reference text not null);
    create table lines (
      id ${id}, product text not null, quantity integer not null, order_id references orders (id)
    );
    insert into orders values (1, 'A-1');
    insert into lines values (1, 'tea', 1, 1);
  `);
  let statements = 0;
  const count = (): void => {
    statements++;
  };
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database), log: count });
  const ofId = ids === 'integer' ? ({ idType: 'integer' } as const) : { newId: ids };
  const mapping = {
    orders: { table: 'orders', ...ofId },
    lines: { table: 'lines', ...ofId, relationships: { order: { column: 'order_id' } } },
  };
  const sources = createKyselySources(api, db, mapping, ids === 'integer' ? {} : { catalog: await readCatalog(db) });
  return { server: serverOf(sources as Sources<typeof api>), statements: () => statements };
}

function serverOf(sources: Sources<typeof api>): Server {
  return createServer(api, sources, { extensions: [atomicOperations()] });
}

/** The stores by the name of their rows. */
export const stores: Readonly<Record<string, () => Place | Promise<Place>>> = {
  memory: inMemory,
  SQLite: inSqlite,
  'SQLite with the catalog': inSqliteTogether,
};

const order = { data: { type: 'orders', id: '1' } };
const line = { type: 'lines', attributes: { product: 'milk', quantity: 2 }, relationships: { order } };
const operationsOf: Readonly<Record<string, object>> = {
  adds: { op: 'add', data: line },
  updates: { op: 'update', data: { type: 'lines', id: '1', attributes: { quantity: 3 } } },
};

/** A request with the same operation so many times. */
export function operationsRequest(kind: string, count: number): JsonApiRequest {
  const document = { 'atomic:operations': Array.from({ length: count }, () => operationsOf[kind]) };
  const headers = { accept: media, 'content-type': media };
  return { method: 'POST', url: '/operations', headers, body: JSON.stringify(document) };
}

/** The time of one request in microseconds of the processor, which does not depend on other programs as much. */
async function timeOf({ server }: Place, request: JsonApiRequest, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done++) {
    const { status } = await server.handle(request);
    if (status !== 200) throw new Error(`The operations to measure are answered with ${status}.`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** Counts the statements of one request. */
async function statementsOf({ server, statements }: Place, request: JsonApiRequest): Promise<number> {
  const before = statements();
  await server.handle(request);
  return statements() - before;
}

async function measureStore(
  name: string,
  open: () => Place | Promise<Place>,
  kind: string,
  isQuick: boolean,
): Promise<Row> {
  const requests = [1, MANY].map((count) => operationsRequest(kind, count));
  const times = requests.map((): number[] => []);
  for (let round = isQuick ? -2 : -4; round < (isQuick ? 5 : 15); round++) {
    // A store of its own for each round: what the adds leave would make the next ones slower.
    const place = await open();
    for (const index of shuffled([0, 1])) {
      const time = await timeOf(place, requests[index] as JsonApiRequest, index === 0 ? 1000 : 60);
      if (round >= 0) times[index]?.push(time);
    }
  }
  const [one = [], many = []] = times;
  const ratio = median(many.map((time, round) => time / (one[round] as number)));
  const place = await open();
  const [first = 0, all = 0] = [
    await statementsOf(place, requests[0] as JsonApiRequest),
    await statementsOf(place, requests[1] as JsonApiRequest),
  ];
  const perOperation = formatNumber((all - first) / (MANY - 1));
  return {
    name: `${MANY} ${kind}, ${name}`,
    cells: [formatNumber(ratio), formatTime(Math.min(...one)), formatTime(Math.min(...many)), perOperation],
  };
}

/** Fifty operations in one request, in relation to one operation in one request. */
export async function measureOperations({ isQuick }: RunOptions): Promise<Table> {
  const rows: Row[] = [];
  for (const kind of Object.keys(operationsOf)) {
    for (const [name, open] of Object.entries(stores)) rows.push(await measureStore(name, open, kind, isQuick));
  }
  return {
    title: 'Atomic operations, without a socket',
    columns: [`${MANY} to one`, 'one', String(MANY), 'statements of each'],
    rows,
    remarks: ['Processor time. One operation includes the fixed costs of a request; the others add only their own.'],
  };
}
