import { expect, test } from 'vitest';
import { renameAll } from './resource-tags.ts';

test('a client changes the resources of a list with their tags', async () => {
  expect(await renameAll('!')).toEqual(['Write!', 'Test!']);
  expect(await renameAll('?')).toEqual(['Write!?', 'Test!?']);
});
