import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { createServer } from './create-server.ts';

const media = 'application/vnd.api+json';
const lenient = createServer(blog, blogSources(), { lenientMediaTypes: true });
const strict = createServer(blog, blogSources());
const body = JSON.stringify({ data: { type: 'articles', attributes: { title: 'New' } } });

async function statuses(headers: Readonly<Record<string, string>>, method = 'GET') {
  const request = { method, url: '/articles', headers, ...(method === 'POST' ? { body } : {}) };
  const answers = await Promise.all([strict, lenient].map((server) => server.handle(request)));
  for (const answer of answers) expect(answer.headers['Content-Type']).toBe(media);
  return answers.map(({ status }) => status);
}

describe('`lenientMediaTypes`', () => {
  test.each<[string, number, number]>([
    ['application/json', 406, 200],
    ['text/html,application/xhtml+xml', 406, 200],
    [`${media};charset=utf-8, Application/JSON;q=0.5`, 406, 200],
    ['application/json;q=0', 406, 406],
    ['application/jsonx', 406, 406],
    ['text/plain', 406, 406],
    [media, 200, 200],
    ['*/*', 200, 200],
  ])('NEG-05 Accept: %s is %i, and %i with the option', async (accept, ...expected) => {
    expect(await statuses({ accept })).toEqual(expected);
  });

  test.each<[string, number, number]>([
    [`${media}; charset=utf-8`, 415, 201],
    [`${media};charset="UTF-8"`, 415, 201],
    [`${media};charset=latin1`, 415, 415],
    [`${media};charset=utf-8;version=1`, 415, 415],
    [`${media};ext="https://x.example/;charset=utf-8"`, 415, 415],
    ['application/json', 415, 415],
  ])('NEG-04 Content-Type: %s is %i, and %i with the option', async (type, ...expected) => {
    expect(await statuses({ 'content-type': type }, 'POST')).toEqual(expected);
  });
});
