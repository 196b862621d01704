import { Linker, Relator, Serializer } from 'ts-japi';
import { type Article, articles, baseUrl, type Person } from './data.ts';

// #region serialize
const personSerializer = new Serializer<Person>('people', { projection: { name: 1 } });
const articleSerializer = new Serializer<Article>('articles', {
  projection: { title: 1 },
  relators: {
    author: new Relator<Article, Person>(async (article) => article.author, personSerializer, {
      relatedName: 'author',
    }),
  },
  linkers: {
    resource: new Linker((article: Article | Article[]) => `${baseUrl}/articles/${(article as Article).id}`),
  },
});

export const text = JSON.stringify(await articleSerializer.serialize([...articles], { include: 1 }));
// #endregion
