import type { Samples } from '../samples/samples.ts';

/** The samples of the test application that `docs/conformance-app.md` describes: an implementer who builds it writes no samples. */
export const appSamples: Samples = {
  types: {
    people: {
      create: { attributes: { name: 'Ada {unique}', born: 1815 } },
      update: { attributes: { name: 'Grace {unique}' } },
      invalid: { born: 'long ago' },
      clientIds: false,
      include: ['mentor'],
      sort: ['name', 'born'],
      relationships: { mentor: { to: 'one', types: ['people'] } },
    },
    articles: {
      create: { attributes: { title: 'New {unique}', words: 300 } },
      update: { attributes: { title: 'Changed {unique}' } },
      invalid: { words: 'many' },
      clientIds: false,
      include: ['author', 'tags', 'author.mentor'],
      sort: ['words', 'title'],
      relationships: { author: { to: 'one', types: ['people'] }, tags: { to: 'many', types: ['tags'] } },
    },
    tags: {
      create: { attributes: { label: 'tag {unique}' } },
      update: { attributes: { label: 'other {unique}' } },
      clientIds: false,
      sort: ['label'],
    },
  },
  pageSize: 'page[size]',
};
