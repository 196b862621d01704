import { describe, expect, test } from 'vitest';
import { idempotencyKeys } from '../src/operations/idempotency/idempotency-keys.ts';
import type { Server } from '../src/pipeline/server.ts';
import type { ServerOptions } from '../src/pipeline/server-options.ts';
import type { IdempotencyStore } from '../src/sources/port/idempotency-store.ts';
import { atomicType } from './atomic-request.ts';

/** A server of orders and lines with idempotency keys; the header `x-user` names the user. */
export interface KeyedPlace {
  readonly open: (options?: ServerOptions<string>) => Server;
  readonly store: IdempotencyStore;
  /** The number of orders. */
  readonly count: () => Promise<number>;
  readonly close: () => Promise<unknown>;
}

type Headers = Readonly<Record<string, string>>;

const order = (reference: string) => ({ type: 'orders', attributes: { reference } });

/** The tests that every store of idempotency keys passes. */
export function describeIdempotency(place: () => Promise<KeyedPlace>): void {
  const mediaType = 'application/vnd.api+json';
  const post = (server: Server, data: object, headers: Headers = {}, method = 'POST', url = '/orders') => {
    const common = { accept: mediaType, 'content-type': mediaType, 'x-user': 'ada', 'idempotency-key': 'k1' };
    return server.handle({ method, url, headers: { ...common, ...headers }, body: JSON.stringify({ data }) });
  };
  const codes = ({ body }: { readonly body?: string | undefined }): string =>
    JSON.parse(body ?? '{"errors":[]}')
      .errors.map((it: { readonly code: string }) => it.code)
      .join();

  test('the same request receives the same bytes, and writes once', async () => {
    const { open, count, close } = await place();
    const before = await count();
    const server = open();
    const first = await post(server, order('x'));
    const second = await post(server, order('x'));
    expect(first.status).toBe(201);
    expect(second).toEqual({ ...first, headers: { ...first.headers, 'Idempotency-Replayed': 'true' } });
    // Another process over the same store.
    expect((await post(open(), order('x'))).body).toBe(first.body);
    expect(await count()).toBe(before + 1);
    await close();
  });

  test('quotation marks are ignored, and other keys and users run on their own', async () => {
    const { open, count, close } = await place();
    const before = await count();
    const server = open();
    await post(server, order('x'));
    expect((await post(server, order('x'), { 'idempotency-key': '"k1"' })).headers['Idempotency-Replayed']).toBe(
      'true',
    );
    expect((await post(server, order('y'), { 'idempotency-key': 'k2' })).status).toBe(201);
    expect((await post(server, order('z'), { 'x-user': 'bo' })).status).toBe(201);
    expect(await count()).toBe(before + 3);
    await close();
  });

  test.each<[string, object, Headers, string, string]>([
    ['another document', order('y'), {}, 'POST', '/orders'],
    ['another query', order('x'), {}, 'POST', '/orders?include=lines'],
    ['another method and URL', { type: 'orders', id: '1' }, {}, 'PATCH', '/orders/1'],
    ['another media type', order('x'), { accept: '*/*' }, 'POST', '/orders'],
  ])('the key of another request is 422: %s', async (_, data, headers, method, url) => {
    const { open, close } = await place();
    const server = open();
    await post(server, order('x'));
    const answer = await post(server, data, headers, method, url);
    expect([answer.status, codes(answer)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    await close();
  });

  // Longer than an index of a database accepts, and not compressible.
  const long = Array.from({ length: 3000 }, (_, at) =>
    String.fromCharCode(33 + ((at * at * 7919 + at * 31) % 93)),
  ).join('');
  test.each<[string, readonly string[]]>([
    ['long strings', [`${long}1`, `${long}2`, long.slice(0, 256), long.slice(0, 257)]],
    ['strings that a database cannot store', ['a\0', 'a\0b', '\ud800', '\ud801', '\ufffd', 'sha256:']],
    ['strings of other letters', ['é', 'e\u0301', 'E', 'e', 'e ']],
  ])('users that are %s have keys of their own', async (_, namespaces) => {
    const { open, store, close } = await place();
    const server = open({
      idempotency: { keys: idempotencyKeys({ store }), user: (user) => namespaces[Number(user)] as string },
    });
    for (const replayed of [undefined, 'true'])
      for (const user of namespaces.keys()) {
        const { status, headers } = await post(server, order(`x${user}`), { 'x-user': String(user) });
        expect([user, status, headers['Idempotency-Replayed']]).toEqual([user, 201, replayed]);
      }
    await close();
  });

  test('a rejected request releases its key', async () => {
    const { open, close } = await place();
    const server = open();
    expect((await post(server, order(''))).status).toBe(422);
    expect((await post(server, order('x'))).status).toBe(201);
    await close();
  });

  test.each(['a b', 'ä', '""', `"${'x'.repeat(256)}"`, 'x'.repeat(256), '"a', 'a, b', '"\\x"'])(
    'the key %s cannot be read',
    async (key) => {
      const { open, close } = await place();
      const answer = await post(open(), order('x'), { 'idempotency-key': key });
      expect([answer.status, codes(answer)]).toEqual([400, 'HEADER_INVALID']);
      await close();
    },
  );

  test('a missing required key is a 400, except on GET', async () => {
    const { open, store, close } = await place();
    const server = open({
      idempotency: { keys: idempotencyKeys({ store, require: ['POST'] }), user: (user) => user },
    });
    const headers = { accept: mediaType, 'content-type': mediaType, 'x-user': 'ada' };
    const answer = await server.handle({
      method: 'POST',
      url: '/orders',
      headers,
      body: JSON.stringify({ data: order('x') }),
    });
    expect([answer.status, codes(answer)]).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED']);
    const get = () => server.handle({ method: 'GET', url: '/orders', headers: { ...headers, 'idempotency-key': ' ' } });
    expect([(await get()).status, (await get()).headers['Idempotency-Replayed']]).toEqual([200, undefined]);
    await close();
  });

  test('20 parallel requests make one write; the others are 409 or repeated', async () => {
    const { open, count, close } = await place();
    const before = await count();
    const server = open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(server, order('x'))));
    expect(await count()).toBe(before + 1);
    for (const answer of answers) {
      if (answer.status === 409)
        expect([codes(answer), answer.headers['Retry-After']]).toEqual(['IDEMPOTENCY_KEY_IN_USE', '1']);
      else expect(answer.status).toBe(201);
    }
    await close();
  });

  test('PATCH, DELETE and operations have keys as well', async () => {
    const { open, count, close } = await place();
    const server = open();
    const before = await count();
    const patch = () =>
      post(
        server,
        { type: 'orders', id: '1', attributes: { note: 'x' } },
        { 'idempotency-key': 'p' },
        'PATCH',
        '/orders/1',
      );
    expect([(await patch()).status, (await patch()).headers['Idempotency-Replayed']]).toEqual([200, 'true']);
    const remove = () =>
      server.handle({
        method: 'DELETE',
        url: '/lines/2',
        headers: { accept: mediaType, 'x-user': 'ada', 'idempotency-key': 'd' },
      });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    const body = JSON.stringify({
      'atomic:operations': [
        { op: 'add', data: order('o') },
        { op: 'add', data: order('q') },
      ],
    });
    const headers = { accept: atomicType, 'content-type': atomicType, 'x-user': 'ada', 'idempotency-key': 'o' };
    const operate = () => server.handle({ method: 'POST', url: '/operations', headers, body });
    const [first, second] = [await operate(), await operate()];
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect(await count()).toBe(before + 2);
    await close();
  });

  describe('permissions', () => {
    test('a response is repeated to a user who can no longer do the write, but not to one who cannot read it', async () => {
      const { open, close } = await place();
      let rights = { create: true, read: true };
      const orders = { create: () => rights.create, read: () => rights.read };
      const server = open({ defaultAccess: 'allow', access: { orders } as never });
      expect((await post(server, order('x'))).status).toBe(201);
      expect((await post(server, order('x'))).headers['Idempotency-Replayed']).toBe('true');
      rights = { create: false, read: true };
      expect((await post(server, order('x'))).headers['Idempotency-Replayed']).toBe('true');
      rights = { create: true, read: false };
      expect((await post(server, order('x'))).status).toBeGreaterThanOrEqual(403);
      rights = { create: true, read: true };
      expect((await post(server, order('x'))).headers['Idempotency-Replayed']).toBe('true');
      await close();
    });

    test('a response is not repeated if the user can no longer read an included resource', async () => {
      const { open, close } = await place();
      let read = true;
      const server = open({ defaultAccess: 'allow', access: { lines: { read: () => read } } as never });
      const linked = { ...order('x'), relationships: { lines: { data: [{ type: 'lines', id: '1' }] } } };
      const create = () => post(server, linked, {}, 'POST', '/orders?include=lines');
      expect((await create()).body).toContain('"included":[{"type":"lines"');
      expect((await create()).headers['Idempotency-Replayed']).toBe('true');
      read = false;
      const answer = await create();
      expect([answer.status, codes(answer)]).toEqual([404, 'NOT_FOUND']);
      await close();
    });
  });

  describe('permissions within a response', () => {
    const line = {
      type: 'lines',
      attributes: { product: 'tea', quantity: 1 },
      relationships: { order: { data: { type: 'orders', id: '1' } } },
    };
    const noted = (reference: string) => ({ type: 'orders', attributes: { reference, note: 'late' } });
    const status = async (answer: ReturnType<typeof post>) => {
      const given = await answer;
      return [given.status, given.headers['Idempotency-Replayed'] ?? codes(given)];
    };

    test('a response is not repeated if the user can no longer read a member of its linkage', async () => {
      const { open, close } = await place();
      let ids = ['1'];
      const server = open({
        defaultAccess: 'allow',
        access: { orders: { read: () => [{ field: 'id', values: ids }] } } as never,
      });
      const create = () => post(server, line, {}, 'POST', '/lines');
      expect((await create()).body).toContain('"data":{"type":"orders","id":"1"}');
      expect(await status(create())).toEqual([201, 'true']);
      ids = ['2'];
      expect(await status(create())).toEqual([403, 'FORBIDDEN']);
      ids = ['1', '2'];
      expect(await status(create())).toEqual([201, 'true']);
      await close();
    });

    test.each(['attributes', 'relationships'])('a response is not repeated if it shows hidden %s', async (kind) => {
      const { open, close } = await place();
      const hidden = kind === 'attributes' ? 'note' : 'lines';
      let isShown = true;
      const fields = () => (isShown ? true : { except: [hidden] });
      const server = open({ defaultAccess: 'allow', access: { orders: { fields } } as never });
      const create = () => post(server, noted('x'), {}, 'POST', `/orders?fields[orders]=${hidden}`);
      const other = () =>
        post(server, order('y'), { 'idempotency-key': 'k2' }, 'POST', '/orders?fields[orders]=reference');
      expect([(await create()).body, (await other()).status]).toEqual([expect.stringContaining(`"${hidden}"`), 201]);
      isShown = false;
      // The request itself names a hidden field, so it is rejected like a new one; without the name, the check decides.
      expect((await status(create())).at(1)).not.toBe('true');
      expect(await status(other())).toEqual([201, 'true']);
      const all = () => post(server, noted('z'), { 'idempotency-key': 'k3' });
      isShown = true;
      await all();
      isShown = false;
      expect(await status(all())).toEqual([403, 'FORBIDDEN']);
      await close();
    });

    test('a response with meta objects is repeated only with the same fields', async () => {
      const { open, close } = await place();
      let except: readonly string[] = [];
      const resources = {
        orders: { meta: ({ note }: { readonly note?: unknown }) => ({ hasNote: note !== undefined }) },
      };
      const server = open({
        defaultAccess: 'allow',
        access: { orders: { fields: () => ({ except }) } },
        resources,
      } as never);
      const create = () => post(server, order('x'), {}, 'POST', '/orders?fields[orders]=reference');
      expect((await create()).body).toContain('"hasNote"');
      expect(await status(create())).toEqual([201, 'true']);
      except = ['note'];
      expect(await status(create())).toEqual([403, 'FORBIDDEN']);
      await close();
    });
  });

  describe('failures', () => {
    const claim = {
      user: 'ada',
      key: 'k1',
      owner: 'someone',
      fingerprint: 'other',
      keepUntil: new Date(Date.now() + 100_000),
    };
    const call = { context: undefined, signal: new AbortController().signal };

    test('the key of a process that ended before its commit is in use until its lease expires', async () => {
      const { open, store, count, close } = await place();
      const before = await count();
      await store.begin({ ...claim, leaseUntil: new Date(Date.now() + 60_000) }, call);
      expect(codes(await post(open(), order('x')))).toBe('IDEMPOTENCY_KEY_REUSED');
      await store.abandon({ ...claim, leaseUntil: new Date() });
      await store.begin({ ...claim, leaseUntil: new Date(Date.now() - 1) }, call);
      expect((await post(open(), order('x'))).status).toBe(201);
      expect(await count()).toBe(before + 1);
      await close();
    });

    test('a request that lost its key cannot store a response', async () => {
      const { store, close } = await place();
      const first = { ...claim, leaseUntil: new Date(Date.now() - 1) };
      expect(await store.begin(first, call)).toBe('taken');
      expect(await store.begin({ ...first, owner: 'another' }, call)).toBe('taken');
      await expect((async () => store.complete(first, { status: 201, headers: {} }, call))()).rejects.toThrow(
        'another owner',
      );
      await store.abandon(first);
      await store.complete({ ...first, owner: 'another' }, { status: 204, headers: { A: 'b' } }, call);
      await store.abandon({ ...first, owner: 'another' });
      expect(await store.begin(first, call)).toEqual({
        fingerprint: 'other',
        answer: { status: 204, headers: { A: 'b' } },
      });
      await close();
    });

    test('a key has one response: a write that was committed, although it seemed to fail, is not completed twice', async () => {
      const { store, close } = await place();
      const first = { ...claim, leaseUntil: new Date() };
      await store.begin(first, call);
      await store.complete(first, { status: 201, headers: {} }, call);
      const again = async () => store.complete(first, { status: 204, headers: {} }, call);
      await expect(again()).rejects.toThrow('or a response');
      expect(await store.begin(first, call)).toMatchObject({ answer: { status: 201 } });
      await close();
    });

    test('a request with an expired key runs again', async () => {
      const { store, close } = await place();
      const first = { ...claim, leaseUntil: new Date(), keepUntil: new Date(Date.now() + 1500) };
      await store.begin(first, call);
      await store.complete(first, { status: 204, headers: {} }, call);
      expect(await store.begin(first, call)).not.toBe('taken');
      const again = () => store.begin({ ...first, keepUntil: new Date(Date.now() + 60_000) }, call);
      await expect.poll(again).toBe('taken');
      await close();
    });
  });
}

/** The options of a server with keys, whose users are named by the header `x-user`. */
export function keyedOptions(store: IdempotencyStore, options: ServerOptions<string> = {}): ServerOptions<string> {
  const context: ServerOptions<string>['context'] = ({ headers }) => String(headers['x-user']);
  return {
    context,
    idempotency: { keys: idempotencyKeys({ store }), user: (user: string) => user },
    onError: () => undefined,
    ...options,
  };
}
