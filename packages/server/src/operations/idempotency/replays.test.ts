import { attribute, defineApi } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ExtensionEndpoint } from '../../extensions/server-extension.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import { idempotencyKeys } from './idempotency-keys.ts';

const media = 'application/vnd.api+json';
const api = defineApi({
  orders: { attributes: { status: attribute(z.string(), { filter: true }) }, clientGeneratedIds: true },
});
const resource = (status: string, id = '1') => ({ data: { type: 'orders', id, attributes: { status } } });

/** A server with a key for each request, whose options note what runs. */
function serve(options: (ran: string[]) => ServerOptions<never, typeof api>, isShared = true) {
  const ran: string[] = [];
  const sources = createMemorySources(api, { orders: [{ id: '1', status: 'open' }] });
  const store = createMemoryIdempotencyStore(isShared ? { sharesWith: sources.orders } : {});
  const server = createServer(api, sources, {
    idempotency: { keys: idempotencyKeys({ store }), user: () => 'all' },
    defaultAccess: 'allow',
    onError: () => undefined,
    ...(options(ran) as object),
  });
  const send = async (line: string, document?: object) => {
    const [method = '', url = ''] = line.split(' ');
    const body = document === undefined ? undefined : JSON.stringify(document);
    const type = { 'content-type': media };
    ran.length = 0;
    const answer = await server.handle({ method, url, headers: { ...type, 'idempotency-key': 'k' }, body });
    return { answer, replayed: answer.headers['Idempotency-Replayed'], ran: [...ran] };
  };
  return { send, ran };
}

describe.each([
  ['in one transaction', true],
  ['apart', false],
])('the write and its response are stored %s', (_, isShared) => {
  test('an endpoint of the application runs once for a key, whatever the access rules', async () => {
    let charges = 0;
    const endpoint: ExtensionEndpoint = {
      name: 'charge',
      method: 'POST',
      path: '/-charge',
      statuses: [200],
      async run() {
        charges++;
        return { status: 200, document: { meta: { charges } } };
      },
    };
    const access = { orders: { read: () => true } };
    const { send } = serve(() => ({ endpoints: [endpoint], access }) as never, isShared);
    const first = await send('POST /-charge');
    const others = [await send('POST /-charge'), await send('POST /-charge')];
    expect([first.answer.status, first.replayed, charges]).toEqual([200, undefined, 1]);
    for (const { answer, replayed } of others) expect([answer.body, replayed]).toEqual([first.answer.body, 'true']);
  });

  test.each([
    ['POST /orders', resource('open', '2'), ['create', 'before create', 'after create']],
    ['PATCH /orders/1', resource('closed'), ['update', 'before update', 'after update']],
    ['DELETE /orders/1', undefined, ['delete', 'before delete', 'after delete']],
  ] as const)('%s: a repeated request runs neither a rule of writes nor a hook', async (line, document, expected) => {
    const note = (ran: string[], name: string, answer: unknown) => () => {
      ran.push(name);
      return answer;
    };
    const hook = (ran: string[], action: string) => ({
      before: note(ran, `before ${action}`, undefined),
      after: note(ran, `after ${action}`, undefined),
    });
    const actions = ['create', 'update', 'delete'] as const;
    const { send } = serve(
      (ran) =>
        ({
          access: { orders: Object.fromEntries(actions.map((it) => [it, note(ran, it, true)])) },
          hooks: { orders: Object.fromEntries(actions.map((it) => [it, hook(ran, it)])) },
        }) as never,
      isShared,
    );
    const first = await send(line, document);
    const second = await send(line, document);
    expect([first.ran, second.ran]).toEqual([expected, []]);
    expect([second.answer.status, second.answer.body, second.replayed]).toEqual([
      first.answer.status,
      first.answer.body,
      'true',
    ]);
  });

  test('a rule that looks at what the first request changed does not reject the kept response', async () => {
    const update = (_: unknown, { record }: { readonly record: { readonly status?: string } }) =>
      record.status === 'open';
    let quota = 1;
    const create = () => quota-- > 0;
    const { send } = serve(() => ({ access: { orders: { update, create } } }) as never, isShared);
    const closed = [
      await send('PATCH /orders/1', resource('closed')),
      await send('PATCH /orders/1', resource('closed')),
    ];
    expect(closed.map(({ answer, replayed }) => [answer.status, replayed])).toEqual([
      [200, undefined],
      [200, 'true'],
    ]);
    const other = serve(() => ({ access: { orders: { create } } }) as never, isShared);
    const created = [
      await other.send('POST /orders', resource('open', '2')),
      await other.send('POST /orders', resource('open', '2')),
    ];
    expect(created.map(({ answer, replayed }) => [answer.status, replayed])).toEqual([
      [201, undefined],
      [201, 'true'],
    ]);
  });
});
