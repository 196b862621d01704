/** Rules decide about each operation of a list as about a request of its own, whatever the operations before have changed. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { type AccessRules, atomicOperations, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const number = attribute(z.int(), { filter: true });
const api = defineApi({
  budgets: { attributes: { open: number } },
  bills: {
    attributes: { open: attribute(z.int(), { filter: true, write: false }) },
    relationships: { notes: toMany('notes', { inverse: 'bill' }) },
  },
  orders: { attributes: { open: number } },
  carts: { attributes: { open: number } },
  rooms: { attributes: { open: number }, relationships: { guests: toMany('people') } },
  seats: { attributes: { open: number } },
  people: { attributes: { open: number }, relationships: { tasks: toMany('tasks') } },
  tasks: { attributes: { owner: attribute(z.int().nullable(), { filter: true, write: false }) } },
  counters: { attributes: { open: number } },
  notes: {
    clientGeneratedIds: true,
    attributes: { text: z.string() },
    relationships: {
      bill: toOne('bills', { inverse: 'notes' }),
      order: toOne('orders'),
      seat: toOne('seats'),
      task: toOne('tasks'),
      counter: toOne('counters'),
    },
  },
});
const tables = `
  create table person (id integer primary key, open_ integer not null);
  create table budget (id integer primary key, open_ integer not null);
  create table bill (id integer primary key, budget_id integer not null);
  create table purchase (id integer primary key, open_ integer not null);
  create table room (id integer primary key, open_ integer not null);
  create table seat (id integer primary key, open_ integer not null default 1, room_id integer, person_id integer, unique (room_id, person_id));
  create table task (id integer primary key, owner_id integer);
  create table counter (id integer primary key, open_ integer not null);
  create table note (id integer primary key, text varchar(9) not null, bill_id integer, order_id integer, seat_id integer, task_id integer, counter_id integer);
`;
const rows = `
  delete from note; delete from counter; delete from task; delete from seat; delete from room; delete from purchase; delete from bill; delete from budget;
  delete from person;
  insert into person values (1, 1), (2, 1);
  insert into budget values (1, 1);
  insert into bill values (1, 1);
  insert into purchase values (1, 1);
  insert into room values (1, 1);
  insert into seat values (1, 1, 1, 1);
  insert into task values (1, 1);
  insert into counter values (1, 1);
`;
/** Facts that no mapping contains. Only the database schema does: without it, the sources trust that a write changes nothing else. */
const trigger = `
  create trigger recount after update on budget begin update counter set open_ = new.open_ where id = new.id; end;
`;

type Operation = Readonly<Record<string, unknown>>;
const open = { attributes: { open: { column: 'open_' } } } as const;
const isOpen = { read: () => [{ field: 'open', values: [1] }] as const, update: () => true };
const access: AccessRules<typeof api> = {
  bills: isOpen,
  orders: isOpen,
  seats: isOpen,
  counters: isOpen,
  tasks: { read: () => [{ field: 'owner', values: [1] }], update: () => true },
};
let last = 0;
const note = (relationship: string, type = `${relationship}s`): Operation => {
  const relationships = { [relationship]: { data: { type, id: '1' } } };
  last++;
  return { op: 'add', data: { type: 'notes', id: String(last), attributes: { text: 'x' }, relationships } };
};
const close = (type: string): Operation => ({ op: 'update', data: { type, id: '1', attributes: { open: 0 } } });
const linked = (type: string, id: string, name: string, data: readonly object[]): Operation => ({
  op: 'update',
  data: { type, id, relationships: { [name]: { data } } },
});

const cases: readonly (readonly [
  what: string,
  link: string,
  change: Operation,
  status: number,
  rules?: typeof access,
])[] = [
  ['an expression computes what the rule compares', 'bill', close('budgets'), 404],
  [
    'an expression computes what the rule receives',
    ...(['bill', close('budgets'), 403] as const),
    { bills: { read: () => true, update: (_, { record }) => record.open === 1 } },
  ],
  ['two types share a table', 'order', close('carts'), 404],
  ['a write of links changes the join table of a type', 'seat', linked('rooms', '1', 'guests', []), 404],
  [
    'a write of links changes a column that is an attribute, too',
    ...(['task', linked('people', '2', 'tasks', [{ type: 'tasks', id: '1' }]), 404] as const),
  ],
  ['a trigger changes what the rule compares', 'counter', close('budgets'), 404],
];

describe.each(databases)('$name', ({ name, missing, open: openDatabase }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'rules in a list of operations', () => {
    const database = useDatabase(openDatabase, name === 'SQLite' ? `${tables}${trigger}` : tables);

    async function serverOf(hasDatabaseSchema: boolean, rules: typeof access) {
      await database.exec(rows);
      const integer = { idType: 'integer' } as const;
      const sources = createKyselySources(
        api,
        database.db,
        {
          budgets: { table: 'budget', ...integer, ...open },
          bills: {
            ...{ table: 'bill', ...integer, relationships: { notes: { foreignKey: 'bill_id' } } },
            attributes: {
              open: {
                expression: (row, eb) =>
                  eb.selectFrom('budget').whereRef('budget.id', '=', row('budget_id')).select('budget.open_'),
              },
            },
          },
          orders: { table: 'purchase', ...integer, ...open },
          carts: { table: 'purchase', ...integer, ...open },
          rooms: {
            ...{ table: 'room', ...integer, ...open },
            relationships: { guests: { through: 'seat', from: 'room_id', to: 'person_id' } },
          },
          seats: { table: 'seat', ...integer, ...open },
          people: { table: 'person', ...integer, ...open, relationships: { tasks: { foreignKey: 'owner_id' } } },
          tasks: { table: 'task', ...integer, attributes: { owner: { column: 'owner_id' } } },
          counters: { table: 'counter', ...integer, ...open },
          notes: {
            ...{ table: 'note', ...integer },
            relationships: {
              bill: { column: 'bill_id' },
              order: { column: 'order_id' },
              seat: { column: 'seat_id' },
              task: { column: 'task_id' },
              counter: { column: 'counter_id' },
            },
          },
        },
        hasDatabaseSchema ? { databaseSchema: await readDatabaseSchema(database.db) } : {},
      );
      const type = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
      const server = createServer(api, sources as never, {
        ...{ extensions: [atomicOperations()], defaultAccess: 'allow', access: rules, onMissingRules: () => undefined },
      });
      return async (operations: readonly Operation[]) => {
        const body = JSON.stringify({ 'atomic:operations': operations });
        const headers = { accept: type, 'content-type': type };
        return (await server.handle({ method: 'POST', url: '/operations', headers, body })).status;
      };
    }

    const all = [false, true].flatMap((hasDatabaseSchema) =>
      cases.map((it) => [it[0], hasDatabaseSchema, it] as const),
    );
    // A trigger is known from the database schema.
    const known = all.filter(
      ([what, hasDatabaseSchema]) => !what.includes('trigger') || (hasDatabaseSchema && name === 'SQLite'),
    );
    test.each(known)(
      '%s, with a database schema: %s',
      async (_, hasDatabaseSchema, [, link, change, status, rules = access]) => {
        const operations = () => [note(link), change, note(link)];
        const alone: number[] = [];
        const one = await serverOf(hasDatabaseSchema, rules);
        for (const operation of operations()) alone.push(await one([operation]));
        expect(alone).toEqual([200, expect.toBeOneOf([200, 204]), status]);
        expect(await (await serverOf(hasDatabaseSchema, rules))(operations())).toBe(status);
      },
    );
  });
});
