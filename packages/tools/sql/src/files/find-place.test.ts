import { expect, test } from 'vitest';
import { findLine } from './find-place.ts';

const code = `// films: { attributes: { title } }
export const api = defineApi({
  languages: {
    relationships: { films: toMany('films') },
  },
  films: {
    description: 'attributes: { title: 1 }',
    attributes: {
      title: attribute(z.string(), indexed), // length: 1
      'with space': z.string(), /* title:
      */ length: z.int(),
    },
    relationships: { language: toOne('languages', { filter: ['id'] }) },
  },
  actors: { attributes: { name: z.string() } },
});
`;

test.each<[readonly string[], number | undefined]>([
  [['films'], 6],
  [['films', 'attributes', 'title'], 9],
  [['films', 'attributes', 'with space'], 10],
  [['films', 'attributes', 'length'], 11],
  [['films', 'relationships', 'language'], 13],
  [['films', 'relationships', 'language', 'filter'], undefined],
  [['films', 'attributes', 'name'], undefined],
  [['actors', 'attributes', 'name'], 15],
  [['languages', 'relationships', 'films'], 4],
  [['people'], undefined],
])('%j is in line %j', (path, line) => {
  expect(findLine(code, path)).toBe(line);
});
