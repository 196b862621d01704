import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import {
  arrayColumn,
  base64Column,
  createKyselySources,
  createNodeSqliteDialect,
  instantColumn,
  localDateTimeColumn,
} from '@linkage/kysely';
import { createServer, defineContext } from '@linkage/server';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';

interface Database {
  readonly article: {
    readonly id: string;
    readonly title: string;
    readonly tenant: string;
    readonly author_id: string | null;
    readonly deleted_at: string | null;
    /** JSON. */
    readonly origin: string | null;
  };
  readonly attachment: {
    readonly id: string;
    readonly name: string;
    readonly subject_type: string | null;
    readonly subject_id: string | null;
  };
  readonly comment: { readonly id: string; readonly article_id: string; readonly author_id: string | null };
  readonly event: {
    readonly id: string;
    readonly paid_at: string | null;
    readonly opens_at: string | null;
    readonly picture: Uint8Array | null;
    readonly labels: string | null;
  };
  readonly image: { readonly id: string; readonly title: string };
  readonly medium_link: { readonly article_id: string; readonly target_type: string; readonly target_id: string };
  readonly order_line: { readonly order_id: number; readonly line_no: number; readonly product: string };
  readonly medium: { readonly id: string; readonly kind: 'article' | 'video'; readonly title: string };
  readonly note: {
    readonly id: string;
    readonly title: string;
    readonly owner_id: string;
    readonly author_id: string | null;
    readonly updated_at: string | null;
  };
  readonly purchase: { readonly id: number; readonly customer: string };
  readonly shipment: { readonly id: string; readonly order_id: number | null; readonly line_no: number | null };
  readonly video: { readonly id: string; readonly title: string };
  readonly 'main.report': { readonly id: string; readonly articles: number; readonly newest: string | null };
  readonly person: { readonly id: string; readonly name: string; readonly active: number };
}

const database = new DatabaseSync(':memory:');
database.exec(`
  create table person (id text primary key, name text not null, active integer not null default 1);
  create table article (
    id text primary key, title text not null, tenant text not null, author_id text references person (id), deleted_at text
  );
  create table comment (id text primary key, article_id text not null references article (id));
`);
const db = new Kysely<Database>({ dialect: createNodeSqliteDialect(database) });

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});

// #region where
// In production: from the verified token.
const context = defineContext(({ headers }) => ({ tenant: String(headers['x-tenant']) }));
const sources = createKyselySources(
  api,
  db,
  {
    articles: {
      table: 'article',
      // New rows receive these values. Clients can neither read nor change other rows.
      where: { tenant: (call) => call.context.tenant, deleted_at: null },
      // DELETE writes these values instead of deleting the row.
      softDelete: { deleted_at: () => new Date().toISOString() },
      relationships: { author: { column: 'author_id' } },
    },
    // Any condition on a row. `row` returns a column of the row.
    people: { table: 'person', where: (row, eb) => eb(row('active'), '=', 1) },
  },
  { context }, // The functions of the mapping know its type.
);
export const server = createServer(api, sources, { context });
// #endregion

database.exec('create table event (id text primary key, paid_at text, opens_at text, picture blob, labels text)');
const events = defineApi({
  events: {
    attributes: {
      paidAt: z.iso.datetime({ offset: true }).nullable(),
      opensAt: z.iso.datetime({ local: true }).nullable(),
      picture: z.base64().nullable(),
      labels: z.array(z.string()).nullable(),
    },
  },
});

// #region forms
export const eventSources = createKyselySources(events, db, {
  events: {
    table: 'event',
    attributes: {
      paidAt: instantColumn('paid_at'), // 2026-02-28T10:00:00.000Z
      opensAt: localDateTimeColumn('opens_at'), // 2026-02-28T10:00:00.000
      picture: base64Column(), // iVBORw0KGgo=
      labels: arrayColumn<string[]>(), // ["new", "read"]
    },
  },
});
// #endregion

const measured = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      titleLength: attribute(z.number().default(0), { write: false, sort: true, filter: true }),
      commentCount: attribute(z.number().default(0), { write: false, sort: true, filter: true }),
      country: attribute(z.string().nullable().default(null), { write: false, sort: true, filter: true }),
    },
  },
});

// #region expressions
export const computed = createKyselySources(measured, db, {
  articles: {
    table: 'article',
    attributes: {
      titleLength: { expression: (row, eb) => eb.fn('length', [row('title')]) },
      commentCount: {
        expression: (row, eb) =>
          eb
            .selectFrom('comment')
            .where('article_id', '=', row('id'))
            .select((comment) => comment.fn.countAll().as('count')),
        decode: Number, // Some drivers return counts as strings.
      },
      country: { expression: (row) => sql`${row('origin')} ->> 'country'` }, // A member of JSON.
    },
  },
});
// #endregion

const media = defineApi({
  articles: { attributes: { title: z.string() } },
  videos: { attributes: { title: z.string() } },
});

// #region discriminator
export const mediaSources = createKyselySources(media, db, {
  articles: { table: 'medium', where: { kind: 'article' } },
  videos: { table: 'medium', where: { kind: 'video' } },
});
// #endregion

const attached = defineApi({
  attachments: {
    attributes: { name: z.string() },
    relationships: { subject: toOne(['articles', 'comments'], { inverse: 'attachments' }) },
  },
  articles: { attributes: { title: z.string() }, relationships: { attachments: toMany('attachments') } },
  comments: { attributes: {}, relationships: { attachments: toMany('attachments') } },
});

// #region polymorphic
const attachments = { foreignKey: 'subject_id', typeColumn: 'subject_type' } as const;
export const attachmentSources = createKyselySources(attached, db, {
  attachments: {
    table: 'attachment',
    relationships: {
      subject: {
        column: 'subject_id',
        typeColumn: 'subject_type',
        types: { articles: 'Article', comments: 'Comment' }, // Default: the name of the type.
      },
    },
  },
  articles: { table: 'article', relationships: { attachments: { ...attachments, onDelete: 'cascade' } } },
  comments: { table: 'comment', relationships: { attachments } },
});
// #endregion

const illustrated = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: { media: toMany(['images', 'videos'], { filter: true, inverse: 'articles' }) },
  },
  images: { attributes: { title: z.string() }, relationships: { articles: toMany('articles') } },
  videos: { attributes: { title: z.string() }, relationships: { articles: toMany('articles') } },
});

// #region polymorphic-members
const links = { through: 'medium_link', typeColumn: 'target_type' } as const;
const articles = { ...links, from: 'target_id', to: 'article_id', onDelete: 'cascade' } as const;
export const illustratedSources = createKyselySources(illustrated, db, {
  articles: {
    table: 'article',
    relationships: {
      media: { ...links, from: 'article_id', to: 'target_id', types: { images: 'Image', videos: 'Video' } },
    },
  },
  images: { table: 'image', relationships: { articles } },
  videos: { table: 'video', relationships: { articles } },
});
// #endregion

const authored = defineApi({
  people: { attributes: { name: z.string() }, relationships: { writings: toMany(['comments', 'notes']) } },
  comments: {},
  notes: { attributes: { title: z.string() } },
});

// #region polymorphic-keys
export const authoredSources = createKyselySources(authored, db, {
  people: {
    table: 'person',
    relationships: {
      writings: {
        targets: {
          comments: { foreignKey: 'author_id', onDelete: 'set null' },
          notes: { foreignKey: 'author_id', onDelete: 'cascade' },
        },
      },
    },
  },
  comments: { table: 'comment' },
  notes: { table: 'note' },
});
// #endregion

const ordered = defineApi({
  orders: {
    attributes: { customer: z.string() },
    relationships: { lines: toMany('lines', { write: false, inverse: 'order' }) },
  },
  lines: {
    attributes: { lineNo: attribute(z.number().int(), { write: 'create' }), product: z.string() },
    relationships: { order: toOne('orders', { write: 'create' }), shipments: toMany('shipments') },
  },
  shipments: { attributes: {}, relationships: { line: toOne('lines', { inverse: 'shipments' }) } },
});

// #region composite
export const orderSources = createKyselySources(ordered, db, {
  orders: { table: 'purchase', idType: 'integer', relationships: { lines: { foreignKey: 'order_id' } } },
  lines: {
    table: 'order_line',
    id: ['order_id', 'line_no'], // The id of line 2 of order 10 is `10~2`.
    idType: 'integer',
    attributes: { lineNo: 'line_no' },
    relationships: { order: { column: 'order_id' }, shipments: { foreignKey: ['order_id', 'line_no'] } },
  },
  shipments: { table: 'shipment', relationships: { line: { column: ['order_id', 'line_no'] } } },
});
// #endregion

const owned = defineApi({
  notes: {
    attributes: { title: z.string(), updatedAt: attribute(z.string().nullable().default(null), { write: false }) },
    relationships: { owner: toOne('people', { write: false }) },
  },
  people: { attributes: { name: z.string() } },
});

const user = defineContext(({ headers }) => ({ user: String(headers['x-user']) }));

// #region server-values
const now = () => new Date().toISOString();
export const notes = createKyselySources(
  owned,
  db,
  {
    notes: {
      table: 'note',
      attributes: { updatedAt: 'updated_at' },
      relationships: { owner: { column: 'owner_id' } },
      onCreate: { owner_id: (call) => call.context.user, updated_at: now },
      onUpdate: { updated_at: now },
    },
    people: { table: 'person' },
  },
  { context: user },
);
// #endregion

const threads = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { comments: toMany('comments') } },
  comments: { attributes: {} },
});

// #region deletions
export const threadSources = createKyselySources(threads, db, {
  articles: {
    table: 'article',
    relationships: { comments: { foreignKey: 'article_id', onDelete: 'cascade' } },
  },
  comments: { table: 'comment' },
});
// #endregion

const reports = defineApi({
  reports: { attributes: { articles: z.number(), newest: z.iso.date().nullable() } },
});

// #region view
const views = createKyselySources(reports, db, {
  reports: { table: 'main.report', attributes: { newest: { type: 'date' } } }, // a view of the schema `main`
});
const {
  create: _,
  update: _update,
  delete: _delete,
  updateRelationship: _updateRelationship,
  ...readOnly
} = views.reports;
export const reportServer = createServer(reports, { reports: readOnly });
// #endregion
