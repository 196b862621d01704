import { deserialize } from '@linkage/core';
import { api, text } from './core.ts';

// Any document: a response of whatever server, parsed. The API types what comes out.
const document: unknown = JSON.parse(text);
const linked = deserialize(document, { api, type: 'articles', include: ['author'], collection: true });

// Attributes and related objects side by side; each resource is one object, wherever it is met.
export const [article] = linked.data; // { type: 'articles', id: '1', title: 'Hello', author: { …, name: 'Dan' } }
export const authors = linked.data.map(({ author }) => author?.name);

// `links` and `meta` may be names of fields, so those of a resource are one step away.
export const self = article && linked.resourceOf(article)?.links?.self;
