import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateDocument } from '@linkage/core';

const origin = process.env['ORIGIN'] ?? 'http://localhost:3000';

for (const path of ['/api/articles?include=author', '/api/articles/1', '/api/articles/99']) {
  test(`GET ${path} responds with a valid document`, async () => {
    const response = await fetch(origin + path);
    assert.equal(response.headers.get('Content-Type'), 'application/vnd.api+json');
    const { issues = [] } = validateDocument(await response.json(), { as: 'response' });
    assert.deepEqual(issues, []);
  });
}
