import type { ErrorObject } from '@linkage/core';
import { expect, test } from 'vitest';
import { errorOf } from '../../../packages/server/test/error-examples.ts';
import { keysOf, server, shop, userServer } from './languages.ts';

const type = 'application/vnd.api+json';

async function send(on: typeof server | typeof userServer, attributes: object, headers: Record<string, string>) {
  const body = JSON.stringify({ data: { type: 'orders', attributes: { item: 'Book', pieces: 1, ...attributes } } });
  const request = { method: 'POST', url: '/orders', headers: { 'content-type': type, ...headers }, body };
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
])('Accept-Language %s', async (acceptLanguage, messages, language) => {
  for (const on of [server, shop]) {
    const answer = await send(on, { itm: 'Pen' }, { 'accept-language': acceptLanguage });
    expect(answer).toMatchObject({ error: messages, language, vary: 'Accept, Accept-Language' });
  }
});

test('the language of the user comes first', async () => {
  const answer = await send(userServer, { itm: 'Pen' }, { authorization: 'Bearer hans', 'accept-language': 'en' });
  expect(answer).toMatchObject({ error: inGerman, language: 'de' });
  expect(await send(userServer, { itm: 'Pen' }, { 'accept-language': 'en' })).toMatchObject({ error: inEnglish });
  const issue = await send(userServer, { pieces: 0 }, { authorization: 'Bearer hans' });
  const detail = 'pieces: Zu klein: erwartet, dass number >=1 ist';
  expect(issue).toMatchObject({ error: { detail }, language: 'de' });
  const wrong = await send(userServer, { pieces: 'x' }, { authorization: 'Bearer hans' });
  expect(wrong.error?.detail).toBe('pieces: Der Wert hat den falschen Typ.');
});

test.each([
  ['de', 'Nicht vorrätig', 'Nur noch 3 Stück sind vorrätig.'],
  ['en', 'Out of stock', 'Only 3 pieces are left.'],
])('messages of the application in %s', async (language, title, detail) => {
  const answer = await send(shop, { pieces: 5 }, { 'accept-language': language });
  const error = { code: 'OUT_OF_STOCK', status: '409', title, detail, source: { pointer: '/data/attributes/pieces' } };
  expect(answer).toMatchObject({ error, language, vary: 'Accept, Accept-Language' });
});

test('the keys of an error are what the comment says', async () => {
  const keys: unknown[] = [];
  const localize = (error: ErrorObject) => void keys.push(keysOf(error));
  await errorOf('ATTRIBUTE_UNKNOWN', { localize } as never);
  expect(keys).toMatchObject([
    [
      { key: 'ATTRIBUTE_UNKNOWN.attribute', values: { type: 'articles', name: 'titel' } },
      { key: 'common.didYouMean', values: { name: '`title`' } },
    ],
  ]);
});
