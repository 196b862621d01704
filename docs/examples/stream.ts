import { JSON_API_MEDIA_TYPE, serializeStream } from '@linkage/core';
import { api } from './core.ts';

// Records of a database cursor: one at a time, never all at once.
async function* readArticles() {
  const author = { id: 9, name: 'Dan' };
  for (let id = 1; id <= 100_000; id++) yield { id, title: `Article ${id}`, author };
}

export function exportArticles(): Response {
  const document = serializeStream(api, 'articles', readArticles(), { include: ['author'] });
  return new Response(document.toReadableStream(), { headers: { 'Content-Type': JSON_API_MEDIA_TYPE } });
}
