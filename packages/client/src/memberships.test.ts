import { defineApi, membershipsOf, toMany } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { atomicOperations, createMemorySources, createServer } from '@linkage/server';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { atomicRequests } from './atomic.ts';
import { requestChecks } from './checks.ts';
import { createClient } from './create-client.ts';

const member = { role: z.enum(['head', 'staff']), since: z.iso.date().default('2020-01-01') };
const api = defineApi({
  clinics: {
    attributes: { name: z.string() },
    relationships: { doctors: toMany('doctors', { member, inverse: 'clinics' }) },
  },
  doctors: { attributes: { name: z.string() }, relationships: { clinics: toMany('clinics', { member }) } },
});

function open() {
  const meta = { role: 'head', since: '2021-05-01' } as const;
  const sources = createMemorySources(api, {
    clinics: [{ id: '1', name: 'North', doctors: [{ type: 'doctors', id: '7', meta }] }],
    doctors: [
      { id: '7', name: 'Ada', clinics: [{ type: 'clinics', id: '1', meta }] },
      { id: '8', name: 'Bo' },
    ],
  });
  const server = createServer(api, sources, { extensions: [atomicOperations()] });
  return createClient<typeof api>({
    baseUrl: 'http://localhost',
    fetch: toFetchHandler(server),
    atomic: atomicRequests(),
    checks: requestChecks(api),
  });
}

/** Returns the names of the doctors of a clinic, with their roles. */
async function roles(client: ReturnType<typeof open>, id = '1'): Promise<readonly string[]> {
  const answer = await client.get('clinics', id, { include: ['doctors'] });
  return membershipsOf(answer, answer.data, 'doctors').map(
    ({ resource, meta }) => `${resource.name}: ${meta.role} ${meta.since}`,
  );
}

test('the data of memberships is read with included resources, and at the URL of the relationship', async () => {
  const client = open();
  expect(await roles(client)).toEqual(['Ada: head 2021-05-01']);
  const { data } = await client.relationship('clinics', '1', 'doctors');
  expectTypeOf(data[0]?.meta?.role).toEqualTypeOf<'head' | 'staff' | undefined>();
  expect(data).toEqual([{ type: 'doctors', id: '7', meta: { role: 'head', since: '2021-05-01' } }]);
  // A client can send back what it has read.
  await client.updateRelationship('clinics', '1', 'doctors', { replace: data });
  expect(await roles(client)).toEqual(['Ada: head 2021-05-01']);
});

test('`updateRelationship`, `create`, `update`, and transactions write it', async () => {
  const client = open();
  const { data: ada } = await client.get('doctors', '7');
  const bo = { type: 'doctors', id: '8' } as const;
  await client.updateRelationship('clinics', '1', 'doctors', {
    add: [
      { ...ada, meta: { since: '2022-01-01' } },
      { ...bo, meta: { role: 'staff' } },
    ],
  });
  expect(await roles(client)).toEqual(['Ada: head 2022-01-01', 'Bo: staff 2020-01-01']);
  await client.update('clinics', '1', { relationships: { doctors: [{ ...bo, meta: { role: 'head' } }] } });
  expect(await roles(client)).toEqual(['Bo: head 2020-01-01']);
  const doctors = [{ ...bo, meta: { role: 'staff' as const } }];
  const { data: south } = await client.create('clinics', { attributes: { name: 'South' }, relationships: { doctors } });
  expect(await roles(client, south.id)).toEqual(['Bo: staff 2020-01-01']);
  await client.atomic((transaction) => {
    const cy = transaction.add('doctors', { attributes: { name: 'Cy' } });
    const change = { add: [{ ...cy, meta: { role: 'head' } }] } as const;
    return [transaction.updateRelationship(south, 'doctors', change)];
  });
  expect(await roles(client, south.id)).toEqual(['Bo: staff 2020-01-01', 'Cy: head 2020-01-01']);
});

test('wrong data is an error before it is sent, with the pointer of the server', async () => {
  const client = open();
  const add = [{ type: 'doctors', id: '8', meta: { role: 'boss' } }] as never;
  await expect(client.updateRelationship('clinics', '1', 'doctors', { add })).rejects.toMatchObject({
    errors: [{ code: 'MEMBER_INVALID', source: { pointer: '/data/0/meta/role' } }],
  });
});

test('a new member needs the data that has no default', () => {
  const client = open();
  const bo = { type: 'doctors', id: '8' } as const;
  const attributes = { name: 'South' };
  // @ts-expect-error the role has no default
  const create = () => client.create('clinics', { attributes, relationships: { doctors: [bo] } });
  // @ts-expect-error no such role
  const add = () => client.updateRelationship('clinics', '1', 'doctors', { add: [{ ...bo, meta: { role: 'boss' } }] });
  const replace = () =>
    // @ts-expect-error no such data
    client.updateRelationship('clinics', '1', 'doctors', { replace: [{ ...bo, meta: { roles: 'head' } }] });
  expect([create, add, replace]).toHaveLength(3);
});
