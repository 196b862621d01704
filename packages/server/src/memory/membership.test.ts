import { expect, test } from 'vitest';
import { api, describeMembership } from '../../test/membership-suite.ts';
import { createServer } from '../pipeline/create-server.ts';
import { createMemorySources } from './create-memory-sources.ts';

const of = (id: string, meta: Readonly<Record<string, unknown>>) => ({ type: 'doctors', id, meta }) as const;

describeMembership(async (options, rank) =>
  createServer(
    api,
    createMemorySources(api, {
      clinics: [
        {
          id: '1',
          name: 'A',
          doctors: [
            of('7', { role: 'head', since: '2021-05-01', hours: 40, rank }),
            of('8', { role: 'staff', since: '2022-06-02' }),
          ],
        },
        { id: '2', name: 'B', doctors: [of('7', { role: 'staff', since: '2022-06-02' })] },
      ],
      doctors: [
        { id: '7', name: 'Ada' },
        { id: '8', name: 'Bo' },
        { id: '9', name: 'Cy' },
      ],
    }),
    options,
  ),
);

test('initial records have valid data', () => {
  const create = (meta: Readonly<Record<string, unknown>>) => () =>
    createMemorySources(api, { clinics: [{ id: '1', name: 'A', doctors: [of('7', meta)] }] });
  expect(create({ role: 'boss' })).toThrow(
    'clinics "1", relationship "doctors": attribute `role` must match its schema.',
  );
  expect(create({ role: 'head', since: 5 })).toThrow('attribute `since` must match its schema.');
  expect(create({ role: 'head', page: 1 })).not.toThrow();
});
