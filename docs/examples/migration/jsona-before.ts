import { Jsona } from 'jsona';
import { articles } from './data.ts';

// #region serialize
const jsona = new Jsona();
const models = articles.map(({ author, ...article }) => ({
  ...article,
  type: 'articles',
  relationshipNames: ['author'],
  author: { ...author, type: 'people' },
}));

export const text: string = JSON.stringify(jsona.serialize({ stuff: models as never, includeNames: ['author'] }));
// #endregion

// #region deserialize
export const data = jsona.deserialize(text);
// [{ type: 'articles', id: '1', title: 'Hello', author: { type: 'people', id: '9', … }, relationshipNames: ['author'] }, …]
// #endregion
