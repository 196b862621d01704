import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import {
  type AttributeDescription,
  aggregates,
  createMemorySources,
  createServer,
  relatedQueries,
} from '@linkage/server';
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

test('parameters about included relationships are listed where their profile is', async () => {
  const api = defineApi({ issues: { attributes: {}, relationships: { parts: toMany('issues') } } });
  const documentOf = async (profiles: readonly ReturnType<typeof relatedQueries>[]) => {
    const server = createServer(api, createMemorySources(api, {}), { profiles });
    return JSON.stringify(openApiDocument(await server.describe(), { info: { title: 'Issues', version: '1' } }));
  };
  expect(await documentOf([relatedQueries()])).toContain(
    '"patternProperties":{"^relatedQuery\\\\[":{"type":"string"}}',
  );
  expect(await documentOf([])).not.toContain('relatedQuery');
});

test('the parameter `sort` says where null is', async () => {
  const due = attribute(z.iso.date().nullable(), { sort: true, nulls: 'last' });
  const api = defineApi({ tasks: { attributes: { due, title: attribute(z.string(), { sort: true }) } } });
  const server = createServer(api, createMemorySources(api, {}));
  const document = openApiDocument(await server.describe(), { info: { title: 'Tasks', version: '1' } });
  const parameters = JSON.stringify(document.components);
  expect(parameters).toContain('By `due`, null comes last.');
  expect(parameters).toContain('"x-linkage-nulls":{"due":"last"}');
});

test('members of objects have the parameters of their operators, also behind relationships', async () => {
  const schema = z.object({ city: z.string(), size: z.number(), open: z.boolean() });
  const data = attribute(schema, { filter: { city: true, size: ['eq', 'ge'], open: true } });
  const api = defineApi({
    shops: { attributes: { data }, relationships: { owner: toOne('people', { filter: ['data'] }) } },
    people: { attributes: { data, secret: attribute(schema, { filter: { city: true } }) } },
  });
  const server = createServer(api, createMemorySources(api, {}));
  const described = await server.describe();
  const compared = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'exists', 'in'];
  const fields = described.types['shops']?.fields ?? {};
  const { filterMembers, filterOperators, schema: own } = fields['data'] as AttributeDescription;
  expect(own).toMatchObject({ properties: { city: { type: 'string' }, size: { type: 'number' } } });
  expect(filterOperators).toEqual([]);
  expect(filterMembers?.['size']).toEqual(['eq', 'ge', 'in']);
  expect(filterMembers?.['city']).toEqual(expect.arrayContaining([...compared, 'contains', 'iEq']));
  expect(filterMembers?.['open']).toEqual(expect.not.arrayContaining(['contains', 'has']));
  const options = { info: { title: 'Shops', version: '1' }, pathDepth: 2 };
  const { components } = JSON.parse(JSON.stringify(openApiDocument(described, options)));
  const names = Object.keys(components.parameters['Shop.filter'].schema.properties);
  const of = (path: string): readonly string[] =>
    filterMembers?.[path.replace(/^(?:owner\.)?data\./, '')]?.flatMap((operator) =>
      operator === 'in' ? [] : [operator === 'eq' ? `filter[${path}]` : `filter[${path}][${operator}]`],
    ) ?? [];
  const paths = ['data.city', 'data.size', 'data.open', 'owner.data.city', 'owner.data.size', 'owner.data.open'];
  expect(names.filter((it) => it.includes('data.')).toSorted()).toEqual(paths.flatMap(of).toSorted());
  expect(names.filter((it) => it.includes('secret') || /data\]/.test(it))).toEqual([]);
});
