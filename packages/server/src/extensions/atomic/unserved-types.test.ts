import { defineApi } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../../test/atomic-request.ts';
import { withRest } from '../../../test/with-rest.ts';
import { atomicOperations, createMemorySources, createServer } from '../../index.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } }, ghosts: { attributes: { text: z.string() } } });

const add = (type: string) => ({ op: 'add', data: { type, attributes: { text: 'x' } } });

test.each([
  ['alone', [add('ghosts')], 0],
  ['first of several', [add('ghosts'), add('notes')], 0],
  ['after another one', [add('notes'), add('ghosts')], 1],
])('ATX-10 an operation on a type without a source is 404, as a single request: %s', async (_, operations, index) => {
  const { notes } = createMemorySources(api, {});
  const server = createServer(api, withRest(api, { notes } as never), { extensions: [atomicOperations()] });
  const { status, problems } = await operate(server, operations);
  expect([status, problems]).toEqual([404, [expect.stringContaining(`NOT_FOUND /atomic:operations/${index}`)]]);
  const { body } = await server.handle({ method: 'GET', url: '/notes', headers: {} });
  expect(JSON.parse(body ?? '').data).toEqual([]);
});
