import { readFileSync } from 'node:fs';
import { type ErrorCode, type ErrorObject, translateErrors } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { german } from './german.ts';
import { keysOf, server, userServer } from './languages.ts';

const type = 'application/vnd.api+json';

async function patch(on: typeof server | typeof userServer, attributes: object, headers: Record<string, string>) {
  const body = JSON.stringify({ data: { type: 'orders', id: '1', attributes } });
  const request = { method: 'PATCH', url: '/orders/1', headers: { 'content-type': type, ...headers }, body };
  const answer = await on.handle(request as never);
  const [error] = JSON.parse(answer.body as string).errors as readonly ErrorObject[];
  return { error, language: answer.headers['Content-Language'], vary: answer.headers['Vary'] };
}

const inGerman = {
  title: 'Unbekanntes Attribut',
  detail: 'Der Typ „orders“ hat kein Attribut „itm“. Meinten Sie `item`?',
};
const inEnglish = {
  title: 'Unknown attribute',
  detail: 'Type "orders" does not have an attribute "itm". Did you mean `item`?',
};

test.each([
  ['de-AT, en;q=0.5', inGerman, 'de'],
  ['fr', inEnglish, 'en'],
])('Accept-Language %s', async (acceptLanguage, texts, language) => {
  const answer = await patch(server, { itm: 'Pen' }, { 'accept-language': acceptLanguage });
  expect(answer).toMatchObject({ error: texts, language, vary: 'Accept, Accept-Language' });
});

test('the language of the user comes first', async () => {
  const answer = await patch(userServer, { itm: 'Pen' }, { authorization: 'Bearer hans', 'accept-language': 'en' });
  expect(answer).toMatchObject({ error: inGerman, language: 'de' });
  expect(await patch(userServer, { itm: 'Pen' }, { 'accept-language': 'en' })).toMatchObject({ error: inEnglish });
});

test('the keys of an error are what the comment says', () => {
  const detail = 'Type "articles" does not have an attribute "titel". Did you mean `title`?';
  expect(keysOf({ code: 'ATTRIBUTE_UNKNOWN', detail })).toEqual([
    { key: 'ATTRIBUTE_UNKNOWN.attribute', values: { type: 'articles', name: 'titel' } },
    { key: 'common.didYouMean', values: { name: '`title`' } },
  ]);
});

/** The errors of `docs/errors.md`, which a server responds with: one for each code. */
const errors = [
  ...readFileSync(new URL('../../errors.md', import.meta.url), 'utf8').matchAll(/^```json\n([\s\S]*?)^```$/gm),
]
  .map(([, text = '{}']) => JSON.parse(text) as ErrorObject)
  .filter(({ code }) => code !== undefined);

describe('each error of the server has a German text', () => {
  // Their `detail` is that of the application.
  const ofApplication: readonly string[] = [
    'UNAUTHORIZED',
    'TOO_MANY_REQUESTS',
    'SERVICE_UNAVAILABLE',
    'WRITE_CONFLICT',
  ];
  test.each(errors)('$code', async (error) => {
    const code = error.code as ErrorCode;
    const texts = await translateErrors({ de: german })(error, {}, { language: 'de', issue: undefined });
    expect(texts?.title).toBe(german[code].title);
    if (ofApplication.includes(code)) return;
    expect(texts?.detail).toEqual(expect.any(String));
    // The texts of issues contain the message of the schema.
    if (!/_INVALID$/.test(code)) expect(texts?.detail).not.toBe(error.detail);
  });

  test('and none is missing', () => {
    expect([...new Set(errors.map(({ code }) => code))]).toHaveLength(
      Object.keys(german).filter((it) => /^[A-Z]/.test(it)).length,
    );
  });
});
