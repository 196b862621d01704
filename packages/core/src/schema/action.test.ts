import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineAction } from './action.ts';
import { readActions } from './define-action.ts';
import { defineApi } from './define-api.ts';
import { toOne } from './relationship.ts';

const loose = (options: object) => defineAction(options as never);

test('an action has defaults', () => {
  const schema = z.object({});
  const actions = {
    close: defineAction(),
    open: defineAction({ input: schema, ifMatch: true, description: 'Opens it.' }),
  };
  const none = { output: undefined, limit: 100, deprecated: undefined };
  expect(readActions('issues', { actions })).toEqual([
    { name: 'close', on: 'resource', input: undefined, ifMatch: false, description: undefined, ...none },
    { name: 'open', on: 'resource', input: schema, ifMatch: true, description: 'Opens it.', ...none },
  ]);
});

describe('rejected', () => {
  test.each<[string, object, string]>([
    ['an unknown option', { inputs: {} }, 'defineAction: unknown option'],
    ['an unknown target', { on: 'resources' }, 'defineAction: `on` must be'],
    ['an input without a schema', { input: { name: 'text' } }, 'defineAction: `input` must be a Standard Schema'],
    ['an output without a schema', { output: 5 }, 'defineAction: `output` must be a Standard Schema'],
    ['a version of a collection', { on: 'collection', ifMatch: true }, 'defineAction: `ifMatch` requires'],
    ['a limit of a resource', { limit: 5 }, 'defineAction: `limit` must be'],
    ['a limit that is not a number of resources', { on: 'filter', limit: 0.5 }, 'defineAction: `limit` must be'],
  ])('%s', (_, options, message) => {
    expect(() => loose(options)).toThrow(message);
  });

  test.each<[string, object, string]>([
    ['an action without defineAction', { close: {} }, 'must be declared with `defineAction`'],
    ['null', { close: null }, 'must be declared with `defineAction`'],
    ['a name that is not a member name', { '-close': defineAction() }, 'is not a valid name for an action'],
    ['a name with a slash', { 'a/b': defineAction() }, 'is not a valid name for an action'],
    ['the URL of a relationship', { owner: defineAction({ on: 'collection' }) }, 'the name of a relationship'],
  ])('%s', (_, actions, message) => {
    const issues = { relationships: { owner: toOne('issues') }, actions };
    expect(() => defineApi({ issues } as never)).toThrow(message);
  });

  test('an action on a resource can have the name of a relationship', () => {
    const issues = { relationships: { owner: toOne('issues') }, actions: { owner: defineAction() } };
    expect(() => defineApi({ issues } as never)).not.toThrow();
  });
});
