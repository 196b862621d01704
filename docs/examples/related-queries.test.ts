import { expect, test } from 'vitest';
import { article, latest } from './related-queries.ts';

test('the example reads the latest open comments', () => {
  const { comments } = JSON.parse(latest.body ?? '').data.relationships;
  expect(comments.data.map(({ id }: { id: string }) => id)).toEqual(['5', '3']);
  expect(decodeURIComponent(comments.links.next.href)).toContain(
    'filter[state]=open&sort=-at&page[size]=2&page[number]=2',
  );
});

test('the client asks for the same', () => {
  const included = ({ included }: { readonly included?: readonly { readonly id: string }[] }) =>
    included?.map(({ id }) => id);
  expect(included(article.document as object)).toEqual(included(JSON.parse(latest.body ?? '')));
  expect(included(article.document as object)).toEqual(['5', '3']);
});
