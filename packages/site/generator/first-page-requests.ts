/** The requests of the first page with their responses, which a real server computes during the build. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { codeToHtml } from 'shiki';
import { z } from 'zod';
import { defaultChoices } from '../page/validator/choices.ts';
import { formatFragment } from '../page/validator/fragment.ts';
import { classesForStyles, namedColors } from './highlight.ts';

/** A request with its response. */
export interface ShownRequest {
  readonly label: string;
  readonly target: string;
  /** The document of a request that creates a resource. */
  readonly body?: string;
  readonly status: number;
  /** The document of the response with colors, as HTML. */
  readonly html: string;
  /** The fragment with which the validator shows the document. */
  readonly fragment: string;
}

const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string().min(1), { sort: true, filter: true }), words: z.int().min(0) },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: { attributes: { name: z.string() } },
  comments: { attributes: { text: z.string() }, relationships: { author: toOne('people') } },
});

const server = createServer(
  api,
  createMemorySources(api, {
    articles: [
      { id: '1', title: 'Hello', words: 520, author: '9', comments: ['5'] },
      { id: '2', title: 'Links', words: 80, author: '9', comments: [] },
    ],
    people: [
      { id: '9', name: 'Dan' },
      { id: '2', name: 'Eve' },
    ],
    comments: [{ id: '5', text: 'First!', author: '2' }],
  }),
  { baseUrl: '/api' },
);

const requests: readonly { readonly label: string; readonly target: string; readonly body?: object }[] = [
  { label: 'Include the author', target: '/articles/1?include=author' },
  { label: 'Only some fields', target: '/articles?fields[articles]=title&sort=-title' },
  { label: 'Filter and page', target: '/articles?filter[title]=Hello&page[size]=1' },
  { label: 'A misspelled name', target: '/articles?include=autor' },
  {
    label: 'An invalid document',
    target: '/articles',
    body: { data: { type: 'articles', attributes: { title: '' } } },
  },
];

/** Returns the requests of the first page with their responses. */
export async function firstPageRequests(): Promise<readonly ShownRequest[]> {
  return Promise.all(
    requests.map(async ({ label, target, body }) => {
      const mediaType = 'application/vnd.api+json';
      const response = await server.handle({
        method: body === undefined ? 'GET' : 'POST',
        url: target,
        headers: { accept: mediaType, ...(body !== undefined && { 'content-type': mediaType }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = JSON.stringify(JSON.parse(response.body ?? ''), null, 2);
      const html = await codeToHtml(text, { lang: 'json', theme: namedColors, transformers: [classesForStyles] });
      const choices = { ...defaultChoices, isSparse: target.includes('fields[') };
      return {
        ...{ label, target: `/api${target}`, status: response.status, html },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        fragment: await formatFragment({ text, choices }),
      };
    }),
  );
}
