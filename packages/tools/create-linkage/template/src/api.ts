import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const declared = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string().min(1), { filter: true, sort: true }),
      words: attribute(z.int().min(0).default(0), { filter: true, sort: true }),
    },
    relationships: { author: toOne('people', { filter: true }) },
  },
  people: {
    attributes: { name: attribute(z.string().min(1), { filter: true, sort: true }) },
    relationships: { articles: toMany('articles') },
  },
});
type Declared = typeof declared;

/** The name that errors and editors print in place of all types. */
export interface AppApi extends Declared {}

/** The types of the API. The server, its checks, and the client all come from this declaration. */
export const api: AppApi = declared;
