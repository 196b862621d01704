import { type ErrorObject, errorObject, JsonApiError, translateErrors } from '@linkage/core';
import { german } from '@linkage/server/languages/de';

const statusMessages = {
  en: (status: unknown) => `The status is ${status}.`,
  de: (status: unknown) => `Der Status ist „${status}“.`,
};
const issues: Readonly<Record<string, string>> = {
  ...{ too_small: 'Der Wert ist zu klein.', too_big: 'Der Wert ist zu groß.' },
  ...{ invalid_type: 'Der Wert hat den falschen Typ.', invalid_format: 'Der Wert hat die falsche Form.' },
};

/** An error of this application. `meta` has what its message says, for other languages. */
export const wrongStatus = (status: unknown) =>
  new JsonApiError(errorObject('WRITE_CONFLICT', statusMessages.en(status), { meta: { status } }));

// The messages of the library, and those of Zod.
const translate = translateErrors({ de: german }, { issue: ({ code }) => issues[String(code)] });

/** Returns the messages of an error in the language of the request. */
export const localize: typeof translate = async (error: ErrorObject, request, given) => {
  const { status } = error.meta ?? {};
  const own = status === undefined || given.language !== 'de' ? {} : { detail: statusMessages.de(status) };
  return { ...(await translate(error, request, given)), ...own };
};
