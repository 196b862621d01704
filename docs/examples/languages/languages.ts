import { type ErrorObject, messageParts, negotiateLanguage, translateErrors } from '@linkage/core';
import { createServer } from '@linkage/server';
import { api, sources } from '../write-hooks.ts';
import { german } from './german.ts';

// #region languages
export const server = createServer(api, sources, {
  errors: {
    language: ({ acceptLanguage }) => negotiateLanguage(acceptLanguage, ['en', 'de']),
    // The messages are loaded when the first error needs them.
    localize: translateErrors({ de: () => import('./german.ts').then((file) => file.german) }),
  },
});
// #endregion

const languageOf = (token: unknown) => (token === 'Bearer hans' ? 'de' : undefined);

// #region user
export const userServer = createServer(api, sources, {
  context: ({ headers }) => ({ language: languageOf(headers['authorization']) }),
  errors: {
    // The language of the user, if the user is known and has one.
    language: ({ acceptLanguage }, user) => user?.language ?? negotiateLanguage(acceptLanguage, ['en', 'de']),
    localize: translateErrors(
      { de: german },
      // The message of a schema is not in the translation. This is an issue of Zod.
      { issue: ({ code, minimum }) => (code === 'too_small' ? `mindestens ${minimum} Zeichen` : undefined) },
    ),
  },
});
// #endregion

// #region parts
/** The text of an error in a format of your own: here, the keys and the values. */
export function keysOf(error: ErrorObject) {
  // [{ key: 'ATTRIBUTE_UNKNOWN.attribute', values: { type: 'articles', name: 'titel' }, text: … },
  //  { key: 'common.didYouMean', values: { name: '`title`' }, text: … }]
  return messageParts(error);
}
// #endregion
