import { toFetchHandler } from '@linkage/fetch';
import { describe, expect, test, vi } from 'vitest';
import { fail, reply, type Step, scripted } from '../test/replies.ts';
import { type api, createWorld } from '../test/world.ts';
import type { ClientOptions } from './client-options.ts';
import { createClient } from './create-client.ts';

const people = { data: [{ type: 'people', id: '9' }] };
const busy: Step = () => reply({ errors: [{ status: '503' }] }, 503, { 'Retry-After': '0' });
const marker = { data: { type: 'markers', id: '1' } };

describe('headers', () => {
  test('media types, those of the options, conditions, and keys', async () => {
    const { client, requests } = scripted([() => reply(marker, 201)], {
      profiles: ['https://example.com/p'],
      headers: () => ({ authorization: 'Bearer x', Accept: 'text/html' }),
    });
    await client.list('people').catch(() => undefined);
    await client.create('markers', {}, { ifMatch: '"1"', idempotencyKey: 'a"b' });
    await client.atomic((it) => [it.add('markers', {})]).catch(() => undefined);
    expect(requests.map(({ headers }) => Object.fromEntries(headers))).toEqual([
      { accept: 'application/vnd.api+json; profile="https://example.com/p"', authorization: 'Bearer x' },
      {
        accept: 'application/vnd.api+json; profile="https://example.com/p"',
        authorization: 'Bearer x',
        'content-type': 'application/vnd.api+json',
        'if-match': '"1"',
        'idempotency-key': '"a\\"b"',
      },
      {
        accept: 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"',
        authorization: 'Bearer x',
        'content-type': 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"',
      },
    ]);
  });
});

describe('repetition', () => {
  test.each<[string, readonly Step[]]>([
    ['a network failure', [fail]],
    ['a body that breaks off', [() => new Response(new ReadableStream({ pull: (it) => it.error(new Error('gone')) }))]],
    ['503 with Retry-After', [busy]],
    ['503 with a date', [() => reply({ errors: [] }, 503, { 'Retry-After': new Date().toUTCString() })]],
  ])('a read is sent again after %s', async (_, [first]) => {
    const { client, requests } = scripted([first as Step, () => reply(people)]);
    expect((await client.list('people')).data).toEqual(people.data);
    expect(requests).toHaveLength(2);
  });

  test.each<[string, Step, object]>([
    ['503 without Retry-After', () => reply({ errors: [{}] }, 503), { status: 503 }],
    ['503 with a day', () => reply({ errors: [{}] }, 503, { 'Retry-After': '86400' }), { status: 503 }],
    ['409 of a read', () => reply({ errors: [{}] }, 409, { 'Retry-After': '0' }), { status: 409 }],
    ['500', () => reply({ errors: [{}] }, 500, { 'Retry-After': '0' }), { status: 500 }],
  ])('a read is not sent again after %s', async (_, step, expected) => {
    const { client, requests } = scripted([step]);
    await expect(client.list('people')).rejects.toMatchObject(expected);
    expect(requests).toHaveLength(1);
  });

  test('a read is sent at most `retry` times more', async () => {
    const { client, requests } = scripted([fail], { retry: 1 });
    await expect(client.list('people')).rejects.toMatchObject({ kind: 'network', cause: expect.any(TypeError) });
    expect(requests).toHaveLength(2);
    const busyForever = scripted([busy]);
    await expect(busyForever.client.list('people')).rejects.toMatchObject({ name: 'JsonApiError', status: 503 });
    expect(busyForever.requests).toHaveLength(3);
  });

  test('the delay is never shorter than the own one of the client, which grows, however the server asks', async () => {
    vi.useFakeTimers();
    try {
      for (const after of ['0', '-1', '0.001', 'Thu, 01 Jan 1970 00:00:00 GMT']) {
        const step: Step = () => reply({ errors: [{}] }, 503, { 'Retry-After': after });
        const { client, requests } = scripted([step], { retry: Number.POSITIVE_INFINITY });
        const controller = new AbortController();
        const call = client.list('people', {}, { signal: controller.signal }).catch(() => undefined);
        await vi.advanceTimersByTimeAsync(60_000);
        expect(requests.length).toBeLessThan(12);
        // The delay stays below the longest one of a timer, which would otherwise end at once.
        await vi.advanceTimersByTimeAsync(3_600_000);
        expect(requests.length).toBeLessThan(80);
        controller.abort();
        await vi.advanceTimersByTimeAsync(60_000);
        await call;
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test('a write is not sent again without a key', async () => {
    for (const step of [fail, busy]) {
      const { client, requests } = scripted([step]);
      await expect(client.create('markers', {})).rejects.toThrow();
      await expect(client.update('articles', '1', {})).rejects.toThrow();
      await expect(client.delete('articles', '1')).rejects.toThrow();
      expect(requests.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([null, null, null]);
    }
  });

  test('a write with a key is sent again with the same key, also while the first one runs', async () => {
    const running: Step = () => reply({ errors: [{ status: '409' }] }, 409, { 'Retry-After': '0' });
    const { client, requests } = scripted([fail, running, () => reply(marker, 201)]);
    expect((await client.create('markers', {}, { idempotencyKey: true })).status).toBe(201);
    await client.create('markers', {}, { idempotencyKey: true });
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^"\d+(-\d+){3}"$/);
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('a write with a key is not sent again after an error that stays', async () => {
    const { client, requests } = scripted([() => reply({ errors: [{}] }, 422, { 'Retry-After': '0' })]);
    await expect(client.create('markers', {}, { idempotencyKey: 'k' })).rejects.toMatchObject({ status: 422 });
    expect(requests).toHaveLength(1);
  });

  test('429 and 503 with `Retry-After` are sent again, or the statuses of `retryOn`', async () => {
    const after =
      (status: number, headers = { 'Retry-After': '0' }): Step =>
      () =>
        reply({ errors: [{}] }, status, headers);
    for (const [status, count, options] of [
      [429, 2, {}],
      [503, 2, {}],
      [502, 1, {}],
      [502, 2, { retryOn: [502] }],
      [429, 1, { retryOn: [502] }],
      [503, 1, { retryOn: [] }],
    ] as const) {
      const { client, requests } = scripted([after(status), () => reply({ data: [] })], options);
      await client.list('people').catch(() => undefined);
      expect(requests).toHaveLength(count);
    }
    const { client, requests } = scripted([() => reply({ errors: [{}] }, 429)]);
    await expect(client.list('people')).rejects.toMatchObject({ status: 429 });
    expect(requests).toHaveLength(1);
  });

  test('after a 401, `refresh` is called once for all requests, and each is sent once more with new fields', async () => {
    let token = 'old';
    let calls = 0;
    const check: Step = ({ method, headers }) => {
      const isValid = headers.get('Authorization') === 'new';
      return isValid ? reply(method === 'GET' ? { data: [] } : marker) : reply({ errors: [{}] }, 401);
    };
    const options = {
      headers: () => ({ Authorization: token }),
      async refresh() {
        calls++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        token = 'new';
      },
    };
    const { client, requests } = scripted([check], options);
    await Promise.all([client.list('people'), client.list('articles'), client.create('markers', {})]);
    expect([calls, requests.length]).toEqual([1, 6]);
    token = 'never';
    const { client: other, requests: sent } = scripted([check], { ...options, refresh: () => undefined, retry: 0 });
    await expect(other.list('people')).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(2);
    const failing = scripted([check], { refresh: () => Promise.reject(new Error('Sign in again')) });
    await expect(failing.client.list('people')).rejects.toThrow('Sign in again');
  });

  test.each<[string, NonNullable<ClientOptions['headers']>, string | null]>([
    ['an object', () => ({ 'X-User': 'ada' }), 'ada'],
    ['no member', () => ({}), null],
    ['a member that is undefined', async () => ({ 'X-User': undefined }), null],
    ['pairs', () => [['X-User', 'ada']], 'ada'],
    ['an object of the platform', () => new Headers({ 'X-User': 'ada' }), 'ada'],
  ])('`headers` can return %s', async (_, headers, user) => {
    const { client, requests } = scripted([() => reply({ data: [] })], { headers });
    await client.list('people');
    expect(requests[0]?.headers.get('X-User')).toBe(user);
  });

  test('`idempotencyKeys` gives each write a key', async () => {
    const { client, requests } = scripted([() => reply(marker, 201)], { idempotencyKeys: true });
    await client.create('markers', {});
    await client.updateRelationship('articles', '1', 'author', { replace: null });
    await client.get('markers', '1');
    expect(requests.map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([true, true, false]);
  });

  test('C26: the answer to a create is lost after the commit', async () => {
    const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
    let isLost = true;
    const client = createClient<typeof api>({
      baseUrl: 'http://localhost/api',
      async fetch(request) {
        const response = await handler(request);
        if (request.method === 'GET' || !isLost) return response;
        isLost = false;
        throw new TypeError('socket closed');
      },
    });
    const input = { attributes: { title: 'Once' } };
    const created = await client.create('articles', input, { idempotencyKey: true });
    expect(created).toMatchObject({ status: 201, data: { title: 'Once' } });
    expect(created.headers.get('Idempotency-Replayed')).toBe('true');
    expect((await client.list('articles')).total).toBe(4);
    isLost = true;
    await expect(client.create('articles', input)).rejects.toMatchObject({ kind: 'network' });
  });

  test('an aborted signal ends the wait for the repetition', async () => {
    const controller = new AbortController();
    const later: Step = () => reply({ errors: [{}] }, 503, { 'Retry-After': '50' });
    const { client, requests } = scripted([later]);
    const list = client.list('people', {}, { signal: controller.signal });
    await expect.poll(() => requests).toHaveLength(1);
    controller.abort(new Error('enough'));
    await expect(list).rejects.toMatchObject({ kind: 'aborted', cause: { message: 'enough' } });
    const aborted = client.list('people', {}, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ kind: 'aborted' });
  });

  test('an error of the function `headers` reaches the user', async () => {
    const { client } = scripted([() => reply(people)], {
      headers: () => {
        throw new RangeError('no token');
      },
    });
    await expect(client.list('people')).rejects.toThrow(RangeError);
  });
});

describe('redirects', () => {
  const redirect = (location: string) => () => new Response(null, { status: 302, headers: { Location: location } });

  test('a read follows them on the origin of the API', async () => {
    const { client, requests } = scripted([redirect('/other/people'), () => reply(people)]);
    expect((await client.list('people')).data).toEqual(people.data);
    expect(requests.map(({ url }) => url)).toEqual([
      'https://example.com/api/people',
      'https://example.com/other/people',
    ]);
  });

  test.each(['https://example.org/api/people', 'http://example.com/api/people', '//example.org', 'http://['])(
    'a read does not follow one to %s',
    async (location) => {
      const { client, requests } = scripted([redirect(location)]);
      await expect(client.list('people')).rejects.toMatchObject({ name: 'ClientError', kind: 'rejected' });
      expect(requests).toHaveLength(1);
    },
  );

  test.each([301, 302, 303, 307, 308])('a read follows %i, and not without a `Location`', async (status) => {
    const location = { Location: '/api/x' };
    const { client, requests } = scripted([
      () => new Response(null, { status, headers: location }),
      () => reply(people),
    ]);
    await client.list('people');
    expect(requests).toHaveLength(2);
    const lost = scripted([() => new Response(null, { status })]);
    await expect(lost.client.list('people')).rejects.toMatchObject({ kind: 'not-json-api', status });
  });

  test.each([200, 300, 305])('a read does not follow %i', async (status) => {
    const { client, requests } = scripted([() => reply(people, status, { Location: '/api/x' })]);
    await client.list('people').catch(() => undefined);
    expect(requests).toHaveLength(1);
  });

  test('endless redirects and redirects of writes are errors', async () => {
    const { client, requests } = scripted([redirect('/api/people')]);
    await expect(client.list('people')).rejects.toMatchObject({ kind: 'rejected', status: 302 });
    expect(requests).toHaveLength(6);
    const message = 'POST https://example.com/api/markers must not be redirected: only reads are.';
    await expect(client.create('markers', {})).rejects.toMatchObject({ kind: 'rejected', status: 302, message });
  });

  test('in a browser, which hides the target, a redirect with an own `fetch` function is not followed', async () => {
    const hidden: Step = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    const { client, requests } = scripted([hidden]);
    for (const call of [() => client.list('people'), () => client.create('markers', {})])
      await expect(call()).rejects.toMatchObject({ kind: 'rejected' });
    expect(requests.map(({ redirect }) => redirect)).toEqual(['manual', 'manual']);
  });
});
