// CommonJS and `node:test`: plain assertions, and a test for each case.
const { describe, test } = require('node:test');
const { describeConformance, documentAssert } = require('@linkage/conformance/vitest');

const respond = (status, document) =>
  new Response(JSON.stringify(document), { status, headers: { 'content-type': 'application/vnd.api+json' } });
const notFound = { errors: [{ status: '404', title: 'Not found' }] };
const handle = ({ url }) =>
  new URL(url).pathname === '/articles' ? respond(200, { data: [] }) : respond(404, notFound);

test('a response conforms', () => documentAssert.conforms(handle({ url: 'http://localhost/articles' })));
test('a response has an error', () => documentAssert.hasError(handle({ url: 'http://localhost/x' }), { status: 404 }));

describeConformance(
  'a small server',
  { handle },
  { types: { articles: {} } },
  { only: ['FET-01'], runner: { describe, test } },
);
