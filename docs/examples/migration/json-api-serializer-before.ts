import JsonApiSerializer from 'json-api-serializer';
import { articles, baseUrl } from './data.ts';

// #region serialize
const serializer = new JsonApiSerializer({ convertCase: 'kebab-case', unconvertCase: 'camelCase' });
serializer.register('people', { whitelist: ['name'] });
serializer.register('articles', {
  whitelist: ['title', 'author'],
  relationships: { author: { type: 'people' } },
  links: ({ id }: { readonly id: string }) => ({ self: `${baseUrl}/articles/${id}` }),
});

export const text: string = JSON.stringify(serializer.serialize('articles', [...articles]));
// #endregion

// #region deserialize
export const data = serializer.deserialize('articles', JSON.parse(text));
// [{ id: '1', title: 'Hello', author: { id: '9', name: 'Dan' } }, …]
// #endregion
