import {
  defineApi,
  defineErrors,
  type ErrorIssue,
  type ErrorObject,
  JsonApiError,
  messageParts,
  negotiateLanguage,
  translateErrors,
} from '@linkage/core';
import { createMemorySources, createServer, type TypeHooks } from '@linkage/server';
import { german } from '@linkage/server/languages/de';
import { z } from 'zod';

const api = defineApi({ orders: { attributes: { item: z.string(), pieces: z.int().min(1) } } });
const sources = createMemorySources(api, { orders: [{ id: '1', item: 'Book', pieces: 1 }] });

// #region languages
export const server = createServer(api, sources, {
  errors: {
    language: ({ acceptLanguage }) => negotiateLanguage(acceptLanguage, ['en', 'de']),
    // The messages are loaded when the first error needs them.
    localize: translateErrors({ de: async () => (await import('@linkage/server/languages/de')).german }),
  },
});
// #endregion

const languageOf = (token: unknown) => (token === 'Bearer hans' ? 'de' : undefined);

// #region zod
const { localeError } = z.locales.de();

/** Returns the message of Zod in German. */
export function issue(given: ErrorIssue) {
  // An issue does not contain the rejected value, which Zod names in this message.
  return given['code'] === 'invalid_type' ? 'Der Wert hat den falschen Typ.' : localeError(given as never);
}
// #endregion

// #region user
export const userServer = createServer(api, sources, {
  context: ({ headers }) => ({ language: languageOf(headers['authorization']) }),
  errors: {
    // The language of the user, if the user is known and has one.
    language: ({ acceptLanguage }, user) => user?.language ?? negotiateLanguage(acceptLanguage, ['en', 'de']),
    localize: translateErrors({ de: german }, { issue }),
  },
});
// #endregion

// #region own
/** The errors of the application in English. A placeholder in braces stands for a value. */
const errors = defineErrors({
  OUT_OF_STOCK: { status: 409, title: 'Out of stock', detail: 'Only {left} pieces are left.' },
});
const ownGerman = errors.translate({
  OUT_OF_STOCK: { title: 'Nicht vorrätig', detail: 'Nur noch {left} Stück sind vorrätig.' },
});

const orders = {
  create: {
    before({ input }) {
      const left = 3;
      if (input.attributes.pieces <= left) return input;
      const source = { pointer: '/data/attributes/pieces' };
      throw new JsonApiError(errors.create('OUT_OF_STOCK', { left }, { source }));
    },
  },
} satisfies TypeHooks<typeof api, 'orders'>;

export const shop = createServer(api, sources, {
  hooks: { orders },
  errors: {
    language: ({ acceptLanguage }) => negotiateLanguage(acceptLanguage, ['en', 'de']),
    localize: translateErrors({ de: { ...german, ...ownGerman } }),
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
