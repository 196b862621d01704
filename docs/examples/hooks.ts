import { defineApi } from '@linkage/core';
import { createKyselySources } from '@linkage/kysely';
import { createServer, extendSource } from '@linkage/server';
import { z } from 'zod';
import { createArticleDatabase } from './memory-database.ts';

const { db } = createArticleDatabase();
export const sent: string[] = [];
const sendMail = async (text: string) => void sent.push(text);

// #region source
const api = defineApi({ articles: { attributes: { title: z.string().min(1) } } });
const { articles } = createKyselySources(api, db, { articles: { table: 'article', idType: 'integer' } });

const withHooks = extendSource(articles, {
  async create(input, call) {
    // Before: change the input, or throw a JsonApiError to reject the request.
    const attributes = { ...input.attributes, title: input.attributes.title.trim() };
    const record = await articles.create({ ...input, attributes }, call);
    // After: still inside the transaction, so a failure here also takes the article back.
    await sendMail(`New article: ${attributes.title}`);
    return record;
  },
});

export const server = createServer(api, { articles: withHooks });
// #endregion

export const log: string[] = [];
// #region requests
export const logged = createServer(
  api,
  { articles },
  {
    onRequest:
      ({ method, route }) =>
      ({ status, duration, sourceCalls }) =>
        log.push(`${method} ${route} ${status} in ${Math.round(duration)} ms, ${sourceCalls} calls`),
  },
);
// #endregion
