import { defineApi, serialize, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  comments: { attributes: { body: z.string() } },
  people: { attributes: { name: z.string() } },
});

// Rows of the tables: another primary key, other column names, a foreign key, and a lazy relation.
type PersonRow = { readonly personId: number; readonly fullName: string };
type CommentRow = { readonly commentId: number; readonly text: string };
interface ArticleRow {
  readonly articleId: number;
  readonly headline: string;
  readonly authorId: number | null;
  /** Present if the query joined the table. */
  readonly author?: PersonRow;
  /** A lazy relation. */
  readonly comments: Promise<readonly CommentRow[]>;
}

const toPerson = ({ personId, fullName }: PersonRow) => ({ id: personId, name: fullName });
const toComment = ({ commentId, text }: CommentRow) => ({ id: commentId, body: text });

async function toRecord(row: ArticleRow) {
  return {
    id: row.articleId,
    title: row.headline,
    // The related record if it was joined, else the foreign key: an id or null.
    author: row.author === undefined ? row.authorId : toPerson(row.author),
    comments: (await row.comments).map(toComment),
  };
}

const rows: readonly ArticleRow[] = [
  {
    articleId: 1,
    headline: 'Hello',
    authorId: 4,
    author: { personId: 4, fullName: 'Dan' },
    comments: Promise.resolve([{ commentId: 5, text: 'First' }]),
  },
  { articleId: 2, headline: 'Again', authorId: 4, comments: Promise.resolve([]) },
];
const records = await Promise.all(rows.map(toRecord));
export const text = serialize(api, 'articles', records, { include: ['author', 'comments'] });
