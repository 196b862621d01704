import { expect, test } from 'vitest';
import { keysetStrategy, trackSources, tracks } from '../../../test/keyset.ts';
import { send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';

test('a page with cursors that repeats a resource is a failure of its source', async () => {
  const records = ['first', 'second'].map((title, plays) => ({ id: '1', title, plays }));
  const list = () => ({ records, positions: [[1], [2]] });
  const reported: unknown[] = [];
  const server = createServer(
    tracks,
    { ...trackSources(new Map()), tracks: { list, find: () => [] } },
    { pagination: { strategy: keysetStrategy }, onError: (error) => reported.push(String(error)) },
  );
  expect((await send(server, 'GET /tracks')).status).toBe(500);
  expect(reported).toEqual([expect.stringContaining('"tracks" "1" must occur only once in the primary data.')]);
});
