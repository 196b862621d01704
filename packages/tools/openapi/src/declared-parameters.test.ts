import { attribute, defineApi, toMany } from '@linkage/core';
import { aggregates, createMemorySources, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi-document.ts';

test('parameters of aggregates are those of collections that have them', async () => {
  const api = defineApi({
    issues: {
      attributes: { status: attribute(z.string(), { filter: true }) },
      relationships: { parts: toMany('issues') },
    },
    people: { attributes: { name: z.string() } },
  });
  const profiles = [aggregates(api, { issues: { groupBy: ['status'] } }, { applied: 'always' })];
  const server = createServer(api, createMemorySources(api, {}), { profiles });
  const document = JSON.stringify(
    openApiDocument(await server.describe(), { info: { title: 'Issues', version: '1' } }).paths,
  );
  const { paths } = JSON.parse(`{"paths":${document}}`);
  const names = (path: string): string => JSON.stringify(paths[path]?.get?.parameters ?? []);
  expect(names('/issues')).toContain('groupBy');
  for (const path of ['/people', '/issues/{id}', '/issues/{id}/parts'])
    expect([path, names(path).includes('groupBy')]).toEqual([path, false]);
});

test('the parameter `sort` says where null is', async () => {
  const due = attribute(z.iso.date().nullable(), { sort: true, nulls: 'last' });
  const api = defineApi({ tasks: { attributes: { due, title: attribute(z.string(), { sort: true }) } } });
  const server = createServer(api, createMemorySources(api, {}));
  const document = openApiDocument(await server.describe(), { info: { title: 'Tasks', version: '1' } });
  expect(JSON.stringify(document.components)).toContain('By `due`, null comes last.');
});
