import * as core from '@linkage/core';
import * as server from '@linkage/server';
import { z } from 'zod';
import { articlesServerOf, storedArticles } from '../workloads/apis.ts';
import { articleAttributes, createRequest } from '../workloads/article.ts';

/** The attributes of an article as one schema, for handlers written by hand. */
export const articleSchema: z.ZodType<Readonly<Record<string, unknown>>> = z.strictObject(articleAttributes);

/** Creates the server of this checkout. */
export const createArticlesServer = (): server.Server => articlesServerOf({ core, server });

const media = core.JSON_API_MEDIA_TYPE;
const relationships = { author: { data: { type: 'people', id: storedArticles[0]?.author.id } } };
const created = { ...JSON.parse(createRequest).data, relationships };

/** The requests by the name of their row, with the maximum ratio to the bare handler with the finished document. */
export const exchanges: Readonly<Record<string, { readonly wanted: number; readonly request: server.JsonApiRequest }>> =
  {
    'collection of 50 with 10 included': {
      wanted: 0.55,
      request: { method: 'GET', url: '/articles?include=author&page[size]=50', headers: { accept: media } },
    },
    'one resource': {
      wanted: 0.42,
      request: { method: 'GET', url: '/articles/7', headers: { accept: media } },
    },
    create: {
      wanted: 0.36,
      request: {
        method: 'POST',
        url: '/articles',
        headers: { accept: media, 'content-type': media },
        body: JSON.stringify({ data: created }),
      },
    },
  };
