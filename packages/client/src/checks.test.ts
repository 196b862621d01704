import { JsonApiError } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { describe, expect, test } from 'vitest';
import { api as issues } from '../test/actions.ts';
import { api, createWorld } from '../test/world.ts';
import { atomicRequests } from './atomic.ts';
import { requestChecks } from './checks.ts';
import type { ClientOptions } from './client-options.ts';
import { createClient } from './create-client.ts';
import { errorsByField } from './errors-by-field.ts';

/** Two clients of one server, of which one checks its writes, and the number of requests. */
function open() {
  const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
  let sent = 0;
  const options: ClientOptions = {
    baseUrl: 'https://example.com/api',
    fetch(request) {
      sent++;
      return handler(request);
    },
  };
  const atomic = atomicRequests();
  const plain = createClient<typeof api>({ ...options, atomic });
  const checked = createClient<typeof api>({ ...options, atomic, checks: requestChecks(api) });
  return { plain, checked, sent: () => sent };
}

/** Returns the errors of a call, without what the server adds. */
async function errorsOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!JsonApiError.is(error)) throw error ?? new Error('The call succeeded.');
  return {
    status: error.status,
    errors: error.errors.map(({ id: _, ...rest }) => rest),
    fields: Object.keys(errorsByField(error)),
  };
}

type Call = (client: ReturnType<typeof open>['plain']) => Promise<unknown>;
const loose = (value: unknown) => value as never;

const wrong: Readonly<Record<string, readonly [call: Call, fields: readonly string[]]>> = {
  'a value': [(it) => it.create('articles', { attributes: { title: '' } }), ['title']],
  'two values': [(it) => it.create('articles', { attributes: { title: '', words: loose('x') } }), ['title', 'words']],
  'a missing attribute': [(it) => it.create('articles', { attributes: loose({}) }), ['/data/attributes']],
  'a missing relationship': [(it) => it.create('comments', loose({ attributes: { body: 'A' } })), ['/data']],
  'an unknown attribute': [(it) => it.update('articles', '1', { attributes: loose({ titel: 'A' }) }), ['titel']],
  'a read-only attribute': [
    (it) => it.update('articles', '1', { attributes: loose({ createdAt: '2026-01-01T00:00:00Z' }) }),
    ['createdAt'],
  ],
  'a value below': [(it) => it.update('people', '9', { attributes: { address: { street: 'too long' } } }), ['address']],
  'an id that the server chooses': [
    (it) => it.create('articles', loose({ id: '5', attributes: { title: 'A' } })),
    ['/data/id'],
  ],
  'a target of another type': [
    (it) => it.updateRelationship('articles', '1', 'author', { replace: loose({ type: 'articles', id: '1' }) }),
    ['/data/type'],
  ],
  'a transaction': [
    (it) => it.atomic((transaction) => [transaction.add('articles', { attributes: { title: '' } })]),
    ['0.title'],
  ],
};

describe('a client with checks rejects, before it sends, what the server would reject', () => {
  test.each(Object.entries(wrong))('%s', async (_, [call, fields]) => {
    const { plain, checked, sent } = open();
    const expected = await errorsOf(call(plain));
    expect(sent()).toBe(1);
    const found = await errorsOf(call(checked));
    // JSON does not contain of what their strings were made.
    expect([JSON.parse(JSON.stringify(found)), sent()]).toEqual([expected, 1]);
    expect(found.fields).toEqual(fields);
  });
});

test('valid writes are sent, and the server rejects what only it knows', async () => {
  const { checked, sent } = open();
  const { data } = await checked.create('articles', { attributes: { title: 'A' } });
  await checked.update('articles', data.id, { attributes: { words: 5 } });
  await checked.updateRelationship('articles', data.id, 'comments', { add: [{ type: 'comments', id: '5' }] });
  await checked.atomic((transaction) => [transaction.update(data, { attributes: { words: 6 } })]);
  await checked.delete('articles', data.id);
  expect(sent()).toBe(5);
  await expect(checked.delete('articles', data.id)).rejects.toMatchObject({ status: 404 });
});

test('the input of an action', async () => {
  let sent = 0;
  const client = createClient<typeof issues>({
    baseUrl: 'https://example.com',
    checks: requestChecks(issues),
    async fetch() {
      sent++;
      return new Response(null, { status: 204 });
    },
  });
  const close = (reason: string) => client.action('issues', 'close', { id: '1', input: { reason } });
  expect(await errorsOf(close('x'))).toMatchObject({ status: 422, fields: ['reason'] });
  expect((await errorsOf(client.action('issues', loose('clos'), loose({ id: '1' })))).status).toBe(404);
  expect(sent).toBe(0);
  expect((await close('done')).status).toBe(204);
});
