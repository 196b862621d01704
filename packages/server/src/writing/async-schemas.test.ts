import { defineApi, type StandardSchema } from '@linkage/core';
import { expect, test } from 'vitest';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';

const later: StandardSchema<string> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: async (value) => {
      if (value === 'broken') throw new Error('The registry is away.');
      return value === 'taken' ? { issues: [{ message: 'This name is taken.' }] } : { value: String(value) };
    },
  },
};
const api = defineApi({ users: { attributes: { name: later } } });
const heard: string[] = [];
const server = createServer(api, createMemorySources(api, { users: [{ id: '1', name: 'Dan' }] }), {
  onError: (error) => heard.push((error as Error).message),
});
const user = (name: string, id?: string): object => ({
  data: { type: 'users', ...(id && { id }), attributes: { name } },
});

test.each([
  ['POST /users', undefined],
  ['PATCH /users/1', '1'],
])('%s waits for schemas that answer later', async (request, id) => {
  const taken = await send(server, request, user('taken', id));
  expect([taken.status, ...taken.problems]).toEqual([422, 'ATTRIBUTE_INVALID /data/attributes/name']);
  expect((await send(server, request, user('free', id))).document.data.attributes).toEqual({ name: 'free' });
});

test('a schema that throws is a 500 (STA-07)', async () => {
  const answer = await send(server, 'POST /users', user('broken'));
  expect([answer.status, ...answer.problems]).toEqual([500, 'INTERNAL_ERROR']);
  expect(heard).toEqual(['The schema of the attribute `users.name` threw an error.']);
});
