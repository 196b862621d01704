import { buildDocument, defineApi, toOne } from '@linkage/core';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
const record = { id: 1, title: 'Hello', author: { id: 9, name: 'Dan' } };

export const wrongPath = () =>
  // #region path
  buildDocument(api, 'articles', record, {
    // @ts-expect-error: Type '"autor"' is not assignable to type '"author"'. Did you mean '"author"'?
    include: ['autor'],
  });
// #endregion
