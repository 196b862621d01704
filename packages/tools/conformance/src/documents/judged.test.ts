import { expect, test } from 'vitest';
import { createDocuments } from './judged.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
/** Responses of frameworks about a URL or an error: they are not JSON:API documents. */
const foreign = { name: 'Articles', errors: { title: ['is required'] } };
const ours = { name: 'Articles', data: [] };

// Requirements: GEN-02 NEG-01 DOC-02 DOC-04. A body with another media type breaks NEG-01, and the rules about documents are not about it, unless
// it is the primary data that was asked for. OPTIONS is not a method of the specification.
test.each([
  ['OPTIONS', 200, 'application/json', foreign, false],
  ['OPTIONS', 200, 'application/schema+json', foreign, false],
  ['OPTIONS', 200, 'application/json', ours, false],
  ['OPTIONS', 200, MEDIA_TYPE, foreign, true],
  ['OPTIONS', 200, `${MEDIA_TYPE}; profile="https://example.com/p"`, foreign, true],
  ['GET', 404, 'application/json', foreign, false],
  ['GET', 404, 'application/problem+json', foreign, false],
  ['GET', 404, MEDIA_TYPE, foreign, true],
  ['POST', 422, 'application/json', foreign, false],
  ['DELETE', 200, 'application/json', foreign, false],
  ['GET', 200, 'application/json', foreign, false],
  ['GET', 200, 'application/json', ours, true],
  ['GET', 200, 'text/plain', ours, false],
  ['GET', 200, MEDIA_TYPE, ours, true],
])('%s %i with a body of the media type %s: %j is a document: %s', (method, status, type, body, isJudged) => {
  const documents = createDocuments();
  documents.note({
    request: { method, url: 'http://localhost/api/articles', headers: { accept: MEDIA_TYPE } },
    response: { status, headers: { 'content-type': type }, body: JSON.stringify(body) },
  });
  expect(documents.issueOf('defined-members') !== undefined).toBe(isJudged);
});

test('a client that accepts everything can get data in another format', () => {
  const documents = createDocuments();
  documents.note({
    request: { method: 'GET', url: 'http://localhost/api/articles', headers: { accept: '*/*' } },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(ours) },
  });
  expect(documents.issueOf('defined-members')).toBe(undefined);
});

// Requirements: REL-11 CMP-03 CMP-05. Servers choose the URLs of relationships, and their primary data is linkage.
test.each([
  '/articles/1/relationships/author?include=author',
  '/articles/1/relationships/author/?include=author',
  '/articles/1/links/author?include=author',
  '/related?of=articles-1&include=author',
])('%s can be the URL of a relationship that includes the resource of its linkage', (path) => {
  const issues = (included: unknown) => {
    const documents = createDocuments();
    const document = { data: { type: 'people', id: '9' }, included: [included] };
    documents.note({
      request: { method: 'GET', url: `http://localhost/api${path}`, headers: { accept: MEDIA_TYPE } },
      response: { status: 200, headers: { 'content-type': MEDIA_TYPE }, body: JSON.stringify(document) },
    });
    return ['unique-resources', 'full-linkage'].filter((rule) => documents.issueOf(rule) !== undefined);
  };
  expect(issues({ type: 'people', id: '9', attributes: { name: 'Dan' } })).toEqual([]);
  expect(issues({ type: 'people', id: '8', attributes: { name: 'Eve' } })).toEqual(['full-linkage']);
});
