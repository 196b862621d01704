import { defineApi, toOne } from '@linkage/core';
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer, type Server } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

// #region unique
export const tickets = `
  create table ticket (
    id varchar(36) primary key,
    seat varchar(4) not null,
    show_id varchar(36) not null references performance (id),
    constraint one_ticket unique (show_id, seat)
  )`;
// #endregion

// #region postgres
export const onPostgres = `
  create extension if not exists btree_gist;
  create table booking (
    id varchar(36) primary key,
    room_id varchar(36) not null references room (id),
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    constraint in_order check (ends_at > starts_at),
    constraint one_booking exclude using gist (room_id with =, tstzrange(starts_at, ends_at) with &&)
  )`;
// #endregion

// #region mariadb
export const onMariadb = `
  create table booking (
    id varchar(36) primary key,
    room_id varchar(36) not null references room (id),
    starts_at datetime(3) not null,
    ends_at datetime(3) not null,
    period for during (starts_at, ends_at),
    constraint one_booking unique (room_id, during without overlaps)
  )`;
// #endregion

// #region sqlite
export const onSqlite = `
  create table booking (
    id text primary key,
    room_id text not null references room (id),
    starts_at text not null,
    ends_at text not null check (ends_at > starts_at)
  );
  create index booking_room on booking (room_id, starts_at);
  create trigger one_booking before insert on booking when exists (
    select 1 from booking b where b.room_id = new.room_id and b.starts_at < new.ends_at and b.ends_at > new.starts_at
  ) begin select raise(abort, 'The room is booked.'); end;
  create trigger one_booking_still before update on booking when exists (
    select 1 from booking b where b.id <> new.id
      and b.room_id = new.room_id and b.starts_at < new.ends_at and b.ends_at > new.starts_at
  ) begin select raise(abort, 'The room is booked.'); end`;
// #endregion

// #region server
const time = z.iso.datetime({ precision: 3 });
const api = defineApi({
  rooms: { attributes: { name: z.string() } },
  bookings: {
    attributes: { startsAt: time, endsAt: time },
    relationships: { room: toOne('rooms', { required: true }) },
  },
  shows: { attributes: { name: z.string() } },
  tickets: { attributes: { seat: z.string() }, relationships: { show: toOne('shows', { required: true }) } },
});

export async function createBookings(db: Kysely<never>): Promise<Server> {
  const sources = createKyselySources(
    api,
    db,
    {
      rooms: { table: 'room' },
      bookings: {
        table: 'booking',
        attributes: { startsAt: 'starts_at', endsAt: 'ends_at' },
        relationships: { room: { column: 'room_id' } },
      },
      shows: { table: 'performance' },
      tickets: {
        table: 'ticket',
        relationships: { show: { column: 'show_id' } },
        constraints: { one_ticket: { detail: 'This seat is taken.', code: 'SEAT_TAKEN', field: 'seat' } },
      },
    },
    { databaseSchema: await readDatabaseSchema(db) },
  );
  return createServer(api, sources);
}
// #endregion
