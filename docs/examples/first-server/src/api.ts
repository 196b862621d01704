// Drafted by @linkage/sql from app.db (SQLite 3.53.4). This file is yours: edit it.
// A second draft does not overwrite it: it prints how the database differs.
import { defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const declared = defineApi({
  articles: {
    // id: the database makes it.
    attributes: {
      title: z.string(),
      words: z.int().optional(),
    },
    relationships: {
      author: toOne('people', { inverse: 'articles' }),
    },
  },
  people: {
    // id: the database makes it.
    attributes: {
      name: z.string(),
    },
    relationships: {
      articles: toMany('articles'),
    },
  },
});
type Declared = typeof declared;

/** The name that errors and editors print in place of all types. */
export interface AppApi extends Declared {}
export const api: AppApi = declared;
