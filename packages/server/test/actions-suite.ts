/** Actions that an API declares, for each kind of data source. */
import { attribute, defineAction, defineApi, errorObject, JsonApiError, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonApiRequest } from '../src/http.ts';
import { createServer } from '../src/pipeline/create-server.ts';
import type { DescribingServer, Server } from '../src/pipeline/server.ts';
import type { ServerOptions } from '../src/pipeline/server-options.ts';
import type { Awaitable, Sources } from '../src/sources/port/data-source.ts';
import type { ServerWrites } from '../src/writing/server-writes.ts';

/** The API of the tests. */
export const api = defineApi({
  issues: {
    attributes: {
      title: z.string(),
      status: attribute(z.enum(['open', 'closed']), { filter: true, write: false }),
      secret: attribute(z.string().optional(), { read: false }),
      closings: attribute(z.int().default(0), { write: false }),
    },
    relationships: { owner: toOne('people', { filter: true }) },
    actions: {
      close: defineAction({
        input: z.object({ reason: z.string().regex(/^..+$/), at: z.object({ hour: z.int() }).optional() }),
      }),
      measure: defineAction({ output: z.object({ size: z.int() }) }),
      guarded: defineAction({ ifMatch: true }),
      remove: defineAction({ output: z.object({ done: z.boolean() }) }),
      archive: defineAction({
        ...{ on: 'filter', limit: 2 },
        input: z.object({ dry: z.boolean().default(false) }),
        output: z.object({ count: z.int() }),
      }),
      reset: defineAction({ on: 'collection' }),
    },
  },
  people: { attributes: { name: z.string() } },
});
/** The options of its server. */
export type Options = ServerOptions<{ readonly name: string }, typeof api>;
type Functions = NonNullable<NonNullable<Options['actions']>['issues']>;

/** A server, and what its actions have logged. */
export interface Opened {
  readonly server: DescribingServer<JsonApiRequest, { readonly name: string }>;
  readonly log: readonly unknown[];
}

/** Sends a request. Responses of endpoints are never stored, unlike those that the other tests check. */
export async function send(server: Server, line: string, body?: unknown, headers = {}) {
  const [method = '', url = ''] = line.split(' ');
  const fields = { ...(body === undefined ? {} : { 'content-type': 'application/vnd.api+json' }), ...headers };
  const response = await server.handle({
    ...{ method, url, headers: fields },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into documents of every shape
  const document: any = response.body === undefined ? undefined : JSON.parse(response.body);
  const problems: readonly string[] = (document?.errors ?? []).map(
    ({ code, source = {} }: { code: string; source?: object }) => [code, ...Object.values(source)].join(' '),
  );
  return { ...response, document, problems };
}

/** Creates a server with these actions. */
export function serve(sources: Sources<typeof api>, options: Partial<Options> = {}): Opened {
  const log: unknown[] = [];
  const server = createServer(api, sources, {
    context: () => ({ name: 'ann' }),
    onError: (error) => void log.push(String(error)),
    onMissingRules: () => undefined,
    ...options,
    actions: {
      issues: {
        async close({ id, record, input, writes, context }) {
          log.push(['close', id, record.secret, input.reason, context.name]);
          await writes.update('issues', id, { attributes: { status: 'closed', closings: (record.closings ?? 0) + 1 } });
          if (input.reason === 'fails') throw new JsonApiError(errorObject('VALUE_REJECTED', 'No.'));
        },
        measure: ({ record }) => ({ size: record.title === 'One' ? 3 : (0.5 as number) }),
        guarded: ({ writes, id }) => writes.update('issues', id, { attributes: { title: 'Changed' } }),
        async remove({ writes, id }) {
          await writes.delete('issues', id);
          return { done: true };
        },
        async archive({ resources, input, writes }) {
          log.push(['archive', resources.map(({ id }) => id), input.dry]);
          if (!input.dry)
            for (const { id } of resources) await writes.update('issues', id, { attributes: { status: 'closed' } });
          return { count: resources.length };
        },
        reset: () => void log.push(['reset']),
        ...options.actions?.issues,
      },
    },
  });
  return { server, log };
}
/** Returns the document of a request to an action. */
export const input = (meta: unknown): object => ({ meta });
const statusOf = async (server: Server, id: string) =>
  (await send(server, `GET /issues/${id}`)).document.data.attributes.status;

/** The records of the tests. */
export const records = {
  people: [{ id: '9', name: 'Ann' }],
  issues: [
    { id: '1', title: 'One', status: 'open', secret: 'x', closings: 0, owner: '9' },
    { id: '2', title: 'Two', status: 'open', closings: 0 },
    { id: '3', title: 'Three', status: 'open', closings: 0 },
    { id: '4', title: 'Four', status: 'closed', closings: 1 },
  ],
} as const;

/**
 * Adds the tests for a kind of data source.
 *
 * @param openSources Returns sources that contain `records`.
 */
export function describeActions(openSources: () => Awaitable<Sources<typeof api>>): void {
  const open = async (options: Partial<Options> = {}): Promise<Opened> => serve(await openSources(), options);

  describe('an action on a resource', () => {
    test('receives the record and the input, and responds with the resource', async () => {
      const { server, log } = await open();
      const line = 'POST /issues/1/-actions/close?include=owner&fields[issues]=status,owner';
      const { status, document, headers } = await send(server, line, input({ reason: 'done' }));
      expect(log).toEqual([['close', '1', 'x', 'done', 'ann']]);
      expect(status).toBe(200);
      expect(document.data).toMatchObject({ type: 'issues', id: '1', attributes: { status: 'closed' } });
      expect(document.included).toMatchObject([{ type: 'people', id: '9' }]);
      const next = await send(server, 'GET /issues/1');
      const versionIn = (tag: string | undefined) => tag?.split('-')[0];
      expect(versionIn(headers['ETag'])).toBe(versionIn(next.headers['ETag']));
    });

    test('adds its output to `meta`, which must match its schema', async () => {
      const { server, log } = await open();
      const { document } = await send(server, 'POST /issues/1/-actions/measure', input({}));
      expect([document.meta, document.data.id]).toEqual([{ size: 3 }, '1']);
      expect((await send(server, 'POST /issues/2/-actions/measure', input({}))).status).toBe(500);
      expect(log.join()).toContain('The action "measure" of "issues" must return its output');
    });

    test('reads other resources, and locks one, so that requests at the same time decide one after another', async () => {
      const closed: string[] = [];
      const reset: Functions['reset'] = async ({ find, list, count, writes }) => {
        expect((await find('people', '9', { forUpdate: true }))?.name).toBe('Ann');
        const filter = [{ field: 'status', values: ['open'] }] as const;
        const before = await count('issues', { filter });
        const [first] = await list('issues', { filter, sort: ['id'], page: { size: 1 } });
        await writes.update('issues', first?.id ?? '', { attributes: { status: 'closed' } });
        closed.push(`${first?.id} of ${before}`);
      };
      const { server, log } = await open({ actions: { issues: { reset } as never } });
      const line = 'POST /issues/-actions/reset';
      const responses = await Promise.all([1, 2, 3].map(() => send(server, line, input({}))));
      expect([responses.map(({ status }) => status), log]).toEqual([[204, 204, 204], []]);
      expect(closed.sort()).toEqual(['1 of 3', '2 of 2', '3 of 1']);
    });

    test('without a document, errors of the input have no pointer', async () => {
      const { server } = await open();
      const headers = { 'content-type': 'application/vnd.api+json' };
      const { status, problems } = await send(server, 'POST /issues/1/-actions/close', undefined, headers);
      expect([status, problems]).toEqual([422, ['INPUT_INVALID']]);
    });

    test('that removes its resource responds without data', async () => {
      const { server } = await open();
      const { status, document } = await send(server, 'POST /issues/1/-actions/remove', input({}));
      expect([status, document.data, document.meta]).toEqual([200, undefined, { done: true }]);
    });

    test('is undone if its function fails', async () => {
      const { server } = await open();
      const { status } = await send(server, 'POST /issues/1/-actions/close', input({ reason: 'fails' }));
      expect([status, await statusOf(server, '1')]).toEqual([422, 'open']);
    });

    test.each<[string, unknown]>([
      ['a bigint', { size: 3, more: 1n }],
      ['not a number', { size: 3, more: [Number.NaN] }],
      ['a map', { size: 3, more: new Map() }],
    ])('is undone if its output contains %s, which JSON cannot represent', async (_, output) => {
      const measure: NonNullable<Options['actions']>['issues'] = {
        async measure({ writes, id }: { writes: ServerWrites<typeof api>; id: string }) {
          await writes.update('issues', id, { attributes: { status: 'closed' } });
          return output;
        },
      } as never;
      const { server, log } = await open({ actions: { issues: measure } });
      const { status } = await send(server, 'POST /issues/1/-actions/measure', input({}));
      expect([status, await statusOf(server, '1')]).toEqual([500, 'open']);
      expect(log.join()).toContain('The output of the action "measure" of "issues" must be a JSON value');
    });

    test.each<[string, unknown, string, readonly string[]]>([
      ['no document', undefined, '1', ['CONTENT_TYPE_UNSUPPORTED content-type']],
      ['a document without `meta`', {}, '1', ['INPUT_INVALID ']],
      ['a missing member', input({}), '1', ['INPUT_INVALID /meta']],
      ['a wrong member', input({ reason: 'x' }), '1', ['INPUT_INVALID /meta/reason']],
      [
        'members below',
        input({ reason: 1, at: { hour: 'x' } }),
        '1',
        ['INPUT_INVALID /meta/reason', 'INPUT_INVALID /meta/at/hour'],
      ],
      ['a text that cannot be stored', input({ reason: '\ud800' }), '1', ['INPUT_INVALID /meta/reason']],
      ['`meta` that is not an object', input(5), '1', ['DOCUMENT_INVALID /meta']],
      ['primary data', { data: null, meta: { reason: 'done' } }, '1', ['DOCUMENT_INVALID /data']],
      ['a missing resource', input({ reason: 'done' }), '99', ['NOT_FOUND']],
    ])('rejects %s', async (_, document, id, problems) => {
      const { server, log } = await open();
      const answer = await send(server, `POST /issues/${id}/-actions/close`, document);
      expect(answer.problems.map((it) => it.toLowerCase())).toEqual(problems.map((it) => it.toLowerCase()));
      expect(log).toEqual([]);
    });

    test('rejects parameters that its document does not have', async () => {
      const { server } = await open();
      const { problems } = await send(server, 'POST /issues/1/-actions/close?sort=x', input({ reason: 'done' }));
      expect(problems).toEqual(['PARAMETER_NOT_SUPPORTED sort']);
    });
  });

  describe('conditions', () => {
    test('`ifMatch: true` requires one, which must match', async () => {
      const { server } = await open();
      const etag = String((await send(server, 'GET /issues/1')).headers['ETag']);
      const line = 'POST /issues/1/-actions/guarded';
      const [none, old, now] = [
        await send(server, line, input({})),
        await send(server, line, input({}), { 'if-match': '"old"' }),
        await send(server, line, input({}), { 'if-match': etag }),
      ];
      expect([none.status, old.status, now.status]).toEqual([428, 412, 200]);
      expect((await send(server, line, input({}), { 'if-match': String(now.headers['ETag']) })).status).toBe(200);
    });

    test('`requireIfMatch` of the type applies, and a collection has no version', async () => {
      const { server } = await open({ requireIfMatch: ['issues'] });
      expect((await send(server, 'POST /issues/1/-actions/close', input({ reason: 'done' }))).status).toBe(428);
      expect((await send(server, 'POST /issues/-actions/reset', input({}), { 'if-match': '"x"' })).status).toBe(400);
    });
  });

  describe('access rules', () => {
    const acts: unknown[] = [];
    const access: Options['access'] = {
      issues: {
        read: () => [{ field: 'status', values: ['open'] }],
        update: () => true,
        act(user, subject) {
          acts.push([user.name, subject.action, 'id' in subject ? subject.id : undefined]);
          return subject.action !== 'close' || subject.input.reason !== 'secret';
        },
      },
    };

    test('`act` decides, after `read`', async () => {
      const { server } = await open({ access });
      const close = (id: string, reason: string) =>
        send(server, `POST /issues/${id}/-actions/close`, input({ reason }));
      expect([(await close('4', 'done')).status, acts]).toEqual([404, []]);
      expect([(await close('1', 'secret')).status, acts]).toEqual([403, [['ann', 'close', '1']]]);
      // The write of the function hides the resource from its user, as a PATCH would.
      expect((await close('1', 'done')).status).toBe(403);
    });

    test('without the rule, actions are denied', async () => {
      const { server, log } = await open({ access: { issues: { read: () => true, update: () => true } } });
      expect((await send(server, 'POST /issues/-actions/reset', input({}))).status).toBe(403);
      expect((await send(server, 'POST /issues/-actions/archive?filter[status]=open', input({}))).status).toBe(403);
      expect(log).toEqual([]);
    });

    test('`onMissingRules` lists it', async () => {
      const missing: string[] = [];
      await open({
        defaultAccess: 'allow',
        access: {},
        onMissingRules: ({ actions }) => void missing.push(...actions),
      });
      expect(missing.filter((it) => it.endsWith('.act'))).toEqual(['issues.act']);
    });

    test('a filter is about what the user can read', async () => {
      acts.length = 0;
      const { server, log } = await open({ access });
      const line = 'POST /issues/-actions/archive?filter[status]=closed';
      const { status, document } = await send(server, line, input({}));
      expect([status, document.meta, acts, log]).toEqual([200, { count: 0 }, [], [['archive', [], false]]]);
    });

    test('hooks of writes run', async () => {
      const seen: string[] = [];
      const { server } = await open({ hooks: { issues: { update: { before: ({ id }) => void seen.push(id) } } } });
      await send(server, 'POST /issues/1/-actions/close', input({ reason: 'done' }));
      expect(seen).toEqual(['1']);
    });
  });

  describe('an action on a filter', () => {
    test('receives the resources that match, up to its limit', async () => {
      const { server, log } = await open();
      const line = 'POST /issues/-actions/archive?filter[owner]=9';
      expect((await send(server, line, input({}))).document.meta).toEqual({ count: 1 });
      expect([log, await statusOf(server, '1')]).toEqual([[['archive', ['1'], false]], 'closed']);
    });

    test.each([
      ['too many resources', '?filter[status]=open', 'OPERATION_NOT_SUPPORTED filter'],
      ['no filter', '', 'PARAMETER_INVALID filter'],
      ['another parameter', '?filter[status]=open&page[size]=1', 'PARAMETER_NOT_SUPPORTED page[size]'],
      ['a wrong filter', '?filter[nope]=1', 'FILTER_NOT_SUPPORTED filter[nope]'],
    ])('rejects %s', async (_, query, problem) => {
      const { server, log } = await open();
      const { problems } = await send(server, `POST /issues/-actions/archive${query}`, input({}));
      expect([problems, log]).toEqual([[problem], []]);
    });
  });

  test('an action on the collection has neither resources nor parameters', async () => {
    const { server, log } = await open();
    expect((await send(server, 'POST /issues/-actions/reset', input({}))).status).toBe(204);
    expect((await send(server, 'POST /issues/-actions/reset?include=owner', input({}))).status).toBe(400);
    expect(log).toEqual([['reset']]);
  });
}
