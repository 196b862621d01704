import { expect, test } from 'vitest';
import { currentUser, server, userOf } from '../../../../docs/examples/frameworks/articles.ts';
import { requests } from '../../../internal/lab/frameworks/requests.ts';
import { openApiDocument } from '../src/index.ts';
import { createDocumentCheck } from './document-check.ts';

const info = { title: 'Articles', version: '1' };

/** Returns headers with names in lower case, as hosts pass them to a server. */
function lowerCased(headers: Readonly<Record<string, string | readonly string[]>> = {}) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

test('every answer to the requests that all hosts answer alike is as described', async () => {
  const check = createDocumentCheck(openApiDocument(await server.describe(), { info }));
  const problems: unknown[] = [];
  let checked = 0;
  for (const { title, method, target, headers, body } of requests) {
    const url = target.slice('/api'.length);
    // A GET with a body, and a method override, are not part of a document.
    if (!url.startsWith('/') || (method === 'GET' && body !== undefined) || /override/.test(title)) continue;
    const fields = lowerCased(headers);
    const respond = () => server.handle({ method, url, headers: fields, body });
    const response = await currentUser.run(userOf(fields['authorization'] as string | undefined), respond);
    const text = typeof response.body === 'string' ? response.body : new TextDecoder().decode(response.body);
    const contentType = response.headers['Content-Type'];
    const problem = check.problemOf({ method, url, status: response.status, contentType, body: text });
    checked++;
    if (problem !== undefined) problems.push([title, response.status, problem]);
  }
  expect(problems).toEqual([]);
  expect(checked).toBeGreaterThan(40);
});
