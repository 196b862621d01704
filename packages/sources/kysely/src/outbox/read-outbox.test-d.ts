import { defineApi, toOne } from '@linkage/core';
import type { Kysely } from 'kysely';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { readEvents, readOutbox } from '../index.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
declare const db: Kysely<unknown>;
type Members = readonly { readonly type: 'articles' | 'people'; readonly id: string }[];

test('the types and fields of events are those of the API', () => {
  void readOutbox(api, db, {
    name: 'search',
    run(event) {
      expectTypeOf(event.type).toEqualTypeOf<'articles' | 'people'>();
      if (event.type === 'articles') {
        expectTypeOf(event.fields).toEqualTypeOf<readonly ('title' | 'author')[]>();
        expectTypeOf(event.members.author).toEqualTypeOf<Members | undefined>();
      }
      // @ts-expect-error The API does not have this field.
      void event.members.editor;
      // @ts-expect-error The API does not have this type.
      return event.type === 'comments';
    },
  });
  // @ts-expect-error A reader has a name.
  void readOutbox(api, db, { run: () => undefined });
  // @ts-expect-error A position is a number, or the end.
  void readEvents(api, db, { after: '1' });
});
