import { defineQueryParameters } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api, describeActions, input, records, send, serve } from '../../../test/actions-suite.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { aggregates } from '../aggregates/aggregates.ts';

const memory = () => createMemorySources(api, records);

describe('in memory', () => describeActions(memory));

test('URLs follow `urls`, and other methods are 405', async () => {
  const { server } = serve(memory(), { urls: { collection: (type) => `/v1/${type}` }, baseUrl: '/api' });
  expect((await send(server, 'POST /v1/issues/-actions/reset', input({}))).status).toBe(204);
  const { status, headers } = await send(server, 'GET /v1/issues/1/-actions/close');
  expect([status, headers['Allow']]).toEqual([405, 'POST, OPTIONS']);
});

test.each<[string, object, string]>([
  ['without a function', {}, 'createServer: the action "close" of "issues" needs a function'],
  ['with a wrong name', { issues: { clos: () => undefined } }, 'createServer: actions.issues: unknown action'],
  ['of an unknown type', { issue: {} }, 'createServer: actions: unknown resource type'],
])('createServer rejects functions %s', (_, actions, message) => {
  expect(() => createServer(api, createMemorySources(api, {}), { actions } as never)).toThrow(message);
});

test.each(['groupBy=status', 'sumOf=closings', 'searchText=One', 'include=owner', 'fields[issues]=title', 'sort=id'])(
  'an action on a filter takes no other parameter: %s',
  async (parameter) => {
    const fields = { groupBy: ['status'], sum: ['closings'] } as const;
    const { server, log } = serve(memory(), {
      profiles: [aggregates(api, { issues: fields }, { applied: 'always' })],
      parameters: defineQueryParameters({ searchText: z.string() }),
    } as never);
    const line = `POST /issues/-actions/archive?filter[owner]=9&${parameter}`;
    const { status, problems } = await send(server, line, input({}));
    const [name] = parameter.split('=');
    expect([status, problems, log]).toEqual([400, [`PARAMETER_NOT_SUPPORTED ${name}`], []]);
  },
);

test('an endpoint must not have the URL of an action', () => {
  const endpoint = { name: 'x', method: 'POST', path: '/issues/{id}/-actions/close', statuses: [204] } as const;
  expect(() => serve(memory(), { endpoints: [{ ...endpoint, run: () => ({ status: 204 }) }] })).toThrow(
    'createServer: the methods and paths of endpoints must be distinct',
  );
});

test('a description contains the schemas of the input and the output', async () => {
  const { server } = serve(memory(), { requireIfMatch: ['issues'] });
  const { endpoints, gaps } = await server.describe();
  const of = (name: string) => endpoints.find((it) => it.name === `${name}-issues`);
  expect(gaps).toEqual([]);
  expect(of('close')).toMatchObject({
    ...{ method: 'POST', path: '/issues/{id}/-actions/close', ifMatch: 'must', families: ['include', 'fields'] },
    types: ['issues'],
    action: { name: 'close', type: 'issues', on: 'resource', input: { required: ['reason'] } },
  });
  expect(of('archive')).toMatchObject({
    ...{ path: '/issues/-actions/archive', ifMatch: 'no', families: ['filter'], types: [] },
    action: { on: 'filter', limit: 2, output: { properties: { count: { type: 'integer' } } } },
  });
  expect(of('reset')?.action).toEqual({ name: 'reset', type: 'issues', on: 'collection' });
  expect(of('reset')?.statuses).not.toContain(200);
});

test('a type without a source has no actions, and a source must find resources', () => {
  expect(() => createServer(api, { issues: {}, people: {} })).not.toThrow();
  const issues = { list: () => ({ records: [] }) };
  expect(() =>
    createServer(api, { issues, people: {} }, { actions: { issues: { close: () => undefined } } } as never),
  ).toThrow('createServer: the action "close" of "issues" requires a source with the method `find`');
});
