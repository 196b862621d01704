/** Changes of the input, the output, and the limit of actions. */
import { defineAction, defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compareDescriptions } from '../src/index.ts';

/** Describes a server with an action. */
function describeWith(options: object) {
  const api = defineApi({ issues: { actions: { close: defineAction(options as never) } } });
  const actions = { issues: { close: () => ({}) } };
  return createServer(api, createMemorySources(api, {}), { actions } as never).describe();
}

const text = z.object({ text: z.string() });
const place = '/endpoints/0/action';

test.each<[string, object, object, readonly (readonly [rule: string, level: string, pointer: string])[]]>([
  [
    'a required member of the input',
    { input: z.object({}) },
    { input: text },
    [['property-added-required', 'breaking', `${place}/input/properties/text`]],
  ],
  [
    'a member that the output lacks',
    { output: text },
    { output: z.object({ text: z.string().optional() }) },
    [['property-optional', 'breaking', `${place}/output/properties/text`]],
  ],
  [
    'a lower limit',
    { on: 'filter', limit: 9 },
    { on: 'filter', limit: 5 },
    [['limit-lowered', 'breaking', `${place}/limit`]],
  ],
  ['nothing', { input: text }, { input: text }, []],
])('%s', async (_, before, after, expected) => {
  const changes = compareDescriptions(await describeWith(before), await describeWith(after));
  expect(changes.map(({ rule, level, pointer }) => [rule, level, pointer])).toEqual(expected);
});

test('an action that was removed is an endpoint that was removed', async () => {
  const before = await describeWith({});
  const changes = compareDescriptions(before, { ...before, endpoints: [] });
  expect(changes.map(({ rule }) => rule)).toEqual(['endpoint-removed']);
});
