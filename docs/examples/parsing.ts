import {
  defineApi,
  JSON_API_MEDIA_TYPE,
  JsonApiError,
  negotiate,
  parseCreate,
  parseResourceQuery,
  serialize,
} from '@linkage/core';
import { z } from 'zod';

const api = defineApi({ articles: { attributes: { title: z.string().min(1) } } });
const articles: { id: string; title: string }[] = [];
const headers = { 'Content-Type': JSON_API_MEDIA_TYPE };

/** POST /articles of a backend of your own. */
async function createArticle(request: Request): Promise<Response> {
  negotiate({
    contentType: request.headers.get('Content-Type') ?? undefined,
    accept: request.headers.get('Accept') ?? undefined,
    payload: true,
  });
  const { fields } = parseResourceQuery(api, 'articles', new URL(request.url).searchParams);
  const { attributes } = parseCreate(api, 'articles', await request.text());
  const article = { id: String(articles.length + 1), ...attributes };
  articles.push(article);
  const location = `/articles/${article.id}`;
  const body = serialize(api, 'articles', article, { fields });
  return new Response(body, { status: 201, headers: { ...headers, Location: location } });
}

export async function handler(request: Request): Promise<Response> {
  try {
    return await createArticle(request);
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    const body = JSON.stringify({ errors: error.errors });
    return new Response(body, { status: error.status, headers: { ...headers, ...error.headers } });
  }
}
