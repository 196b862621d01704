import { createServer } from '@linkage/server';
import { api, sources } from './write-hooks.ts';

// #region localize
/** Texts by template: `detail` with a number in braces for each value. Load those of a language with a dynamic import. */
const german = new Map([['Type {0} does not have an attribute {1}.', 'Der Typ {0} hat kein Attribut {1}.']]);
const loadTexts = async (language: string) => (language.startsWith('de') ? german : undefined);

export const server = createServer(api, sources, {
  errors: {
    async localize({ detail }, { acceptLanguage = '' }, { template = '', values, issue }) {
      const texts = await loadTexts(acceptLanguage);
      // The schema's issue, such as `{ code: 'too_small', minimum: 1 }` of Zod.
      if (texts && issue)
        return { detail: issue['code'] === 'invalid_type' ? 'Der Wert hat einen falschen Typ.' : detail };
      return { detail: texts?.get(template)?.replace(/\{(\d+)\}/g, (_, index) => values[index] ?? '') };
    },
  },
});
// #endregion
