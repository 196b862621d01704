import { deserialize } from '@linkage/core';
import { api, text } from './core.ts';

// The parsed document of any server. The API types the result.
const document: unknown = JSON.parse(text);
const linked = deserialize(document, { api, type: 'articles', include: ['author'], collection: true });

// Attributes and related objects are members of one object. Each resource is one object.
export const [article] = linked.data; // { type: 'articles', id: '1', title: 'Hello', author: { …, name: 'Dan' } }
export const authors = linked.data.map(({ author }) => author?.name);

// Fields can be called `links` and `meta`, so those of a resource are in `resourceOf`.
export const self = article && linked.resourceOf(article)?.links?.self;
