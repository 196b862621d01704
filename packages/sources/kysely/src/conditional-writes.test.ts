/** `update` and `delete` with conditions write only to a resource that matches them, on every database. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import type { SourceCall } from '@linkage/server';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, type KyselySources } from './index.ts';

const on = { filter: true } as const;
const api = defineApi({
  notes: {
    attributes: {
      text: attribute(z.string(), on),
      owner: attribute(z.string(), on),
      size: attribute(z.number().default(0), { filter: true, write: false }),
    },
    relationships: { team: toOne('teams', on), tags: toMany('tags', on) },
  },
  drafts: { attributes: { text: attribute(z.string(), on) } },
  teams: { attributes: { name: attribute(z.string(), on) }, relationships: { notes: toMany('notes', on) } },
  tags: { attributes: { name: z.string() } },
});
const tables = `
  create table team (id varchar(20) primary key, name varchar(20) not null);
  create table note (
    id varchar(20) primary key, text varchar(20) not null, owner varchar(20), tenant varchar(20) not null, changes integer not null,
    gone integer not null, team_id varchar(20) references team (id)
  );
  create table tag (id varchar(20) primary key, name varchar(20) not null);
  create table note_tag (
    note_id varchar(20) not null references note (id) on delete cascade, tag_id varchar(20) not null references tag (id),
    primary key (note_id, tag_id)
  );
`;
const reset = `
  delete from note_tag; delete from note; delete from team; delete from tag;
  insert into team values ('t', 'red'), ('u', 'blue');
  insert into tag values ('a', 'sea');
  insert into note values ('1', 'old', 'ada', 'one', 1, 0, 't'), ('2', 'old', 'ada', 'two', 1, 0, null), ('3', 'old', null, 'one', 1, 0, null);
  insert into note_tag values ('1', 'a');
`;
const mapping = {
  notes: {
    table: 'note',
    attributes: { size: { expression: (row: (name: string) => unknown) => sql`length(${row('text')})` } },
    relationships: {
      team: { column: 'team_id' },
      tags: { through: 'note_tag', from: 'note_id', to: 'tag_id' },
    },
    where: { tenant: 'one', gone: 0 },
    softDelete: { gone: 1 },
  },
  drafts: { table: 'note', version: 'changes', onUpdate: { tenant: 'one' } },
  teams: { table: 'team', relationships: { notes: { foreignKey: 'team_id', onDelete: 'set null' } } },
  tags: { table: 'tag' },
} as const;

type Conditions = NonNullable<SourceCall['conditions']>;
type Of = 'notes' | 'drafts' | 'teams';
const is = (field: string, ...values: readonly unknown[]) =>
  [{ field, operator: 'eq', values }] as unknown as Conditions;
const callWith = (conditions: Conditions): SourceCall => ({
  ...{ context: undefined, signal: new AbortController().signal, conditions },
});

/** The rule that decides, and whether note 1 matches. Conditions on drafts compare columns of the row alone, in one statement. */
const cases: readonly (readonly [Of, string, Conditions, boolean])[] = [
  ['drafts', 'a column', is('text', 'old'), true],
  ['drafts', 'a column', is('text', 'new'), false],
  ['drafts', 'the id', is('id', '1'), true],
  ['drafts', 'a group', [{ or: [is('text', 'new')[0], is('id', '1')[0]] }] as unknown as Conditions, true],
  ['drafts', 'no condition', [], true],
  ['notes', 'a column', is('owner', 'ada'), true],
  ['notes', 'a column', is('owner', 'bo'), false],
  ['notes', 'NULL', is('owner', null), false],
  ['notes', 'a link', is('team', 't'), true],
  ['notes', 'a link', is('team', 'u', null), false],
  ['notes', 'an expression', is('size', 3), true],
  ['notes', 'an expression', is('size', 4), false],
  ['notes', 'members', is('tags', 'a'), true],
  ['notes', 'members', is('tags', 'b'), false],
  ['notes', 'a path', is('team.name', 'red'), true],
  ['notes', 'a path', is('team.name', 'blue'), false],
  ['notes', 'a path to the own table', is('team.notes.owner', 'ada'), true],
];

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'writes', () => {
    const statements: string[] = [];
    const database = useDatabase<Record<string, Record<string, unknown>>>(open, tables, statements);
    let sources: KyselySources<typeof api, Of | 'tags'>;
    beforeAll(() => {
      sources = createKyselySources(api, database.db, mapping as never) as never;
    });
    beforeEach(() => database.exec(reset));
    const rowOf = async (id: string) =>
      database.db.selectFrom('note').selectAll().where('id', '=', id).executeTakeFirst();
    const input = { attributes: { text: 'new' }, relationships: {} } as never;

    test.each(cases)('update %s by %s %j: %s', async (type, _, conditions, isMatch) => {
      statements.length = 0;
      const updated = await sources[type].update('1', input, callWith(conditions));
      const sent = statements.length;
      expect(updated === null ? null : updated.id).toBe(isMatch ? '1' : null);
      expect((await rowOf('1'))?.['text']).toBe(isMatch ? 'new' : 'old');
      if (type !== 'drafts') return;
      // MariaDB does not return the row, and does not tell a row that does not match from one that does not change.
      expect(sent).toBe(name === 'MariaDB' ? 5 : 1);
    });

    test.each(cases)('delete %s by %s %j: %s', async (type, _, conditions, isMatch) => {
      statements.length = 0;
      expect(await sources[type].delete('1', callWith(conditions))).toBe(isMatch);
      if (type === 'drafts') expect(statements).toHaveLength(1);
      const row = await rowOf('1');
      expect(row === undefined || Number(row['gone']) === 1).toBe(isMatch);
    });

    test('a row that the row filter excludes is not written, whatever matches', async () => {
      expect(await sources.notes.update('2', input, callWith(is('owner', 'ada')))).toBeNull();
      expect(await sources.notes.delete('2', callWith(is('owner', 'ada')))).toBe(false);
      expect(await rowOf('2')).toMatchObject({ text: 'old', gone: 0 });
    });

    test('an update that changes no value is one of a resource that matches', async () => {
      const same = { attributes: { text: 'old' }, relationships: {} } as never;
      expect(await sources.notes.update('1', same, callWith(is('owner', 'ada')))).toMatchObject({ id: '1' });
      expect(await sources.notes.update('1', same, callWith(is('owner', 'bo')))).toBeNull();
    });

    test('members change only if the resource matches', async () => {
      const none = { attributes: {}, relationships: { tags: [] } } as never;
      const members = () => database.db.selectFrom('note_tag').selectAll().execute();
      expect(await sources.notes.update('1', none, callWith(is('owner', 'bo')))).toBeNull();
      expect(await members()).toHaveLength(1);
      expect(await sources.notes.update('1', none, callWith(is('owner', 'ada')))).toMatchObject({ id: '1' });
      expect(await members()).toHaveLength(0);
    });

    test('a version is counted only if the resource matches', async () => {
      await sources.drafts.update('1', input, callWith(is('text', 'new')));
      expect(Number((await rowOf('1'))?.['changes'])).toBe(1);
      await sources.drafts.update('1', input, callWith(is('text', 'old')));
      expect(Number((await rowOf('1'))?.['changes'])).toBe(2);
    });

    test('a deletion with a policy changes related rows only if the resource matches', async () => {
      expect(await sources.teams.delete('t', callWith(is('name', 'blue')))).toBe(false);
      expect(await rowOf('1')).toMatchObject({ team_id: 't' });
      expect(await sources.teams.delete('t', callWith(is('name', 'red')))).toBe(true);
      expect(await rowOf('1')).toMatchObject({ team_id: null });
    });

    const isAlone = name === 'SQLite' || name === 'PGlite';
    test.skipIf(isAlone).each([
      ['a column', is('owner', 'ada'), "update note set owner = 'bo' where id = '1'"],
      ['a link', is('team', 't'), "update note set team_id = 'u' where id = '1'"],
      ['a path', is('team.name', 'red'), "update team set name = 'pink' where id = 't'"],
    ])('a write that waits decides by %s as it is afterward', async (_, conditions, change) => {
      for (const write of ['update', 'delete'] as const) {
        await database.exec(reset);
        let waiting: unknown;
        await database.db.transaction().execute(async (one) => {
          await sql.raw(change).execute(one);
          await sql`update note set gone = gone where id = '1'`.execute(one);
          const call = callWith(conditions);
          waiting = write === 'update' ? sources.notes.update('1', input, call) : sources.notes.delete('1', call);
          await new Promise((resolve) => setTimeout(resolve, 150));
        });
        expect([write, await waiting]).toEqual([write, write === 'update' ? null : false]);
        expect(await rowOf('1')).toMatchObject({ text: 'old', gone: 0 });
      }
    });
  });
});
