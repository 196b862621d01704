/** The reason of a 403: for the hooks of the application, and never for clients. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { operate } from '../../test/atomic-request.ts';
import { send } from '../../test/support.ts';
import { atomicOperations } from '../extensions/atomic/atomic-operations.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: {
      author: toOne('people', { inverse: 'articles', sort: true }),
      about: toOne(['people', 'articles'], { filter: true }),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), { sort: true }) },
    relationships: { articles: toMany('articles') },
  },
});
type Options = ServerOptions<string | undefined, typeof api>;

function open(options: Options, isDeclared = true) {
  const rejections: (string | undefined)[] = [];
  const sources = createMemorySources(api, {
    articles: [{ id: '1', title: 'One', author: '8' }],
    people: ['7', '8'].map((id) => ({ id, name: id })),
  });
  const undeclared = { ...sources, articles: { ...sources.articles, appliesFilters: undefined } };
  const server = createServer(api, isDeclared ? sources : (undeclared as never), {
    ...options,
    context: ({ headers }) => headers['x-user'] as string | undefined,
    extensions: [atomicOperations()],
    onRequest:
      () =>
      ({ rejection }) =>
        rejections.push(rejection),
  });
  return { server, rejections };
}

const articles = { data: [{ type: 'articles', id: '1' }] };
const person = { data: { type: 'people', attributes: { name: 'x' } } };

describe('RequestEnd.rejection', () => {
  test.each<[string, Options, string, object | undefined, string]>([
    [
      'a rule',
      { defaultAccess: 'allow', access: { people: { delete: () => false } } },
      'DELETE /people/7',
      undefined,
      '`access.people.delete` returned false for "people" "7".',
    ],
    [
      'no rule',
      { defaultAccess: 'deny', access: { people: { read: () => true } } },
      'DELETE /people/7',
      undefined,
      'There is no rule `access.people.delete`, and `defaultAccess` is "deny".',
    ],
    [
      'a rule about a new resource',
      { defaultAccess: 'allow', access: { people: { create: () => false } } },
      'POST /people',
      person,
      '`access.people.create` returned false for a new resource of type "people".',
    ],
    [
      'conditions that a rule returns',
      { defaultAccess: 'allow', access: { people: { update: () => [{ field: 'id', values: ['8'] }] } } },
      'PATCH /people/7',
      { data: { type: 'people', id: '7', attributes: { name: 'x' } } },
      '"people" "7" does not match `access.people.update`: [{"field":"id","operator":"eq","values":["8"]}].',
    ],
    [
      'conditions that hide the result',
      { defaultAccess: 'allow', access: { people: { read: () => [{ field: 'name', values: ['7'] }] } } },
      'PATCH /people/7',
      { data: { type: 'people', id: '7', attributes: { name: 'x' } } },
      'The user cannot read "people" "7" after the write: see `access.people.read`. It does not match [{"field":"name","operator":"eq","values":["7"]}].',
    ],
    [
      'no rule about a relationship',
      { defaultAccess: 'deny', access: { people: { read: () => true } } },
      'POST /people/7/relationships/articles',
      { data: [] },
      'There is no rule `access.people.updateRelationship`, and `defaultAccess` is "deny".',
    ],
    [
      'a new resource that the user cannot read',
      { defaultAccess: 'allow', access: { people: { read: () => false } } },
      'POST /people',
      person,
      'The user cannot read resources of type "people", so they cannot create one: see `access.people.read`.',
    ],
    [
      'the inverse relationship',
      { defaultAccess: 'allow', access: { articles: { updateRelationship: () => false } } },
      'POST /people/7/relationships/articles',
      articles,
      'The request changes links of "articles" "1". `access.articles.updateRelationship` returned false for "articles" "1".',
    ],
    [
      'the owner that loses a member',
      { defaultAccess: 'allow', access: { people: { updateRelationship: (_, { id }) => id !== '8' } } },
      'POST /people/7/relationships/articles',
      articles,
      'The request changes links of "people" "8". `access.people.updateRelationship` returned false for "people" "8".',
    ],
    [
      'a hidden resource of the inverse relationship',
      { defaultAccess: 'allow', access: { articles: { read: () => false } } },
      'POST /people/7/relationships/articles',
      articles,
      '',
    ],
    [
      'a deletion that changes other resources',
      { defaultAccess: 'allow', access: { articles: { update: () => false } } },
      'DELETE /people/8',
      undefined,
      'The request changes links of "articles" "1". `access.articles.update` returned false for "articles" "1".',
    ],
  ])('says why: %s', async (_, options, line, body, reason) => {
    const { server, rejections } = open(options);
    const { status, document } = await send(server, line, body);
    if (reason === '') return expect([status, rejections]).toEqual([404, [undefined]]);
    expect([status, rejections]).toEqual([403, [reason]]);
    // Clients learn nothing about the inverse relationship.
    expect(document.errors[0].detail).toMatch(
      /^You are not allowed to (change|delete|create) this (resource|relationship)(\.$|, because you are not allowed to change or delete all)/,
    );
    expect(JSON.stringify(document)).not.toContain('access.');
    const debugged = await send(open({ ...options, debug: true }).server, line, body);
    const [{ meta, ...error }] = debugged.document.errors;
    expect([debugged.status, meta, error]).toEqual([403, { rejection: reason }, document.errors[0]]);
  });

  const some: Options['access'] = { people: { read: () => [{ field: 'id', values: ['8'] }] } };
  test.each<[string, Options, string, string]>([
    [
      'a sort order through a relationship',
      { access: some },
      'GET /articles?sort=author.name',
      'The request is sorted by `author.name` of "articles". The order would reveal values of resources that the user cannot read (see `access.people.read`), and its source does not declare that it applies their conditions to an order.',
    ],
    [
      'a filter by ids of several types',
      { access: some },
      'GET /articles?filter[about]=8',
      'The request is filtered by `about` of "articles". The user cannot read all resources of its target types (see `read` of `access.people`, `access.articles`), and ids do not contain their type.',
    ],
  ])('says why a query is rejected, which is 400 with a challenge, too: %s', async (_, options, line, reason) => {
    for (const challenge of [undefined, () => 'Bearer']) {
      const { server, rejections } = open(
        { defaultAccess: 'allow', ...options, ...(challenge && { challenge }) },
        false,
      );
      const { status, document } = await send(server, line);
      expect([status, rejections]).toEqual([400, [reason]]);
      expect(JSON.stringify(document)).not.toContain('access.');
      const debugged = await send(open({ defaultAccess: 'allow', ...options, debug: true }, false).server, line);
      expect(debugged.document.errors[0].meta).toEqual({ rejection: reason });
    }
  });

  test('`debug` shows it with a challenge, and for each operation', async () => {
    const rules: Options = { defaultAccess: 'allow', access: { people: { delete: () => false } }, debug: true };
    const rejection = '`access.people.delete` returned false for "people" "7".';
    const challenged = await send(open({ ...rules, challenge: () => 'Bearer' }).server, 'DELETE /people/7');
    expect([challenged.status, challenged.document.errors[0].meta]).toEqual([401, { rejection }]);
    const removal = { op: 'remove', ref: { type: 'people', id: '7' } };
    const { document } = await operate(open(rules).server, [removal]);
    expect(document.errors[0]).toMatchObject({ meta: { rejection }, source: { pointer: '/atomic:operations/0' } });
  });

  test.each(['production', 'staging', '', undefined])('`debug` does not start if NODE_ENV is %j', (environment) => {
    vi.stubEnv('NODE_ENV', environment);
    try {
      expect(() => open({ debug: true })).toThrow('createServer: `debug` shows what users cannot read');
      expect(() => open({ debug: false })).not.toThrow();
      vi.stubEnv('NODE_ENV', 'development');
      expect(() => open({ debug: true })).not.toThrow();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('is undefined for other responses', async () => {
    const { server, rejections } = open({});
    await send(server, 'GET /people/7');
    await send(server, 'GET /people/99');
    expect(rejections).toEqual([undefined, undefined]);
  });

  test('is undefined for a thrown value whose members cannot be read', async () => {
    const reject = () => {
      throw new Error('No access.');
    };
    const thrown = new Proxy(
      {},
      { get: reject, getOwnPropertyDescriptor: reject, getPrototypeOf: reject, has: reject },
    );
    const read = () => {
      throw thrown;
    };
    const { server, rejections } = open({ defaultAccess: 'allow', access: { people: { read } }, onError: () => {} });
    expect((await send(server, 'GET /people/7')).status).toBe(500);
    expect(rejections).toEqual([undefined]);
  });

  test('is undefined for an error of the application that has the same cause', async () => {
    const rejections: unknown[] = [];
    const { people, ...others } = createMemorySources(api, { people: [{ id: '7', name: 'Ada' }] });
    const transaction = async (run: (call: never) => Promise<unknown>, call: never) =>
      run(call).catch((error: Error) => {
        throw new Error('Rolled back.', { cause: error.cause });
      });
    const server = createServer(
      api,
      { ...others, people: { ...people, transaction } as never },
      {
        defaultAccess: 'allow',
        access: { people: { delete: () => false } },
        onError: () => {},
        onRequest: () => (end) => rejections.push(end.rejection),
      },
    );
    expect((await send(server, 'DELETE /people/7')).status).toBe(500);
    expect(rejections).toEqual([undefined]);
  });

  test('says why an operation of several was rejected', async () => {
    const { server, rejections } = open({ defaultAccess: 'allow', access: { people: { delete: () => false } } });
    await operate(server, [{ op: 'remove', ref: { type: 'people', id: '7' } }]);
    expect(rejections).toEqual(['`access.people.delete` returned false for "people" "7".']);
  });
});

describe('`challenge`', () => {
  const challenge = (user: string | undefined) => (user === undefined ? 'Bearer' : undefined);
  const access = { people: { delete: () => false, create: () => false } };

  test('makes a rejection of a user without credentials a 401, in one place', async () => {
    const { server, rejections } = open({ defaultAccess: 'allow', access, challenge });
    const answer = await send(server, 'DELETE /people/7');
    expect([answer.status, answer.headers['WWW-Authenticate'], answer.problems]).toEqual([
      401,
      'Bearer',
      ['UNAUTHORIZED'],
    ]);
    expect(rejections).toEqual(['`access.people.delete` returned false for "people" "7".']);
    expect((await send(server, 'DELETE /people/7', undefined, { 'x-user': 'ada' })).status).toBe(403);
    expect((await send(server, 'DELETE /people/99')).status).toBe(404);
  });

  test('keeps the place of an operation', async () => {
    const { server } = open({ defaultAccess: 'allow', access, challenge });
    const remove = { op: 'remove', ref: { type: 'people', id: '7' } };
    const { status, headers, problems } = await operate(server, [remove]);
    expect([status, headers['WWW-Authenticate'], problems]).toEqual([
      401,
      'Bearer',
      ['UNAUTHORIZED /atomic:operations/0'],
    ]);
  });

  test('is not asked about an error of the application, and a wrong result is a 500', async () => {
    const failures: unknown[] = [];
    const onError = (failure: unknown) => void failures.push(failure);
    const { server } = open({ defaultAccess: 'allow', access, challenge: (() => 1) as never, onError });
    expect((await send(server, 'DELETE /people/7')).status).toBe(500);
    expect(String(failures)).toContain('`challenge` must return a string or undefined');
  });
});
