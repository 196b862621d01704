import { split } from '../../../bench/src/hostile/odd.ts';
import { blogNames } from '../blog.ts';
import type { UrlParts } from '../mutate-url.ts';

/** The URLs of the blog, and of what they lead to. */
export const blogParts: UrlParts = {
  paths: [
    ...split(`
      / /articles /articles/1 /articles/3 /articles/__proto__ /articles/a%2Fb /people/%C3%A4%20%F0%9F%98%80
      /articles/1/author /articles/1/relationships/author /articles/1/comments /people /people/1/articles
      /articles/1/relationships/comments /articles/4/relationships/related /comments/1/on /comments/1 /people/1
      /people/1/relationships/articles /articles/3/relationships/author /operations /articles/99
    `),
  ],
  names: [...blogNames, 'relationships', 'operations', 'id'],
  values: [
    ...split(`
      1 0 -1 25 100 101 1e2 2.0 true false null 2026-01-01T00:00:00Z 2026 One title -title -words author author.name
      -author.name comments.author related.author public email -email status related.status 10 -0 9007199254740993
    `),
    ...[' 1', '1 ', 'One\\,Two', '\\', 'a\\'],
  ],
  queries: [
    ...split(`
      include=author,comments.author include= sort=-words,title fields[articles]=title,author&fields[people]=
      page[size]=2&page[number]=2 page[size]=1&page[after]=x filter[title]=One,Two filter[words][ge]=3
    `),
    ...[
      "filter=or(eq(title,'One'),gt(words,1))",
      "filter=and(not(eq(author.name,'Ada')),in(id,'1','2'))",
      'filter[author.name]=Ada',
    ],
    ...split(`
      filter[words][between]=1,5 filter[title][contains]=n filter[author]=1,null filter[title][exists]=true
      include=related.related.related page[total]=true filter[email]=x sort=author.email page%5Bsize%5D=1
    `),
  ],
};

const identifier = { type: 'people', id: '1' };

/** Documents of requests, by what they are for. */
export const blogDocuments = {
  create: [
    {
      data: {
        type: 'articles',
        id: 'n1',
        attributes: { title: 'New', words: 5, tags: ['a', 'b'], any: { a: [1, { b: null }] } },
        relationships: { author: { data: identifier }, comments: { data: [{ type: 'comments', id: '1' }] } },
      },
    },
    {
      data: {
        type: 'articles',
        lid: 'l1',
        attributes: { title: 'New', createdAt: '2026-01-01T00:00:00Z' },
        relationships: { related: { data: [{ type: 'articles', lid: 'l1' }] } },
      },
      jsonapi: { version: '1.1' },
      meta: { any: 1 },
    },
    { data: { type: 'people', attributes: { name: 'New' }, relationships: { friend: { data: null } } } },
    {
      data: {
        type: 'comments',
        attributes: { body: 'b' },
        relationships: { on: { data: identifier }, author: { data: identifier } },
      },
    },
  ],
  update: [
    { data: { type: 'articles', id: '1', attributes: { title: 'Changed', words: null, published: false } } },
    {
      data: {
        type: 'people',
        id: '1',
        relationships: { friend: { data: { type: 'people', id: '2' } } },
        meta: { a: 1 },
      },
    },
    {
      data: {
        type: 'articles',
        id: '1',
        relationships: { comments: { data: [] }, related: { data: [{ type: 'articles', id: '2' }] } },
      },
    },
  ],
  linkage: [
    { data: identifier },
    { data: null },
    {
      data: [
        { type: 'comments', id: '1' },
        { type: 'comments', id: '2', meta: { x: 1 } },
      ],
    },
    { data: [{ type: 'articles', id: '2' }] },
  ],
  operations: [
    {
      'atomic:operations': [
        { op: 'add', href: '/people', data: { type: 'people', lid: 'l1', attributes: { name: 'Cy' } } },
        {
          op: 'add',
          data: {
            type: 'articles',
            id: 'n2',
            attributes: { title: 'T' },
            relationships: { author: { data: { type: 'people', lid: 'l1' } } },
          },
        },
        {
          op: 'update',
          ref: { type: 'people', lid: 'l1' },
          data: { type: 'people', lid: 'l1', attributes: { name: 'Di' } },
        },
        {
          op: 'update',
          ref: { type: 'articles', id: '1', relationship: 'author' },
          data: { type: 'people', lid: 'l1' },
        },
        {
          op: 'add',
          ref: { type: 'articles', id: '1', relationship: 'related' },
          data: [{ type: 'articles', id: '2' }],
        },
        {
          op: 'remove',
          ref: { type: 'articles', id: '1', relationship: 'related' },
          data: [{ type: 'articles', id: '2' }],
        },
      ],
    },
    {
      'atomic:operations': [
        { op: 'remove', ref: { type: 'articles', id: '2' } },
        { op: 'remove', href: '/articles/3' },
      ],
    },
    {
      'atomic:operations': [{ op: 'update', data: { type: 'articles', id: '1', attributes: { title: 'X' } } }],
      jsonapi: { ext: ['https://jsonapi.org/ext/atomic'] },
    },
  ],
} as const;
