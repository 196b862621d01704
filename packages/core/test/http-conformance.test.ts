import { expect, test } from 'vitest';
import { runConformance } from '../../tools/conformance/src/index.ts';
import { createBackend } from './http-backend.ts';

test('a backend on the functions of requests and responses breaks no requirement', async () => {
  const author = { data: { type: 'people', id: '9' } };
  const report = await runConformance(
    { handle: createBackend() },
    {
      types: {
        articles: {
          create: { attributes: { title: 'New {unique}' }, relationships: { author } },
          update: { attributes: { title: 'Changed' } },
          invalid: { title: 7 },
          include: ['author'],
          sort: ['title'],
          relationships: {
            author: { to: 'one', types: ['people'] },
            readers: { to: 'many', types: ['people'] },
          },
        },
        people: { create: { attributes: { name: 'Ada' } }, update: { attributes: { name: 'Eve' } } },
      },
    },
  );
  const failed = report.results.filter(({ verdict }) => verdict === 'failed');
  expect(failed).toEqual([]);
  expect(report.results.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(100);
});
