import jsonapi from 'jsonapi-serializer';
import { articles, baseUrl } from './data.ts';

const { Deserializer, Serializer } = jsonapi;

// #region serialize
const serializer = new Serializer('articles', {
  attributes: ['title', 'author'],
  author: { ref: 'id', attributes: ['name'] },
  typeForAttribute: (attribute: string) => (attribute === 'author' ? 'people' : (undefined as never)),
  dataLinks: { self: (_root: unknown, article: { readonly id: string }) => `${baseUrl}/articles/${article.id}` },
});

export const text = JSON.stringify(serializer.serialize(articles));
// #endregion

// #region deserialize
export const data = await new Deserializer({ keyForAttribute: 'camelCase' }).deserialize(JSON.parse(text));
// [{ id: '1', title: 'Hello', author: { id: '9', name: 'Dan' } }, …]
// #endregion
