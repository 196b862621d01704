import { describe, expect, test } from 'vitest';
import type { KnownField, KnownType } from '../page/state/knowledge.ts';
import { namesAt } from '../page/text/names-at.ts';

const field = (name: string, more: Partial<KnownField> = {}): [string, KnownField] => [
  name,
  {
    ...{ name, kind: 'attribute', targets: [], canInclude: false, canSort: false },
    ...{ operators: [], canWrite: true, required: false, ...more },
  },
];
const articles: KnownType = {
  ...{ name: 'articles', path: '/articles', methods: new Set(['POST']), clientIds: false },
  fields: new Map([
    field('title'),
    field('state', { schema: { enum: ['draft', 'published'] } }),
    field('data', { schema: { enum: ['a'] } }),
    field('createdAt', { canWrite: false }),
    field('author', { kind: 'to-one', targets: ['people', 'robots'] }),
  ]),
};
const known = new Map([['articles', articles]]);
const ofResource = ['type', 'id', 'lid', 'attributes', 'relationships', 'meta'];

/** Returns the names at the mark |. */
function namesIn(marked: string): readonly string[] {
  const offset = marked.indexOf('|');
  return namesAt(marked.slice(0, offset) + marked.slice(offset + 1), offset, known, articles);
}

describe('the editor offers', () => {
  test.each([
    ['{"|', ['data', 'meta', 'jsonapi', 'atomic:operations']],
    ['{"data": {"|', ofResource],
    ['{"data": {"type": "|"}}', ['articles']],
    ['{"data": {"type": "articles"\n"|', ofResource],
    ['{"data": {"attributes": {"title": "x", "|"}}}', ['title', 'state', 'data']],
    ['{"data": {"attributes": {"state": |}}}', ['draft', 'published']],
    ['{"data": {"attributes": {"data": "|"}}}', ['a']],
    ['{"data": {"relationships": {"|"}}}', ['author']],
    ['{"data": {"relationships": {"author": {"|"}}}}', ['data', 'links', 'meta']],
    ['{"data": {"relationships": {"author": {"data": {"type": "|"}}}}}', ['people', 'robots']],
    ['{"atomic:operations": [{}, {"|"}]}', ['op', 'ref', 'href', 'data', 'meta']],
    ['{"atomic:operations": [{"op": "|"}]}', ['add', 'update', 'remove']],
    ['{"atomic:operations": [{"op": "remove", "ref": {"|"}}]}', ['type', 'id', 'lid', 'relationship']],
    ['{"atomic:operations": [{"op": "add", "data": {"|"}}]}', ofResource],
    ['{"meta": {"|"}}', []],
  ])('%s', (marked, names) => expect(namesIn(marked)).toEqual(names));

  test('the same names at the end of a long document', () => {
    const operations = '{"op": "remove", "ref": {"type": "articles", "id": "1"}},\n'.repeat(50_000);
    expect(namesIn(`{"atomic:operations": [${operations}{"|`)).toContain('href');
  });
});
