/** The same workloads through Linkage, called as an application calls it: with fresh options each time. */
import {
  buildDocument,
  type DocumentStream,
  defineApi,
  deserialize,
  serialize,
  serializeStream,
  toMany,
  toOne,
} from '@linkage/core';
import { z } from 'zod';
import { articleAttributes } from './article-attributes.ts';
import type { FlatArticle, Person } from './data.ts';
import { baseUrl, firstOf, type Workload } from './workload.ts';

export const compoundApi = defineApi({
  articles: {
    attributes: articleAttributes,
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: {
    attributes: { firstName: z.string(), lastName: z.string(), email: z.string(), karma: z.number() },
  },
  comments: {
    attributes: { body: z.string(), likes: z.number(), createdAt: z.iso.datetime() },
    relationships: { author: toOne('people') },
  },
});

export const flatApi = defineApi({ articles: { attributes: articleAttributes } });

export const compoundOptions = () => ({ jsonapi: { version: '1.1' }, include: ['author', 'comments.author'] }) as const;
export const flatOptions = () => ({ jsonapi: { version: '1.1' } }) as const;
export const linkOptions = () => ({ jsonapi: { version: '1.1' }, baseUrl }) as const;

/** The text that `serialize` gives. */
export function serializeByLinkage(workload: Workload): string {
  if (workload.kind === 'compound') {
    return workload.isSingle
      ? serialize(compoundApi, 'articles', firstOf(workload.records), compoundOptions())
      : serialize(compoundApi, 'articles', workload.records, compoundOptions());
  }
  return workload.withLinks
    ? serialize(flatApi, 'articles', workload.records, linkOptions())
    : serialize(flatApi, 'articles', workload.records, flatOptions());
}

/** The stream that `serializeStream` gives of flat articles. */
export function streamByLinkage(records: AsyncIterable<FlatArticle> | Iterable<FlatArticle>): DocumentStream {
  return serializeStream(flatApi, 'articles', records, flatOptions());
}

/** The same with the authors included. */
export function streamAuthoredByLinkage(
  records: AsyncIterable<FlatArticle & { readonly author: Person }>,
): DocumentStream {
  return serializeStream(compoundApi, 'articles', records, { jsonapi: { version: '1.1' }, include: ['author'] });
}

/** The frozen document that `buildDocument` gives. */
export function buildByLinkage(workload: Workload): object {
  if (workload.kind === 'compound') {
    return workload.isSingle
      ? buildDocument(compoundApi, 'articles', firstOf(workload.records), compoundOptions())
      : buildDocument(compoundApi, 'articles', workload.records, compoundOptions());
  }
  return workload.withLinks
    ? buildDocument(flatApi, 'articles', workload.records, linkOptions())
    : buildDocument(flatApi, 'articles', workload.records, flatOptions());
}

/** The linked objects that `deserialize` makes of a text. */
export function readByLinkage(text: string): readonly object[] {
  return deserialize(JSON.parse(text), { collection: true }).data;
}
