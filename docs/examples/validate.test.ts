import { validateDocument } from '@linkage/core';
import { expect, test } from 'vitest';

test('the response is a valid JSON:API document', async () => {
  const response = new Response('{ "data": { "type": "articles", "id": "1" } }'); // await fetch(…), of any server
  const { issues = [] } = validateDocument(await response.json(), { as: 'response' });
  expect(issues).toEqual([]);
});
