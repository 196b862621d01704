const links = {
  self: 'https://example.com/api/articles?page[number]=2',
  first: '/articles',
  next: null,
  prev: { href: '/x', rel: 'prev', meta: {} },
};
const person = { type: 'people', id: '1', attributes: { name: 'Ada' }, links: { self: '/people/1' } };
const article = {
  type: 'articles',
  id: '1',
  attributes: { title: 'One', words: 1, any: { deep: [1] } },
  relationships: {
    author: {
      data: { type: 'people', id: '1' },
      links: { self: '/articles/1/relationships/author', related: '/articles/1/author' },
    },
    related: {
      data: [
        { type: 'articles', id: '1' },
        { type: 'articles', id: '2' },
      ],
      meta: { page: { total: 2 } },
    },
    comments: { links: { related: '/articles/1/comments' } },
  },
  links: { self: 'https://example.com/api/articles/1' },
  meta: { page: { cursor: 'abc' } },
};
const jsonapi = { version: '1.1', profile: ['https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'] };

/** Documents of responses. */
export const responseSeeds: readonly unknown[] = [
  { data: article, included: [person], jsonapi, links, meta: { any: 1 } },
  { data: [article, { type: 'articles', id: '2' }], included: [person], links, meta: { page: { total: 2 } } },
  { data: null, links: { self: '/articles/1/author' } },
  { data: [{ type: 'people', id: '1', meta: { page: { cursor: 'x' } } }], links },
  {
    meta: { collections: { articles: '/articles' } },
    links: { articles: '/articles', people: { href: '/people' } },
    jsonapi,
  },
  {
    errors: [
      {
        id: '1',
        status: '422',
        code: 'X',
        title: 'T',
        detail: 'D',
        source: { pointer: '/data/attributes/title' },
        meta: {},
      },
      { status: '400', source: { parameter: 'sort' }, links: { about: '/about', type: { href: '/type' } } },
      { status: '400', source: { header: 'Accept' } },
    ],
    jsonapi,
  },
  { 'atomic:results': [{ data: article }, {}, { data: null, meta: { a: 1 } }], jsonapi },
];
