import { type Article, articles as initial } from './data.ts';

/** The functions of a service that its routes call. They stay as they are. */

const articles = new Map(initial.map((article) => [article.id, article]));
const people = new Map(initial.map(({ author }) => [author.id, author]));

export function listArticles(offset: number, limit: number): readonly Article[] {
  return [...articles.values()].slice(offset, offset + limit);
}

export function countArticles(): number {
  return articles.size;
}

export function findArticles(ids: readonly number[]): readonly Article[] {
  return ids.flatMap((id) => articles.get(id) ?? []);
}

export function findPeople(ids: readonly number[]): readonly Article['author'][] {
  return ids.flatMap((id) => people.get(id) ?? []);
}

/** Returns the new article, or undefined if the author does not exist. */
export function insertArticle(title: string, authorId: number): Article | undefined {
  const author = people.get(authorId);
  if (author === undefined) return undefined;
  const article = { id: articles.size + 1, title, author };
  articles.set(article.id, article);
  return article;
}
