import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../../schema/define-api.ts';
import { toOne } from '../../schema/relationship.ts';
import type { DocumentStream } from './document-stream.ts';
import { serializeStream } from './serialize-stream.ts';

const api = defineApi({
  articles: { attributes: { title: z.string(), words: z.number() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
interface Row {
  readonly id: number;
  readonly title: string;
  readonly words: number;
}
declare const rows: AsyncIterable<Row>;
declare const web: ReadableStream<Row>;
declare const titles: AsyncIterable<{ readonly id: number; readonly title: string }>;

test('records come from any iterable', () => {
  expectTypeOf(serializeStream(api, 'articles', rows)).toEqualTypeOf<DocumentStream>();
  serializeStream(api, 'articles', web);
  serializeStream(api, 'articles', [{ id: 1, title: 'a', words: 1 }]);
  serializeStream(api, 'articles', new Set([{ id: 1, title: 'a', words: 1 }]));
  serializeStream(api, 'articles', titles, { fields: { articles: ['title'] } });
  // @ts-expect-error one record is not iterable
  serializeStream(api, 'articles', { id: 1, title: 'a', words: 1 });
  // @ts-expect-error Property 'words' is missing
  serializeStream(api, 'articles', titles);
  // @ts-expect-error words is a number
  serializeStream(api, 'articles', [{ id: 1, title: 'a', words: '1' }]);
});

test('options name what there is', () => {
  serializeStream(api, 'articles', rows, {
    include: ['author'],
    meta: async () => ({ total: 1 }),
    links: { next: null },
  });
  // @ts-expect-error no relationship is called writer
  serializeStream(api, 'articles', rows, { include: ['writer'] });
  // @ts-expect-error meta is an object
  serializeStream(api, 'articles', rows, { meta: () => 1 });
});

test('a stream is read as text or as bytes', () => {
  const stream = serializeStream(api, 'articles', rows);
  expectTypeOf(stream).toExtend<AsyncIterable<string>>();
  new Response(stream.toReadableStream());
});
