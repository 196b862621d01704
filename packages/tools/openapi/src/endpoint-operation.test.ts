import { defineAction, defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi-document.ts';

const api = defineApi({
  issues: {
    attributes: { title: z.string() },
    actions: {
      close: defineAction({ input: z.object({ reason: z.string() }), ifMatch: true, description: 'Closes the issue.' }),
      'archive-all': defineAction({ on: 'filter', output: z.object({ count: z.int() }), deprecated: true }),
      reset: defineAction({ on: 'collection' }),
    },
  },
});
const run = () => ({ count: 1 });
const server = createServer(api, createMemorySources(api, {}), {
  actions: { issues: { close: run, 'archive-all': run, reset: run } },
});

test('actions have the schemas of their input and output, and the parameters of their targets', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the test reaches into the document
  const document: any = openApiDocument(await server.describe(), { info: { title: 'Issues', version: '1' } });
  const { paths, components } = document;
  const close = paths['/issues/{id}/-actions/close'].post;
  expect(close).toMatchObject({
    ...{ operationId: 'closeIssues', tags: ['issues'], description: 'Closes the issue.' },
    requestBody: {
      required: true,
      content: {
        'application/vnd.api+json': {
          schema: { required: ['meta'], properties: { meta: { $ref: '#/components/schemas/IssueCloseInput' } } },
        },
      },
    },
  });
  expect(components.schemas['IssueCloseInput']).toMatchObject({ properties: { reason: { type: 'string' } } });
  const text = JSON.stringify(paths['/issues/{id}/-actions/close']);
  for (const name of ['Issue.fields', 'If-Match']) expect(text).toContain(name);
  const archive = paths['/issues/-actions/archive-all'].post;
  expect(archive).toMatchObject({ deprecated: true, responses: { 200: { $ref: expect.any(String) } } });
  expect(archive.requestBody.required).toBeUndefined();
  expect(JSON.stringify(archive.parameters ?? [])).not.toContain('fields');
  expect(components.schemas['IssueArchiveAllOutput']).toMatchObject({
    properties: { count: { type: 'integer' } },
  });
  expect(Object.keys(paths['/issues/-actions/reset'].post.responses)).toEqual(['204', 'default']);
});
