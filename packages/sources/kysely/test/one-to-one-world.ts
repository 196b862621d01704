/** A database in which the foreign keys of to-one relationships are in the tables of the related types. */

import { attribute, defineApi, toOne } from '@linkage/core';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { createKyselySources, type DatabaseSchema } from '../src/index.ts';

const text = attribute(z.string(), { sort: true, filter: true });
const on = { sort: true, filter: true } as const;
/** The API of the tests. */
export const api = defineApi({
  users: {
    attributes: { name: text },
    relationships: {
      profile: toOne('profiles', { ...on, inverse: 'user' }),
      badge: toOne('badges', on),
      passport: toOne('passports', { ...on, inverse: 'user', write: false }),
    },
    clientGeneratedIds: true,
  },
  profiles: {
    attributes: { text },
    relationships: { user: toOne('users', { ...on, inverse: 'profile' }) },
    clientGeneratedIds: true,
  },
  passports: {
    attributes: { number: text },
    relationships: { user: toOne('users', { ...on, inverse: 'passport', write: false }) },
    clientGeneratedIds: true,
  },
  teams: { attributes: { name: text }, relationships: { badge: toOne('badges', on) }, clientGeneratedIds: true },
  badges: {
    attributes: { label: text },
    relationships: { owner: toOne(['users', 'teams'], { filter: true, inverse: 'badge' }) },
    clientGeneratedIds: true,
  },
  steps: {
    attributes: { label: text },
    relationships: {
      next: toOne('steps', { ...on, inverse: 'previous' }),
      previous: toOne('steps', { ...on, inverse: 'next' }),
    },
    clientGeneratedIds: true,
  },
});
/** The tables. */
export const tables: string = `
  create table account (id varchar(20) primary key, name varchar(20) not null, revision integer not null default 1);
  create table profile (
    id varchar(20) primary key, text varchar(20) not null, deleted integer not null default 0, account_id varchar(20),
    constraint profile_account unique (account_id), foreign key (account_id) references account (id)
  );
  create table passport (id varchar(20) primary key, number varchar(20) not null, foreign key (id) references account (id));
  create table team (id varchar(20) primary key, name varchar(20) not null);
  create table badge (
    id varchar(20) primary key, label varchar(20) not null, owner_type varchar(20), owner_id varchar(20),
    unique (owner_type, owner_id)
  );
  create table step (id varchar(20) primary key, label varchar(20) not null, next_id varchar(20) unique references step (id));
`;
/** Replaces all rows. */
export const rows: string = `
  update step set next_id = null;
  delete from badge; delete from profile; delete from passport; delete from team; delete from account; delete from step;
  insert into account (id, name) values ('1', 'Ada'), ('2', 'Bob'), ('3', 'Cyd'), ('4', 'Dan');
  insert into profile values ('p1', 'beta', 0, '1'), ('p2', 'free', 0, null), ('p3', 'alpha', 0, '3'), ('p4', 'deleted', 1, '4');
  insert into passport values ('1', 'X7'), ('3', 'A2');
  insert into team values ('1', 'Red');
  insert into badge values ('b1', 'gold', 'user', '1'), ('b2', 'silver', 'team', '1'), ('b3', 'free', null, null);
  insert into step values ('c', 'third', null), ('b', 'second', 'c'), ('a', 'first', 'b');
`;

/** Requests, and the ids of their responses, or the status. */
export const reads: readonly (readonly [url: string, expected: string | null | number])[] = [
  ['/users/1/profile', 'p1'],
  ['/users/2/profile', null],
  ['/users/4/profile', null],
  ['/users/9/profile', 404],
  ['/users/1/relationships/profile', 'p1'],
  ['/users/2/relationships/profile', null],
  ['/profiles/p1/user', '1'],
  ['/users?filter[profile]=p1', '1'],
  ['/users?filter[profile]=p4', ''],
  ['/users?filter[profile][ne]=p1', '2,3,4'],
  ['/users?filter[profile]=null', '2,4'],
  ['/users?filter[profile][ne]=null', '1,3'],
  ['/users?filter[profile]=p1,null', '1,2,4'],
  ['/users?filter[profile.text]=alpha', '3'],
  ['/users?filter[profile.user.name]=Cyd', '3'],
  ['/profiles?filter[user.profile.text]=beta', 'p1'],
  ['/users?sort=profile.text,id', '2,4,3,1'],
  ['/users?sort=-profile.text,id', '1,3,2,4'],
  ['/users?sort=-profile.id,id', '3,1,2,4'],
  ['/profiles?sort=-user.profile.text,id', 'p1,p3,p2'],
  ['/users/3/passport', '3'],
  ['/users/2/passport', null],
  ['/passports/1/user', '1'],
  ['/users?filter[passport]=null', '2,4'],
  ['/users?sort=-passport.number,id', '1,3,2,4'],
  ['/users/1/badge', 'b1'],
  ['/teams/1/badge', 'b2'],
  ['/users/2/badge', null],
  ['/badges/b2/owner', '1'],
  ['/users?filter[badge]=b1', '1'],
  ['/users?filter[badge]=b2', ''],
  ['/teams?filter[badge.label]=silver', '1'],
  ['/users?sort=-badge.label,id', '1,2,3,4'],
  ['/steps/b/previous', 'a'],
  ['/steps/a/previous', null],
  ['/steps?filter[previous]=a', 'b'],
  ['/steps?filter[previous.previous]=a', 'c'],
  ['/steps?sort=previous.label', 'a,b,c'],
  ['/steps?sort=-previous.label', 'c,b,a'],
  ['/steps?sort=next.previous.label', 'c,a,b'],
];

/** The mapping of all types. */
export const mapping = {
  users: {
    table: 'account',
    version: 'revision',
    relationships: {
      profile: { foreignKey: 'account_id' },
      badge: { foreignKey: 'owner_id', typeColumn: 'owner_type', onDelete: 'set null' },
      passport: { foreignKey: 'id' },
    },
  },
  profiles: { table: 'profile', where: { deleted: 0 }, relationships: { user: { column: 'account_id' } } },
  passports: { table: 'passport', relationships: { user: { column: 'id' } } },
  teams: { table: 'team', relationships: { badge: { foreignKey: 'owner_id', typeColumn: 'owner_type' } } },
  badges: {
    table: 'badge',
    relationships: { owner: { column: 'owner_id', typeColumn: 'owner_type', types: { users: 'user', teams: 'team' } } },
  },
  steps: { table: 'step', relationships: { next: { column: 'next_id' }, previous: { foreignKey: 'next_id' } } },
} as const;

/** Creates sources over the tables of the database. */
export function sourcesOf(db: Kysely<never>, databaseSchema?: DatabaseSchema) {
  return createKyselySources(api, db, mapping, { databaseSchema });
}
