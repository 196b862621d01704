import { defineErrors, JsonApiError, translateErrors } from '@linkage/core';
import { german } from '@linkage/server/languages/de';
import { z } from 'zod';

const errors = defineErrors({
  STATUS_WRONG: { status: 409, title: 'Wrong status', detail: 'The status is {status}.' },
});
const own = errors.translate({ STATUS_WRONG: { title: 'Falscher Status', detail: 'Der Status ist „{status}“.' } });

export const wrongStatus = (status: unknown) =>
  new JsonApiError(errors.create('STATUS_WRONG', { status: String(status) }));

const { localeError } = z.locales.de();

/** Returns the messages of an error in the language of the request: those of the library, of this application, and of Zod. */
export const localize = translateErrors(
  { de: { ...german, ...own } },
  {
    issue(given) {
      const text = given['code'] === 'invalid_type' ? 'Der Wert hat den falschen Typ.' : localeError(given as never);
      return typeof text === 'string' ? text : text?.message;
    },
  },
);
