import { attribute, defineApi, errorObject, JsonApiError, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { ServerWrites } from './server-writes.ts';

const api = defineApi({
  issues: {
    attributes: {
      title: z.string(),
      number: attribute(z.number(), { write: false }),
      label: attribute(z.string(), { compute: ({ title }: { title?: unknown }) => `#${title}`, needs: ['title'] }),
    },
    relationships: {
      project: toOne('projects', { inverse: 'issues' }),
      closer: toOne('users', { write: false }),
    },
  },
  projects: {
    attributes: { name: z.string(), last: attribute(z.number(), { write: false }) },
    relationships: { issues: toMany('issues', { inverse: 'project' }) },
  },
  users: { attributes: { name: z.string() } },
});
type Tracker = typeof api;
type Options = ServerOptions<string, Tracker>;

function start(options: Options = {}) {
  const sources = createMemorySources(api, {
    issues: [{ id: '1', title: 'First', number: 1, project: { type: 'projects', id: '1' } }],
    projects: [{ id: '1', name: 'Linkage', last: 1 }],
    users: [{ id: '7', name: 'Ann' }],
  });
  const server = createServer(api, sources, { context: () => 'Ann', ...options });
  const titles = async () =>
    (await send(server, 'GET /issues')).document.data.map((it: never) => it['attributes']['title']);
  return { server, sources, titles };
}

const run = <Result>(
  { server }: ReturnType<typeof start>,
  work: (writes: ServerWrites<Tracker>) => Promise<Result>,
  context = 'Ann',
): Promise<Result> => server.transaction({ context }, ({ writes }) => work(writes));

const issue = (title: string) => ({
  data: { type: 'issues', attributes: { title }, relationships: { project: { data: { type: 'projects', id: '1' } } } },
});

describe('the application writes without a request', () => {
  test('fields that clients cannot write, in one transaction', async () => {
    const started = start();
    const created = await run(started, async (writes) => {
      const record = await writes.create('issues', {
        id: '2',
        attributes: { title: 'Second', number: 2 },
        relationships: { project: { type: 'projects', id: '1' } },
      });
      await writes.update('projects', '1', { attributes: { last: 2 } });
      await writes.updateRelationship('issues', '2', 'closer', { replace: { type: 'users', id: '7' } });
      return record;
    });
    expect(created).toMatchObject({ id: '2', number: 2 });
    const { document } = await send(started.server, 'GET /issues/2?include=project,closer');
    expect([document.data.attributes.number, document.included.map((it: never) => it['id'])]).toEqual([2, ['1', '7']]);
    expect(await run(started, (writes) => writes.delete('issues', '2'))).toBe(true);
    expect(await started.titles()).toEqual(['First']);
  });

  test('completely or not at all', async () => {
    const started = start();
    const failure = new Error('The job failed.');
    const work = run(started, async (writes) => {
      await writes.update('issues', '1', { attributes: { title: 'New' } });
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await started.titles()).toEqual(['First']);
  });

  test('and reads in the transaction with its call, as a request with the context', async () => {
    const { server, sources } = start();
    const seen = await server.transaction({ context: 'job' }, async ({ writes, call }) => {
      await writes.update('issues', '1', { attributes: { title: 'New' } });
      const [record] = (await sources.issues?.find?.(['1'], {} as never, call)) ?? [];
      return [record?.title, call.context];
    });
    expect(seen).toEqual(['New', 'job']);
  });

  test.each<[string, (writes: ServerWrites) => Promise<unknown>, string]>([
    ['type', (it) => it.delete('issue', '1'), 'writes.delete: unknown resource type "issue". Did you mean "issues"?'],
    [
      'attribute',
      (it) => it.update('issues', '1', { attributes: { titel: 'x' } }),
      'writes.update: the type "issues" does not have the attribute "titel". Did you mean "title"?',
    ],
    [
      'relationship',
      (it) => it.updateRelationship('issues', '1', 'owner', { replace: null }),
      'writes.updateRelationship: the type "issues" does not have the relationship "owner".',
    ],
    [
      'computed attribute',
      (it) => it.create('issues', { attributes: { title: 'x', label: 'y' } }),
      'writes.create: the type "issues" computes the attribute "label".',
    ],
  ])('unknown names are errors: %s', async (_, work, message) => {
    await expect(run(start(), async (writes) => work(writes as ServerWrites))).rejects.toThrow(new TypeError(message));
  });

  test.each<[string, (writes: ServerWrites<Tracker>) => Promise<unknown>, string]>([
    ['missing', (it) => it.update('issues', '9', { attributes: { title: 'x' } }), 'NOT_FOUND'],
    ['missing', (it) => it.updateRelationship('issues', '9', 'closer', { replace: null }), 'NOT_FOUND'],
    [
      'linked',
      (it) => it.updateRelationship('issues', '1', 'closer', { replace: { type: 'users', id: '8' } }),
      'RELATED_RESOURCE_NOT_FOUND',
    ],
    ['taken', (it) => it.create('issues', { id: '1', attributes: { title: 'x' } }), 'RESOURCE_EXISTS'],
  ])('errors have no place in a document: a resource that is %s', async (_, work, code) => {
    const error = await run(start(), work).catch((thrown: unknown) => thrown);
    expect(JsonApiError.is(error) && error.errors.map((it) => [it.code, it.source])).toEqual([[code, undefined]]);
  });

  test('ends when the signal aborts, and leaves nothing', async () => {
    const { server, titles } = start();
    const controller = new AbortController();
    const work = server.transaction({ context: 'job', signal: controller.signal }, async ({ writes }) => {
      await writes.update('issues', '1', { attributes: { title: 'New' } });
      controller.abort();
      await writes.update('issues', '1', { attributes: { title: 'Newer' } });
    });
    await expect(work).rejects.toThrow('The client closed the connection');
    expect(await titles()).toEqual(['First']);
  });

  test('types must share transactions', async () => {
    const { sources } = start();
    const users = { ...createMemorySources(api).users };
    const server = createServer(api, { ...sources, users } as never, { context: () => 'Ann' });
    const work = (types?: readonly ('issues' | 'users')[]) =>
      server.transaction({ context: 'job', types }, ({ writes }) => writes.delete('issues', '1'));
    await expect(work()).rejects.toThrow('State in `types` which ones you write.');
    await expect(work(['issues', 'users'])).rejects.toThrow('do not share transactions: issues, users.');
    expect(await work(['issues'])).toBe(true);
  });

  test.each([
    [{ contxt: 1 }, 'server.transaction: unknown option "contxt". Did you mean `context`?'],
    [{ types: 'issues' }, 'server.transaction: `types` must be an array'],
  ])('options are checked: %j', async (options, message) => {
    await expect(start().server.transaction(options as never, async () => 1)).rejects.toThrow(message);
  });
});

describe('access rules', () => {
  const rules: Options = {
    access: {
      issues: { read: () => true, create: () => true, update: (user) => user === 'Ann' },
      projects: { read: (user) => user === 'Ann', update: () => false, updateRelationship: () => true },
      users: { read: () => true },
    },
  };
  const bump = (writes: ServerWrites<Tracker>) => writes.update('projects', '1', { attributes: { last: 2 } });

  test('of the context apply', async () => {
    const started = start(rules);
    await expect(run(started, bump)).rejects.toMatchObject({ status: 403 });
    await expect(run(started, bump, 'Bob')).rejects.toMatchObject({ status: 404 });
    const rename = (writes: ServerWrites<Tracker>) => writes.update('issues', '1', { attributes: { title: 'New' } });
    await expect(run(started, rename, 'Bob')).rejects.toMatchObject({ status: 403 });
    expect(await run(started, rename)).toMatchObject({ title: 'New' });
  });

  test('do not apply to `withoutRules`, in the same transaction', async () => {
    const started = start(rules);
    const work = run(started, async (writes) => {
      await writes.withoutRules.update('projects', '1', { attributes: { last: 2 } });
      await bump(writes);
    });
    await expect(work).rejects.toMatchObject({ status: 403 });
    const last = async () => (await send(started.server, 'GET /projects/1')).document.data.attributes.last;
    expect(await last()).toBe(1);
    await run(started, (writes) => bump(writes.withoutRules), 'Bob');
    expect(await last()).toBe(2);
  });
});

describe('a hook writes other resources', () => {
  /** The number of a new issue is the next one of its project. */
  const numbering: Options['hooks'] = {
    issues: {
      create: {
        async after({ written, writes }) {
          const { last } = (await writes.withoutRules.update('projects', '1', {})) as { last: number };
          await writes.withoutRules.update('projects', '1', { attributes: { last: last + 1 } });
          await writes.withoutRules.update('issues', String(written.id), { attributes: { number: last + 1 } });
        },
      },
    },
  };

  test('in the transaction of the write, and the response shows it', async () => {
    const { server } = start({ hooks: numbering });
    const { status, document } = await send(server, 'POST /issues', issue('Second'));
    expect([status, document.data.attributes.number]).toEqual([201, 2]);
    expect((await send(server, 'GET /projects/1')).document.data.attributes.last).toBe(2);
  });

  test('and what it wrote is rolled back with the write', async () => {
    const before = async ({ writes }: { readonly writes: ServerWrites<Tracker> }) => {
      await writes.create('users', { attributes: { name: 'Log' } });
      await writes.delete('issues', '9');
      return undefined;
    };
    const { server } = start({ hooks: { issues: { create: { before } } } });
    const { status, document } = await send(server, 'POST /issues', issue('Second'));
    expect([status, document.errors[0].source]).toEqual([404, undefined]);
    expect((await send(server, 'GET /users')).document.data).toHaveLength(1);
  });

  test('of a side, and hooks of what it writes run, too', async () => {
    const notes: string[] = [];
    const { server } = start({
      hooks: {
        issues: { update: { after: ({ input }) => void notes.push(Object.keys(input.attributes).join()) } },
        projects: {
          updateRelationship: {
            after: async ({ writes, change }) => {
              await writes.update('issues', '1', { attributes: { title: Object.keys(change).join() } });
            },
          },
        },
      },
    });
    expect((await send(server, 'POST /issues', issue('Second'))).status).toBe(201);
    expect(notes).toEqual(['title']);
    expect((await send(server, 'GET /issues/1')).document.data.attributes.title).toBe('add');
  });

  test('but not in a transaction of its own', async () => {
    const failures: unknown[] = [];
    const started = start({
      onError: (error) => void failures.push(error),
      hooks: { issues: { create: { after: async () => void (await run(started, async () => 1)) } } },
    });
    expect((await send(started.server, 'POST /issues', issue('Second'))).status).toBe(500);
    expect(String(failures[0])).toContain('`server.transaction` must not be called for a write within a transaction');
    expect(await started.titles()).toEqual(['First']);
  });
});

test('an endpoint writes fields that clients cannot write', async () => {
  const { server } = start({
    endpoints: [
      {
        name: 'close',
        path: '/issues/{id}/-actions/close',
        method: 'POST',
        statuses: [204],
        allowsCrossSite: true,
        async run({ placeholders, writes }) {
          const closer = { type: 'users', id: '7' };
          await writes.updateRelationship('issues', placeholders['id'] as string, 'closer', { replace: closer });
          return { status: 204 };
        },
      },
    ],
  });
  const { status } = await server.handle({ method: 'POST', url: '/issues/1/-actions/close', headers: {} });
  expect(status).toBe(204);
  expect((await send(server, 'GET /issues/1/closer')).document.data.id).toBe('7');
});

describe('`beforeWrite`', () => {
  const rejection = new JsonApiError(errorObject('VALUE_REJECTED', 'The project is archived.'));

  test('runs before every write, and before the hook of its type', async () => {
    const notes: string[] = [];
    const { server } = start({
      beforeWrite: ({ type, action }) => void notes.push(`${action} ${type}`),
      hooks: { issues: { create: { before: () => void notes.push('own') } } },
    });
    await send(server, 'POST /issues', issue('Second'));
    await send(server, 'PATCH /issues/1', { data: { type: 'issues', id: '1', attributes: { title: 'New' } } });
    await send(server, 'PATCH /issues/1/relationships/project', { data: null });
    await send(server, 'DELETE /issues/1');
    expect(notes).toEqual([
      ...['create issues', 'own', 'updateRelationship projects', 'update issues'],
      ...['updateRelationship issues', 'updateRelationship projects', 'delete issues'],
    ]);
  });

  test('replaces what the hook of the type and the source receive', async () => {
    const stamp = (attributes: object) => ({ ...attributes, number: 9 }) as never;
    const { server } = start({
      beforeWrite: (write) =>
        write.type === 'issues' && write.action === 'create'
          ? { ...write.input, attributes: stamp(write.input.attributes) }
          : undefined,
      hooks: {
        issues: {
          create: {
            before: ({ input }) => ({
              ...input,
              attributes: { ...input.attributes, title: JSON.stringify(input.attributes) },
            }),
          },
        },
      },
    });
    const { document } = await send(server, 'POST /issues', issue('Second'));
    expect(document.data.attributes).toMatchObject({ title: '{"title":"Second","number":9}', number: 9 });
  });

  test.each([
    ['POST /issues', issue('Second')],
    ['PATCH /issues/1', { data: { type: 'issues', id: '1', attributes: { title: 'New' } } }],
    ['DELETE /issues/1', undefined],
    ['PATCH /issues/1/relationships/project', { data: null }],
  ])('rejects %s with the record, and nothing is written', async (line, body) => {
    const started = start({
      beforeWrite(write) {
        if (write.action === 'create' || write.record !== undefined) throw rejection;
        return undefined;
      },
    });
    expect((await send(started.server, line, body)).status).toBe(422);
    expect(await started.titles()).toEqual(['First']);
  });

  test('must return what the action expects', async () => {
    const { server } = start({ beforeWrite: () => 7 as never, onError: () => undefined });
    expect((await send(server, 'POST /issues', issue('Second'))).status).toBe(500);
    expect((await send(server, 'DELETE /issues/1')).status).toBe(500);
  });
});
