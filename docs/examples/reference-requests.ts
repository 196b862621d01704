/** Small examples for the API reference, of functions that read requests. */

import { attribute, defineApi, parseCreate, parseResourceQuery, toMany, toOne } from '@linkage/core';
import {
  collectErrors,
  pointersBelow,
  readCollectionRequest,
  readLinkageRequest,
  readOperationsRequest,
  readRelatedRequest,
  readRelationshipRequest,
} from '@linkage/core/http';
import { z } from 'zod';

const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), { sort: true }) },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: { attributes: { name: z.string() } },
  comments: { attributes: { text: z.string() } },
});
const headers = { accept: 'application/vnd.api+json' };
const get = (url: string) => ({ method: 'GET', url, headers });

export const { sort } = readCollectionRequest(api, 'articles', get('/articles?sort=-title')).query;

export const related = readRelatedRequest(api, 'articles', 'comments', get('/articles/1/comments?page[size]=5')).query;

const relationship = get('/articles/1/relationships/author?include=author');
export const { include } = readRelationshipRequest(api, 'articles', 'author', relationship).query;

const type = { 'content-type': 'application/vnd.api+json' };
const patch = { method: 'PATCH', url: '/articles/1/relationships/author', headers: type, body: '{"data":null}' };
export const { linkage } = readLinkageRequest(api, 'articles', 'author', patch); // null: without an author

const atomic = { 'content-type': 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"' };
const body = { 'atomic:operations': [{ op: 'remove', ref: { type: 'articles', id: '1' } }] };
export const { operations } = await readOperationsRequest(api, { method: 'POST', url: '/', headers: atomic, body });

export const [query, input] = collectErrors(
  () => parseResourceQuery(api, 'articles', 'include=author'),
  () => parseCreate(api, 'articles', { data: { type: 'articles', attributes: { title: 'Hello' } } }),
);

/** Begins the pointers of an error with that of a part: `/atomic:operations/1/data` in place of `/data`. */
export const ofPart = (error: unknown): unknown => pointersBelow('/atomic:operations/1', error);
