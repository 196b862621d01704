import {
  defineApi,
  type ErrorObject,
  errorObject,
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

// #region user
export const userServer = createServer(api, sources, {
  context: ({ headers }) => ({ language: languageOf(headers['authorization']) }),
  errors: {
    // The language of the user, if the user is known and has one.
    language: ({ acceptLanguage }, user) => user?.language ?? negotiateLanguage(acceptLanguage, ['en', 'de']),
    localize: translateErrors(
      { de: german },
      // The messages of schemas are those of their library, here Zod. Without one, write a function of the issue.
      { issue: z.locales.de().localeError },
    ),
  },
});
// #endregion

// #region own
/** The messages of the application by code and language. `errorObject` receives the English one. */
const messages = {
  OUT_OF_STOCK: {
    en: { title: 'Out of stock', detail: (left: number) => `Only ${left} pieces are left.` },
    de: { title: 'Nicht vorrätig', detail: (left: number) => `Nur noch ${left} Stück sind vorrätig.` },
  },
};
const { en } = messages.OUT_OF_STOCK;

const orders = {
  create: {
    before({ input }) {
      const left = 3;
      if (input.attributes.pieces <= left) return input;
      const [source, meta] = [{ pointer: '/data/attributes/pieces' }, { left }];
      const detail = en.detail(left);
      throw new JsonApiError(errorObject({ code: 'OUT_OF_STOCK', status: 409, title: en.title, detail, source, meta }));
    },
  },
} satisfies TypeHooks<typeof api, 'orders'>;

const translate = translateErrors({ de: german });
export const shop = createServer(api, sources, {
  hooks: { orders },
  errors: {
    language: ({ acceptLanguage }) => negotiateLanguage(acceptLanguage, ['en', 'de']),
    localize(error, request, facts) {
      if (error.code !== 'OUT_OF_STOCK' || facts.language !== 'de') return translate(error, request, facts);
      const { title, detail } = messages.OUT_OF_STOCK.de;
      return { title, detail: detail(Number(error.meta?.['left'])) };
    },
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
