/** The limit: what a careful programmer writes by hand for exactly these three types. */
import type { Article, Comment, FlatArticle, Person } from './data.ts';
import { baseUrl, firstOf, type Workload } from './workload.ts';

const jsonapi = { version: '1.1' };

function attributesOf(article: FlatArticle) {
  return {
    title: article.title,
    slug: article.slug,
    body: article.body,
    summary: article.summary,
    wordCount: article.wordCount,
    rating: article.rating,
    published: article.published,
    publishedAt: article.publishedAt,
    subtitle: article.subtitle,
    language: article.language,
  };
}

function personResource(person: Person) {
  return {
    type: 'people',
    id: person.id,
    attributes: {
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      karma: person.karma,
    },
  };
}

function commentResource(comment: Comment) {
  return {
    type: 'comments',
    id: comment.id,
    attributes: { body: comment.body, likes: comment.likes, createdAt: comment.createdAt },
    relationships: { author: { data: { type: 'people', id: comment.author.id } } },
  };
}

function articleResource(article: Article) {
  const data = article.comments.map((comment) => ({ type: 'comments', id: comment.id }));
  return {
    type: 'articles',
    id: article.id,
    attributes: attributesOf(article),
    relationships: { author: { data: { type: 'people', id: article.author.id } }, comments: { data } },
  };
}

function flatResource(article: FlatArticle) {
  return { type: 'articles', id: article.id, attributes: attributesOf(article) };
}

function linkedResource(article: FlatArticle) {
  return {
    type: 'articles',
    id: article.id,
    attributes: attributesOf(article),
    links: { self: `${baseUrl}/articles/${article.id}` },
  };
}

function createIncluded() {
  const included: (ReturnType<typeof personResource> | ReturnType<typeof commentResource>)[] = [];
  const people = new Set<string>();
  const comments = new Set<string>();
  function addPerson(person: Person): void {
    if (people.has(person.id)) return;
    people.add(person.id);
    included.push(personResource(person));
  }
  function add(article: Article): void {
    addPerson(article.author);
    for (const comment of article.comments) {
      if (comments.has(comment.id)) continue;
      comments.add(comment.id);
      included.push(commentResource(comment));
      addPerson(comment.author);
    }
  }
  return { included, add };
}

function compoundDocument(input: Article | readonly Article[]): object {
  const { included, add } = createIncluded();
  const build = (article: Article) => {
    add(article);
    return articleResource(article);
  };
  const data = Array.isArray(input) ? (input as readonly Article[]).map(build) : build(input as Article);
  return { jsonapi, data, included };
}

/** Builds the document of a workload, not frozen. */
export function buildByHand(workload: Workload): object {
  if (workload.kind === 'flat') {
    return { jsonapi, data: workload.records.map(workload.withLinks ? linkedResource : flatResource) };
  }
  return compoundDocument(workload.isSingle ? firstOf(workload.records) : workload.records);
}

/** The text of the document of a workload. */
export function serializeByHand(workload: Workload): string {
  return JSON.stringify(buildByHand(workload));
}
