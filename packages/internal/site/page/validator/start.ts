/** The document at the beginning, which has one mistake. */
export const exampleDocument =
  '{\n  "data": {\n    "type": "articles",\n    "id": 1,\n    "attributes": { "title": "Hello" }\n  }\n}\n';

/** The declaration at the beginning. */
export const exampleDeclaration = `import { defineApi, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  articles: { attributes: { title: z.string().min(1) }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
`;
