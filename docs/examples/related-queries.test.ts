import { expect, test } from 'vitest';
import { latest } from './related-queries.ts';

test('the example reads the latest open comments', () => {
  const { comments } = JSON.parse(latest.body ?? '').data.relationships;
  expect(comments.data.map(({ id }: { id: string }) => id)).toEqual(['5', '3']);
  expect(decodeURIComponent(comments.links.next.href)).toContain(
    'filter[state]=open&sort=-at&page[size]=2&page[number]=2',
  );
});
