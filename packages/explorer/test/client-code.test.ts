import { expect, test } from 'vitest';
import { toClient } from '../page/text/client-code.ts';

function codeFor(target: string): string | undefined {
  const address = { method: 'GET', target } as const;
  return toClient({ api: "https://example.com/it's", address, headers: [], body: '', ifMatch: undefined });
}

test('the code of the client has the type, the id, and the query', () => {
  expect(codeFor('/articles/a%20b?include=author')).toContain('client.get("articles", "a b", {');
  expect(codeFor('/articles?sort=title')).toContain('client.list("articles", {');
});

test('an id of a document cannot add code', () => {
  expect(codeFor("/articles/1');alert(1)('")).toContain(`client.get("articles", "1');alert(1)('")`);
  expect(codeFor('/articles/1')).toContain(`baseUrl: "https://example.com/it's"`);
});

test('a path that cannot be decoded is used as it is', () => {
  expect(codeFor('/articles/%zz')).toContain('client.get("articles", "%zz")');
});
