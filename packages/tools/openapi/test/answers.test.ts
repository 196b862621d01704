import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../src/index.ts';
import { createDocumentCheck, type Exchange, operationsOf, statusesOf } from './document-check.ts';
import { createWitness } from './witness.ts';
import { requests } from './witness-requests.ts';

const info = { title: 'Witness', version: '1' };
const server = createWitness();
let check: ReturnType<typeof createDocumentCheck>;
const exchanges: Exchange[] = [];

beforeAll(async () => {
  check = createDocumentCheck(openApiDocument(await server.describe(), { info }));
  for (const request of requests) {
    const { status, headers, body } = await server.handle(request);
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    exchanges.push({
      method: request.method,
      url: request.url,
      status,
      contentType: headers['Content-Type'],
      body: text,
    });
  }
});

describe('the answers of a server', () => {
  test('are as its document describes them', () => {
    const problems = exchanges.map((exchange) => [
      exchange.method,
      exchange.url,
      exchange.status,
      check.problemOf(exchange),
    ]);
    expect(problems.filter(([, , , problem]) => problem !== undefined)).toEqual([]);
  });

  test('have each status that the document contains', () => {
    for (const exchange of exchanges) check.problemOf(exchange);
    const operations = operationsOf(check.openApi).map(({ operation }) => operation);
    const described = new Set(operations.flatMap((operation) => statusesOf(check.openApi, operation)));
    expect([...described].filter((status) => !check.occurred.has(status)).sort()).toEqual([]);
  });

  test('that differ from the document are found', () => {
    const found = exchanges.find(({ url, status }) => url === '/articles/1' && status === 200) as Exchange;
    const wrong = (change: Partial<Exchange>) => check.problemOf({ ...found, ...change });
    expect(wrong({})).toBeUndefined();
    expect(wrong({ status: 418 })).toBe('the status 418 is not described');
    expect(wrong({ status: 304 })).toBe('the response has a document');
    expect(wrong({ body: found.body.replace('"type":"articles"', '"type":"people"') })).toContain('/data/type');
    expect(wrong({ body: found.body.replace('"words":10', '"words":"10"') })).toContain('/data/attributes/words');
    expect(wrong({ contentType: 'application/json' })).toBe('the media type is application/json');
  });
});

describe('request documents', () => {
  test('that the server accepts are valid', () => {
    const accepted = exchanges.flatMap(({ status, method, url }, index) => {
      const { body } = requests[index] as (typeof requests)[number];
      return status < 300 && typeof body === 'string' && body !== '' ? [{ method, url, body }] : [];
    });
    expect(accepted.length).toBeGreaterThan(12);
    const invalid = accepted.filter(({ method, url, body }) => !check.isRequestValid(method, url, JSON.parse(body)));
    expect(invalid).toEqual([]);
  });
});
