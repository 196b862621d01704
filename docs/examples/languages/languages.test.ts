import { type ErrorCode, type ErrorObject, translateErrors } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { errorExamples, errorOf } from '../../../packages/server/test/error-examples.ts';
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
])('Accept-Language %s', async (acceptLanguage, messages, language) => {
  const answer = await patch(server, { itm: 'Pen' }, { 'accept-language': acceptLanguage });
  expect(answer).toMatchObject({ error: messages, language, vary: 'Accept, Accept-Language' });
});

test('the language of the user comes first', async () => {
  const answer = await patch(userServer, { itm: 'Pen' }, { authorization: 'Bearer hans', 'accept-language': 'en' });
  expect(answer).toMatchObject({ error: inGerman, language: 'de' });
  expect(await patch(userServer, { itm: 'Pen' }, { 'accept-language': 'en' })).toMatchObject({ error: inEnglish });
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

const codes = Object.keys(errorExamples).filter((code): code is ErrorCode => Object.hasOwn(german, code));

describe('each error of the server with a German text has it', () => {
  // Their `detail` is that of the application.
  const ofApplication: readonly string[] = [
    'UNAUTHORIZED',
    'TOO_MANY_REQUESTS',
    'SERVICE_UNAVAILABLE',
    'WRITE_CONFLICT',
    'CONSTRAINT_VIOLATED',
    'VALUE_REJECTED',
  ];
  test.each(codes)('%s', async (code) => {
    const translate = translateErrors({ de: german });
    const english: (string | undefined)[] = [];
    const localize: typeof translate = (error, ...others) => {
      if (error.code === code) english.push(error.detail);
      return translate(error, ...others);
    };
    const messages = await errorOf(code, { language: () => 'de', localize });
    expect(messages.title).toBe(german[code]?.title);
    // The messages of issues contain the message of the schema.
    if (!ofApplication.includes(code) && !/_INVALID$/.test(code)) expect(english).not.toContain(messages.detail);
  });
});
