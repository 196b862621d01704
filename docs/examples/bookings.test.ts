import type { Server } from '@linkage/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { send } from '../../packages/server/test/support.ts';
import { databases } from '../../packages/sources/kysely/test/databases.ts';
import { useDatabase } from '../../packages/sources/kysely/test/use-database.ts';
import { createBookings, onMariadb, onPostgres, onSqlite, tickets } from './bookings.ts';

const bookings = { SQLite: onSqlite, PGlite: onPostgres, PostgreSQL: onPostgres, MariaDB: onMariadb };
const others = `
  create table room (id varchar(36) primary key, name varchar(20) not null);
  create table performance (id varchar(36) primary key, name varchar(20) not null);
  insert into room values ('1', 'Blue'), ('2', 'Red');
  insert into performance values ('1', 'Hamlet')`;

/** PGlite needs the extension as a package of its own. */
describe.each(databases.filter(({ name }) => name !== 'PGlite'))('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'no double booking', () => {
    const database = useDatabase(open, [others, tickets, bookings[name]].join(';'));
    let server: Server;
    beforeAll(async () => {
      server = await createBookings(database.db);
    });

    const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const book = (from: number, to: number, room = '1') =>
      send(server, 'POST /bookings', {
        data: {
          type: 'bookings',
          attributes: { startsAt: at(from), endsAt: at(to) },
          relationships: { room: { data: { type: 'rooms', id: room } } },
        },
      });
    const reserve = (seat: string) =>
      send(server, 'POST /tickets', {
        data: {
          type: 'tickets',
          attributes: { seat },
          relationships: { show: { data: { type: 'shows', id: '1' } } },
        },
      });

    test('a seat is sold once for each show', async () => {
      expect((await reserve('A1')).status).toBe(201);
      const { status, document } = await reserve('A1');
      expect([status, document.errors[0]]).toMatchObject([
        409,
        {
          code: 'SEAT_TAKEN',
          detail: 'This seat is taken.',
          source: { pointer: '/data/attributes/seat' },
        },
      ]);
      const other = await reserve('A2');
      const data = { type: 'tickets', id: other.document.data.id, attributes: { seat: 'A1' } };
      const moved = await send(server, `PATCH /tickets/${data.id}`, { data });
      expect([moved.status, moved.problems]).toEqual([409, ['SEAT_TAKEN /data/attributes/seat']]);
    });

    test('a room is booked once at each time', async () => {
      expect((await book(9, 10)).status).toBe(201);
      for (const [from, to] of [
        [9, 10],
        [8, 12],
        [9, 11],
        [8, 10],
      ] as const) {
        const { status, problems } = await book(from, to);
        expect([status, problems]).toEqual([409, ['CONSTRAINT_VIOLATED']]);
      }
      expect((await book(9, 10, '2')).status).toBe(201);
      const next = await book(10, 11); // the end of one can be the beginning of the next
      expect(next.status).toBe(201);
      expect((await book(13, 12)).status).toBe(422);
      const data = { type: 'bookings', id: next.document.data.id, attributes: { startsAt: at(9) } };
      const { status, problems } = await send(server, `PATCH /bookings/${data.id}`, { data });
      expect([status, problems]).toEqual([
        409,
        [name === 'SQLite' ? 'CONSTRAINT_VIOLATED' : 'CONSTRAINT_VIOLATED /data/attributes/startsAt'],
      ]);
    });

    test('of 20 requests at the same time, one is booked', async () => {
      const booked = await Promise.all(Array.from({ length: 20 }, () => book(14, 15)));
      expect(booked.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
      const codes = new Set(booked.flatMap(({ problems }) => problems));
      expect([...codes].filter((code) => !/^(CONSTRAINT_VIOLATED|WRITE_CONFLICT)$/.test(code))).toEqual([]);
    });
  });
});
