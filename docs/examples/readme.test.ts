import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { server as guardedServer } from './access.ts';
import { respondStreaming } from './adapter-stream.ts';
import { input, query, result, text } from './core.ts';
import { article, authors, self } from './deserialize.ts';
import { document, name, text as written } from './documents.ts';
import { statuses } from './http.ts';
import { accept, negotiated, used } from './negotiation.ts';
import { page } from './pagination.ts';
import { query as longQuery, text as longText } from './query-parameters.ts';
import { checked, handler } from './quick-start.ts';
import { body } from './serialize.ts';
import { response } from './source.ts';
import { exportArticles } from './stream.ts';
import { exporting } from './stream-server.ts';
import { issues } from './validate.ts';
import { issues as allIssues } from './validating.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Returns the fenced block of a language that follows a string in a file. */
function blockAfter(file: string, text: string, language: string): string {
  const content = read(file);
  const start = content.indexOf(`\`\`\`${language}\n`, content.indexOf(text));
  expect(start).toBeGreaterThan(0);
  return content.slice(start + language.length + 4, content.indexOf('\n```', start)).trim();
}

test('the examples of the packages do what they say', () => {
  expect(result).toHaveProperty('value');
  expect(text).not.toContain('stays here');
  expect([query.include, input.attributes.title]).toEqual([['author'], 'Hello']);
  expect([response.status, JSON.parse(response.body ?? '').included.length]).toEqual([200, 1]);
});

// Otherwise, a malformed path of the API gets a document that is not JSON:API.
test('every example of Fastify with an API passes its errors on', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
  const served = files.map((file) => [file, read(`docs/examples/${file}`)] as const);
  const hosts = served.filter(([, text]) => /\bFastify\(/.test(text));
  expect(hosts.length).toBeGreaterThan(4);
  expect(hosts.filter(([, text]) => !text.includes('frameworkErrors:')).map(([file]) => file)).toEqual([]);
});

test('the example of writing gives one document in two ways', () => {
  expect(JSON.parse(written)).toEqual(document);
  expect(written).not.toContain('stays here');
  expect(document.data[0]).toMatchObject({ links: { self: '/api/articles/1' }, meta: { views: 17 } });
  expect(name).toBe('Dan');
});

test('the example links', () => {
  expect(authors).toEqual(['Dan']);
  expect(article).toEqual({
    type: 'articles',
    id: '1',
    title: 'Hello',
    author: { type: 'people', id: '9', name: 'Dan' },
  });
  expect(self).toBe('/api/articles/1');
});

test('the example of a stream is a response with all articles and their one author', async () => {
  const { data, included } = JSON.parse(await exportArticles().text());
  expect([data.length, included.length]).toEqual([100_000, 1]);
});

test('the example of a server that streams responds with all articles in one document', async () => {
  const { data, links } = await (await exporting(new Request('http://localhost/articles'))).json();
  expect([data.length, links]).toEqual([100_000, { self: '/articles' }]);
});

test('the example of a host that streams does so', async () => {
  const host = createServer((request, response) => void respondStreaming(request, response)).listen(0);
  const { port } = host.address() as AddressInfo;
  const response = await fetch(`http://localhost:${port}/articles`);
  const { data } = await response.json();
  host.close();
  expect([response.headers.get('transfer-encoding'), data.length]).toEqual(['chunked', 100_000]);
});

test('the example of negotiation comes to what it says', () => {
  const [extension, profile] = ['https://jsonapi.org/ext/atomic', 'https://example.com/profiles/timestamps'];
  expect(negotiated).toMatchObject({ requestExtensions: [extension], requestProfiles: [], vary: 'Accept' });
  expect(negotiated.contentType).toBe(`application/vnd.api+json; ext="${extension}"; profile="${profile}"`);
  expect(used).toEqual({ extensions: [extension], profiles: [profile] });
  expect(accept).toBe(`application/vnd.api+json; profile="${profile}"`);
});

test('the guide to statuses comes to what it says', () => {
  expect(statuses).toEqual([428, 200, 412]);
});

test('the guide to query parameters writes what it reads', () => {
  expect(longText).toMatch(
    /^include=author&fields%5Bpeople%5D=name&sort=author.name,-words&filter%5Bauthor.name%5D=Ada,Bo&/,
  );
  expect(longQuery.filter).toEqual([
    { field: 'author.name', operator: 'eq', values: ['Ada', 'Bo'] },
    { field: 'comments.likes', operator: 'ge', values: [10] },
  ]);
  expect(longQuery.parameters).toEqual({ dryRun: true });
});

test('the guide to access keeps its rules', async () => {
  const ask = async (authorization: string, url: string) => {
    const { status, body } = await guardedServer.handle({ method: 'GET', url, headers: { authorization } });
    return { status, document: JSON.parse(body ?? '') };
  };
  const { document } = await ask('guest', '/articles?include=author');
  expect(document.data.map(({ id }: { readonly id: string }) => id)).toEqual(['1']);
  expect([document.data[0].attributes, document.included[0].attributes]).toEqual([{ title: 'Out' }, { name: 'Ada' }]);
  expect((await ask('editor', '/articles')).document.data.length).toBe(2);
  expect([(await ask('guest', '/articles/2')).status, (await ask('', '/articles')).status]).toEqual([404, 401]);
});

test('the guide to pagination shows the links that the example gives', () => {
  const { data, links, meta } = JSON.parse(page.body ?? '');
  const { self: _, ...pages } = links;
  expect(JSON.parse(blockAfter('docs/guide/pagination.md', 'Clients follow them unchanged', 'json'))).toEqual(pages);
  expect(meta).toEqual({ page: { total: 7 } });
  const shown = JSON.parse(blockAfter('docs/guide/pagination.md', '## Included', 'json'));
  expect(data[0].relationships.comments.links).toEqual(shown);
});

test('the example of the package for fetch serves', async () => {
  const url = 'http://localhost/articles/1?include=author&fields[people]=name';
  const response = await handler(new Request(url));
  expect(response.headers.get('Content-Type')).toBe('application/vnd.api+json');
  expect(await response.json()).toMatchObject({
    links: { self: '/articles/1?include=author&fields%5Bpeople%5D=name' },
    data: { attributes: { title: 'Hello' }, relationships: { author: { data: { type: 'people', id: '9' } } } },
    included: [{ type: 'people', id: '9', attributes: { name: 'Dan' }, links: { self: '/people/9' } }],
  });
});

test('the page of the validator shows the issues that the example gives', () => {
  const page = 'docs/getting-started/validator.md';
  expect(JSON.parse(blockAfter(page, '## Read a failure', 'json'))).toEqual(issues);
});

test('the example of the README hides what is not declared', () => {
  expect(JSON.parse(body).included).toEqual([{ type: 'people', id: '9', attributes: { name: 'Dan' } }]);
});

test('the example validates', () => {
  expect(checked).toMatchObject({ issues: [{ rule: expect.any(String), pointer: '/data' }] });
});

test('the guide to validating shows the issues that the example gives', () => {
  expect(JSON.parse(blockAfter('docs/guide/validating.md', '## Reading an issue', 'json'))).toEqual(allIssues);
});
