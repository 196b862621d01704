import type { Samples } from '@linkage/conformance';

/** Facts that the tests cannot discover. `{unique}` becomes a new string in each request. */
export const samples: Samples = {
  types: {
    articles: {
      create: {
        attributes: { title: 'New {unique}' },
        relationships: { author: { data: { type: 'people', id: '9' } } },
      },
      update: { attributes: { title: 'Changed' } },
      invalid: { title: 7 },
      include: ['author'],
      sort: ['title'],
      relationships: { author: { to: 'one', types: ['people'] } },
    },
    people: { create: { attributes: { name: 'Ada' } }, update: { attributes: { name: 'Eve' } } },
  },
  pageSize: 'page[size]',
};
