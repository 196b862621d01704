/** Constraints that a database checks at the end of a transaction. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { atomicOperations, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const api = defineApi({
  teams: {
    attributes: { name: attribute(z.string(), { filter: true }) },
    relationships: { players: toMany('players', { inverse: 'team' }) },
    clientGeneratedIds: true,
  },
  players: {
    attributes: { name: z.string(), shirt: z.int() },
    relationships: { team: toOne('teams', { inverse: 'players' }) },
    clientGeneratedIds: true,
  },
});
const mapping = {
  teams: { table: 'team', idType: 'integer', relationships: { players: { foreignKey: 'team_id' } } },
  players: { table: 'player', idType: 'integer', relationships: { team: { column: 'team_id' } } },
} as const;
const unique = ', constraint one_shirt unique (team_id, shirt) deferrable initially deferred';
const trigger = `
  create function no_team_of_ghosts() returns trigger language plpgsql as
    $$ begin if new.name = 'Ghosts' then raise exception 'SECRET'; end if; return new; end $$;
  create constraint trigger ghosts after insert on team deferrable initially deferred for each row execute function no_team_of_ghosts();`;
const tables = (more: string) => `
  create table team (id integer primary key, name varchar(20) not null);
  create table player (
    id integer primary key, name varchar(20) not null, shirt integer not null,
    team_id integer references team (id) deferrable initially deferred${more}
  );
  insert into team values (1, 'Reds'), (2, 'Blues');
  insert into player values (1, 'Ada', 7, 1), (2, 'Bob', 8, 1);`;

// MariaDB and MySQL have no deferred constraints.
describe.each(databases.filter(({ name }) => name !== 'MariaDB'))('$name', ({ name, missing, open }) => {
  const isSqlite = name === 'SQLite';
  describe.skipIf(missing !== undefined)(missing ?? 'deferred constraints', () => {
    const script = isSqlite ? `pragma foreign_keys = on; ${tables('')}` : `${tables(unique)}${trigger}`;
    const used = useDatabase(open, script);
    const serve = () => {
      const failures: unknown[] = [];
      const sources = createKyselySources(api, used.db, mapping as never);
      const options = { extensions: [atomicOperations()], onError: (error: unknown) => void failures.push(error) };
      const server = createServer(api, sources as never, options as never);
      return { server, send: requestsTo(server), failures };
    };
    const errorOf = ({ status, document }: Awaited<ReturnType<ReturnType<typeof requestsTo>>>) => [
      status,
      ...document.errors.map(({ code, detail, source }: Record<string, string>) => [code, detail, source]),
    ];

    test('a deletion of a resource that others reference is 409, and changes nothing', async () => {
      const { send, failures } = serve();
      const detail = 'Other resources reference this resource.';
      expect(errorOf(await send('DELETE /teams/1'))).toEqual([409, ['CONSTRAINT_VIOLATED', detail, undefined]]);
      expect([(await send('GET /teams')).ids, failures]).toEqual(['1,2', []]);
    });

    test('operations together can violate it in between', async () => {
      const { server } = serve();
      const type = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
      const ids = ['1', '2'].map((id) => ({ op: 'remove', ref: { type: 'players', id } }));
      const operations = [{ op: 'remove', ref: { type: 'teams', id: '1' } }, ...ids];
      const post = (all: readonly object[]) =>
        server.handle({
          ...{ method: 'POST', url: '/operations', headers: { 'content-type': type, accept: type } },
          body: JSON.stringify({ 'atomic:operations': all }),
        });
      expect((await post(operations.slice(0, 2))).status).toBe(409);
      expect((await post(operations)).status).toBe(204);
      await used.exec(
        "insert into team values (1, 'Reds'); insert into player values (1, 'Ada', 7, 1), (2, 'Bob', 8, 1);",
      );
    });

    test.skipIf(isSqlite)(
      'a value that must be unique, and a trigger, are 409 without the text of the database',
      async () => {
        const { send, failures } = serve();
        const data = { type: 'players', id: '1', attributes: { shirt: 8 } };
        const taken = 'Another resource already has a value that must be unique.';
        expect(errorOf(await send('PATCH /players/1', data))).toEqual([409, ['CONSTRAINT_VIOLATED', taken, undefined]]);
        const ghosts = { type: 'teams', id: '9', attributes: { name: 'Ghosts' } };
        const answer = await send('POST /teams', ghosts);
        expect(errorOf(answer)).toEqual([
          409,
          ['CONSTRAINT_VIOLATED', 'The request violates a rule of the data.', undefined],
        ]);
        expect([JSON.stringify(answer.document).includes('SECRET'), failures]).toEqual([false, []]);
      },
    );
  });
});
