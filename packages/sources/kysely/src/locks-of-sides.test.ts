/** The locks of resources whose links a write changes: they keep other writes out, and not new records that link to the resource. */
import { atomicOperations, createServer, type SourceCall } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { operate } from '../../../server/test/atomic-request.ts';
import { requestsTo } from '../test/requests.ts';
import { useWriters } from '../test/use-writers.ts';
import { api, call, endsOrWaits, identifier, places, updateOf } from '../test/writers-world.ts';

const none = { attributes: new Set<string>(), relationships: new Set<string>() };
const article = { type: 'articles', id: '9', attributes: { title: 'nine', status: 'draft' } };
const input = { ...article, relationships: { author: identifier('people', '2') } };

describe.each(places.filter(({ name }) => name === 'PostgreSQL'))('$name', ({ name, missing }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'locks of the inverse relationship', () => {
    const writers = useWriters(name);

    test('a request that changes the author of an article does not hold new articles of the author back', async () => {
      const { sources } = writers.place;
      const found: string[] = [];
      const updateRelationship = async (): Promise<boolean> => {
        found.push(await endsOrWaits(writers.place, sources.articles.create(input as never, call) as Promise<unknown>));
        return true;
      };
      const server = createServer(api, sources as never, {
        access: { people: { updateRelationship } },
        defaultAccess: 'allow',
      });
      const url = '/articles/1/relationships/author';
      expect((await requestsTo(server)(`PATCH ${url}`, identifier('people', '2'))).status).toBe(204);
      expect(found.at(0)).toBe('ended');
    });

    test('a deletion locks a resource that the same transaction has locked as an inverse relationship', async () => {
      const { sources } = writers.place;
      const found: string[] = [];
      let created: Promise<unknown> | undefined;
      const permitted = async (): Promise<boolean> => {
        created ??= sources.articles.create(input as never, call) as Promise<unknown>;
        found.push(
          await endsOrWaits(
            writers.place,
            created.catch(() => undefined),
          ),
        );
        return true;
      };
      const access = {
        people: { updateRelationship: () => true, delete: permitted },
        articles: { update: () => true },
      };
      const options = { access, defaultAccess: 'allow', extensions: [atomicOperations()] };
      const server = createServer(api, sources as never, options as never);
      const ref = { ...identifier('articles', '1'), relationship: 'author' };
      const operations = [
        { op: 'update', ref, data: identifier('people', '2') },
        { op: 'remove', ref: identifier('people', '2') },
      ];
      expect((await operate(server, operations)).status).toBeLessThan(300);
      expect(found.at(0)).toBe('waits');
      await expect(created).rejects.toThrow();
    });

    test.each([
      [true, 'ended'],
      [undefined, 'waits'],
    ] as const)('`keepsRecords: %s`: a new record that links to a locked one: %s', async (keepsRecords, expected) => {
      const { sources } = writers.place;
      let created: Promise<unknown> | undefined;
      let update: Promise<unknown> | undefined;
      await sources.people.transaction(async (inside: SourceCall) => {
        await sources.people.find(['2'], none, { ...inside, forUpdate: true, keepsRecords });
        created = sources.articles.create(input as never, call) as Promise<unknown>;
        expect(await endsOrWaits(writers.place, created)).toBe(expected);
        update = updateOf('people', '2', { name: 'Cy' })(sources) as Promise<unknown>;
        expect(await endsOrWaits(writers.place, update)).toBe('waits');
      }, call as never);
      await Promise.all([created, update]);
    });
  });
});
