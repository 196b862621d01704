/** Repeated keys, access rules, hooks, and endpoints: a repeated request runs nothing, and shows what the user can read. */

import { attribute, defineApi } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { casesOf } from '../../../../core/test/runs.ts';
import { pick, type Random, randomOf } from '../../../test/access-world.ts';
import { atomicOperations } from '../../extensions/atomic/atomic-operations.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { memoryRecords } from '../../memory/memory-records.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import type { KeyedRequest } from './keyed-request.ts';
import type { KeyedServer } from './keyed-server.ts';

/** `PROPERTY_RUNS=20000 npm run test:unit -- run packages/server/src/operations/idempotency/replays.property.test.ts` tries more. */
const RUNS = casesOf('PROPERTY_RUNS', { long: 1500, short: 200 });

const media = 'application/vnd.api+json';
const atomic = `${media};ext="https://jsonapi.org/ext/atomic"`;
const api = defineApi({
  orders: { attributes: { status: attribute(z.string(), { filter: true }) }, clientGeneratedIds: true },
});
const statuses = ['open', 'closed'] as const;
const ids = ['1', '2', '3'] as const;

/** A request of a run. */
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly media: string;
  readonly document: object | undefined;
}

function sentOf(random: Random): Sent {
  const id = pick(random, ids);
  const data = { type: 'orders', id, attributes: { status: pick(random, statuses) } };
  const operations = [{ op: pick(random, ['add', 'update'] as const), data }];
  return pick(random, [
    { method: 'POST', url: '/orders', media, document: { data } },
    { method: 'PATCH', url: `/orders/${id}`, media, document: { data } },
    { method: 'DELETE', url: `/orders/${id}`, media, document: undefined },
    { method: 'POST', url: '/-charge', media, document: undefined },
    { method: 'POST', url: '/operations', media: atomic, document: { 'atomic:operations': operations } },
  ] as const);
}

/** A rule of writes: it allows everything, looks at the state that writes change, or allows a number of writes. */
function ruleOf(random: Random, ran: string[], name: string): object {
  const kind = pick(random, ['none', 'always', 'open', 'quota'] as const);
  let quota = 1 + Math.floor(random() * 2);
  if (kind === 'none') return {};
  const rule = (_: unknown, { record }: { readonly record?: { readonly status?: string } }): boolean => {
    ran.push(`rule ${name}`);
    if (kind === 'quota') return quota-- > 0;
    return kind === 'always' || record === undefined || record.status === 'open';
  };
  return { [name]: rule };
}

function open(random: Random, isBroken: boolean) {
  const ran: string[] = [];
  const sources = createMemorySources(api, {
    orders: [
      { id: '1', status: 'open' },
      { id: '2', status: 'closed' },
    ],
  });
  const reading = { shown: undefined as undefined | readonly string[] };
  const actions = ['create', 'update', 'delete'] as const;
  const hookOf = (action: string) => ({
    before: () => void ran.push(`before ${action}`),
    after: () => void ran.push(`after ${action}`),
    afterCommit: () => void ran.push(`after the commit of ${action}`),
  });
  const store = createMemoryIdempotencyStore(random() < 0.7 ? { sharesWith: sources.orders } : {});
  const keys = idempotencyKeys({ store });
  const writes = random() < 0.5;
  const charge = {
    ...{ name: 'charge', method: 'POST', path: '/-charge', statuses: [200, 403, 404] },
    async run(request: { execute: (operation: object) => Promise<unknown> }) {
      ran.push('charge');
      const target = { type: 'orders', id: '1' };
      const document = { data: { ...target, attributes: { status: 'closed' } } };
      if (writes) await request.execute({ method: 'PATCH', target, document });
      return { status: 200, document: { meta: { charged: true } } };
    },
  };
  const rules = Object.assign({}, ...actions.map((action) => ruleOf(random, ran, action))) as object;
  const hasAccess = random() < 0.8;
  const server = createServer(api, sources, {
    // As if the operation ran again to ask its rules.
    idempotency: {
      user: () => 'all',
      keys: isBroken
        ? {
            ...keys,
            async answer(keyed: KeyedRequest, served: KeyedServer) {
              const response = await keys.answer(keyed, served);
              if (response.headers['Idempotency-Replayed'] === 'true')
                await Promise.resolve(keyed.run(keyed.operation)).catch(() => undefined);
              return response;
            },
          }
        : keys,
    },
    ...(hasAccess
      ? {
          access: {
            orders: {
              read: () => reading.shown === undefined || [{ field: 'status', values: reading.shown }],
              ...rules,
            },
          },
          defaultAccess: 'allow',
        }
      : {}),
    hooks: { orders: Object.fromEntries(actions.map((action) => [action, hookOf(action)])) },
    endpoints: [charge],
    extensions: [atomicOperations()],
  } as never);
  const send = async (sent: Sent, key: string) => {
    const { method, url, document } = sent;
    const body = document === undefined ? undefined : JSON.stringify(document);
    const headers = { 'content-type': sent.media, accept: sent.media, 'idempotency-key': key };
    ran.length = 0;
    const response = await server.handle({ method, url, headers, body });
    // Work after a commit begins in later turns.
    await Promise.resolve();
    return response;
  };
  const state = async () => JSON.stringify(await memoryRecords(sources));
  return { send, state, ran, reading, hasAccess, sources };
}

/**
 * Whether a body shows a resource that the user cannot read, or a meta object that was made with other rights. With conditions,
 * nothing shows that the user could read a resource that was deleted.
 */
function showsHidden(body: string | undefined, records: string, shown: readonly string[] | undefined): boolean {
  if (body === undefined || shown === undefined) return false;
  const document = JSON.parse(body);
  if (document.meta !== undefined) return true;
  const results = (document['atomic:results'] ?? [document]) as readonly { readonly data?: { readonly id: string } }[];
  const orders = JSON.parse(records).orders as readonly { readonly id: string; readonly status: string }[];
  const visible = new Set(orders.filter(({ status }) => shown.includes(status)).map(({ id }) => id));
  return results.some(({ data }) => data !== undefined && !visible.has(data.id));
}

async function findDifferences(runs: number, isBroken = false) {
  const findings: string[] = [];
  const counts = { repeated: 0, withheld: 0, endpoints: 0 };
  for (let seed = 1; seed <= runs; seed++) {
    const random = randomOf(seed);
    const world = open(random, isBroken);
    for (let index = 0; index < 4; index++) {
      const sent = sentOf(random);
      const first = await world.send(sent, `k${index}`);
      if (first.status >= 300) continue;
      if (random() < 0.4) await world.send(sentOf(random), `other${index}`);
      world.reading.shown = pick(random, [undefined, undefined, ['open'], ['closed'], [...statuses]]);
      const before = await world.state();
      const second = await world.send(sent, `k${index}`);
      const where = `seed ${seed}.${index}: ${sent.method} ${sent.url}`;
      if (world.ran.length > 0) findings.push(`${where} runs ${world.ran.join(', ')}`);
      if ((await world.state()) !== before) findings.push(`${where} writes again`);
      const isHidden = world.hasAccess && showsHidden(first.body, before, world.reading.shown);
      const isRepeated = second.headers['Idempotency-Replayed'] === 'true';
      if (isRepeated ? isHidden : !isHidden) findings.push(`${where} is ${second.status}, hidden: ${isHidden}`);
      if (isRepeated && (second.status !== first.status || second.body !== first.body))
        findings.push(`${where} has another response`);
      counts.repeated += Number(isRepeated);
      counts.withheld += Number(!isRepeated);
      counts.endpoints += Number(isRepeated && sent.url === '/-charge');
      world.reading.shown = undefined;
    }
  }
  return { findings, counts };
}

test(`${RUNS} runs: a repeated request runs nothing, and shows nothing that the user cannot read`, async () => {
  const { findings, counts } = await findDifferences(RUNS);
  expect(findings).toEqual([]);
  // Otherwise the runs would say nothing.
  expect(counts.repeated).toBeGreaterThan(RUNS);
  expect(counts.withheld).toBeGreaterThan(RUNS / 20);
  expect(counts.endpoints).toBeGreaterThan(RUNS / 10);
}, 300_000);

test('a server that runs the operation again is detected', async () => {
  expect((await findDifferences(50, true)).findings.length).toBeGreaterThan(50);
});
