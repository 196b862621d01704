import { expect, test } from 'vitest';
import { search } from './client-names.ts';

test('a client with the parameters of its server', async () => {
  expect(await search('ree')).toEqual(['Trees']);
});
