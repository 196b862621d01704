/** Deterministic workloads: linked plain objects, as an ORM or a service layer hands them over. */
import { Buffer } from 'node:buffer';
import { articleAttributes as schemas } from './article.ts';

export interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly karma: number;
}

export interface Comment {
  readonly id: string;
  readonly body: string;
  readonly likes: number;
  readonly createdAt: string;
  readonly author: Person;
}

export interface FlatArticle {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly body: string;
  readonly summary: string;
  readonly wordCount: number;
  readonly rating: number;
  readonly published: boolean;
  readonly publishedAt: string | Date;
  readonly subtitle: string | null;
  readonly language: string;
}

export interface Article extends FlatArticle {
  readonly author: Person;
  readonly comments: readonly Comment[];
}

export const articleAttributes: readonly string[] = Object.keys(schemas);
export const personAttributes = ['firstName', 'lastName', 'email', 'karma'] as const;
export const commentAttributes = ['body', 'likes', 'createdAt'] as const;

const words = (
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut ' +
  'labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation'
).split(' ');

type Random = () => number;

function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** The text as one flat string, which is what a database driver gives; V8 keeps concatenated strings as trees. */
function flat(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function integer(random: Random, below: number): number {
  return Math.floor(random() * below);
}

function text(random: Random, count: number): string {
  return flat(Array.from({ length: count }, () => words[integer(random, words.length)]).join(' '));
}

/** 15 % of the bodies need escapes in JSON, 10 % hold characters beyond ASCII. */
function bodyText(random: Random): string {
  const needsEscapes = random() < 0.15;
  const isLatin1 = random() < 0.1;
  let body = text(random, 30);
  if (needsEscapes) body = `${body.slice(0, 40)}\n"${body.slice(40, 60)}"\n${body.slice(60)}`;
  if (isLatin1) body += ' café déjà vu';
  return flat(body);
}

function flatArticle(index: number, random: Random, withDate: boolean): FlatArticle {
  const date = new Date(1.6e12 + index * 3.6e6);
  const body = bodyText(random);
  return {
    id: String(index + 1),
    title: text(random, 6),
    slug: flat(`${text(random, 3).replaceAll(' ', '-')}-${index}`),
    body,
    summary: text(random, 10),
    wordCount: integer(random, 5000),
    rating: Math.round(random() * 500) / 100,
    published: random() < 0.7,
    publishedAt: withDate ? date : flat(date.toISOString()),
    subtitle: random() < 0.5 ? null : text(random, 4),
    language: 'en',
  };
}

function person(index: number, random: Random): Person {
  const firstName = text(random, 1);
  const lastName = text(random, 1);
  const email = flat(`${firstName}.${lastName}.${index}@example.com`);
  return { id: String(index + 1), firstName, lastName, email, karma: integer(random, 1000) };
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[integer(random, items.length)] as Item;
}

/** Articles with an author and comments; every comment has an author of its own. */
export function makeArticles(count: number, commentsEach: number, peopleCount: number): readonly Article[] {
  const random = createRandom(42);
  const people = Array.from({ length: peopleCount }, (_, index) => person(index, random));
  return Array.from({ length: count }, (_, index) => {
    const comments = Array.from({ length: commentsEach }, (_, position): Comment => {
      const number = index * commentsEach + position + 1;
      return {
        id: String(number),
        body: text(random, 12),
        likes: integer(random, 100),
        createdAt: flat(new Date(1.65e12 + number * 6e4).toISOString()),
        author: pick(random, people),
      };
    });
    return { ...flatArticle(index, random, false), author: pick(random, people), comments };
  });
}

/** Articles without relationships; with `withDate` each has a Date where the others have its text. */
export function makeFlatArticles(count: number, { withDate }: { readonly withDate: boolean }): readonly FlatArticle[] {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, index) => flatArticle(index, random, withDate));
}
