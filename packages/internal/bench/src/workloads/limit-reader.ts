/** The limit of reading back: a reader written by hand for the compound document, from text to linked plain objects. */

import type { Comment, FlatArticle, Person } from './data.ts';

type PersonAttributes = Omit<Person, 'id'>;
type CommentAttributes = Omit<Comment, 'id' | 'author'>;
type ArticleAttributes = Omit<FlatArticle, 'id'>;

type ReadPerson = { type: string; id: string } & PersonAttributes;
type ReadComment = { type: string; id: string; author: ReadPerson | undefined } & CommentAttributes;
type ReadArticle = {
  type: string;
  id: string;
  author: ReadPerson | undefined;
  comments: (ReadComment | undefined)[];
} & ArticleAttributes;

type Identifier = { type: string; id: string };
type PersonResource = Identifier & { type: 'people'; attributes: PersonAttributes };
type CommentResource = Identifier & {
  type: 'comments';
  attributes: CommentAttributes;
  relationships: { author: { data: Identifier } };
};
type ArticleResource = Identifier & {
  attributes: ArticleAttributes;
  relationships: { author: { data: Identifier }; comments: { data: Identifier[] } };
};

export function readByHand(text: string): ReadArticle[] {
  const document: { data: ArticleResource[]; included: (PersonResource | CommentResource)[] } = JSON.parse(text);
  const people = new Map<string, ReadPerson>();
  const comments = new Map<string, ReadComment>();
  const authors: { comment: ReadComment; id: string }[] = [];
  for (const resource of document.included) {
    const { type, id } = resource;
    if (type === 'people') {
      const { firstName, lastName, email, karma } = resource.attributes;
      people.set(id, { id, type, firstName, lastName, email, karma });
    } else {
      const { body, likes, createdAt } = resource.attributes;
      const comment = { id, type, body, likes, createdAt, author: undefined };
      comments.set(id, comment);
      authors.push({ comment, id: resource.relationships.author.data.id });
    }
  }
  for (const { comment, id } of authors) comment.author = people.get(id);
  return document.data.map(({ type, id, attributes, relationships }) => ({
    id,
    type,
    title: attributes.title,
    slug: attributes.slug,
    body: attributes.body,
    summary: attributes.summary,
    wordCount: attributes.wordCount,
    rating: attributes.rating,
    published: attributes.published,
    publishedAt: attributes.publishedAt,
    subtitle: attributes.subtitle,
    language: attributes.language,
    author: people.get(relationships.author.data.id),
    comments: relationships.comments.data.map((identifier) => comments.get(identifier.id)),
  }));
}
