import { expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerErrorHooks } from './error-language.ts';

type Localize = ServerErrorHooks['localize'];
const german: Localize = () => ({ title: 'Nicht gefunden' });

async function answerOf(errors: ServerErrorHooks, headers: Record<string, string> = {}) {
  const failures: unknown[] = [];
  const server = createServer(blog, blogSources(), { errors, onError: (failure) => failures.push(failure) });
  const { headers: fields, document } = await send(server, 'GET /nope', undefined, headers);
  return { language: fields['Content-Language'], vary: fields.Vary, title: document.errors[0].title, failures };
}

test.each<[string, ServerErrorHooks, object]>([
  ['another language', { language: () => 'de', localize: german }, { language: 'de', title: 'Nicht gefunden' }],
  ['without a language', { localize: german }, { language: undefined, title: 'Nicht gefunden' }],
  ['undefined', { language: () => undefined, localize: german }, { language: undefined }],
  ['English, without strings', { language: () => 'en-GB' }, { language: 'en-GB', title: 'Not found' }],
  ['a language without strings', { language: () => 'fr', localize: () => undefined }, { language: undefined }],
  ['a language without `localize`', { language: () => 'fr' }, { language: undefined }],
])('Content-Language: %s', async (_, errors, expected) => {
  const answer = await answerOf(errors);
  expect(answer).toMatchObject(expected);
  expect(answer.failures).toEqual([]);
});

test('`localize` receives the language', async () => {
  const localize: Localize = (_error, _request, { language }) => ({ title: `Titel: ${language}` });
  expect(await answerOf({ language: () => 'de-AT', localize })).toMatchObject({ title: 'Titel: de-AT' });
});

test('`language` receives Accept-Language, and the response varies by it', async () => {
  const errors: ServerErrorHooks = { language: ({ acceptLanguage }) => acceptLanguage, localize: german };
  const answer = await answerOf(errors, { 'accept-language': 'de' });
  expect(answer).toMatchObject({ language: 'de', vary: 'Accept, Accept-Language' });
  expect((await answerOf(errors)).vary).toBe('Accept, Accept-Language');
});

test('`language` receives the context, if it is known', async () => {
  const seen: unknown[] = [];
  const server = createServer(blog, blogSources(), {
    context: () => ({ name: 'Ada' }),
    defaultAccess: 'allow',
    access: {},
    errors: {
      language(_, user) {
        seen.push(user?.name);
        return 'en';
      },
    },
  });
  await send(server, 'GET /articles/nope');
  await send(server, 'GET /%ff');
  expect(seen).toEqual(['Ada', undefined]);
});

test.each<[string, unknown]>([
  ['a line break', 'de\r\nSet-Cookie: a=b'],
  ['a list', 'de, en'],
  ['a number', 5],
  ['an empty text', ''],
  ['a very long tag', `de${'-a'.repeat(9)}`],
])('%s is not a language: it is reported, and the strings stay English', async (_, tag) => {
  const answer = await answerOf({ language: () => tag as string });
  expect(answer).toMatchObject({ language: undefined, title: 'Not found' });
  expect(answer.failures).toEqual([
    new TypeError('errors.language must return the tag of a language, such as "de-AT", or undefined.'),
  ]);
});

test('a function that throws is reported, and the strings stay English', async () => {
  const failure = new Error('no language');
  const errors: ServerErrorHooks = {
    language() {
      throw failure;
    },
  };
  expect(await answerOf(errors)).toMatchObject({ language: undefined, title: 'Not found', failures: [failure] });
});
