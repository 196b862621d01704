import { defineApi, errorObject, JsonApiError, type ResourceIdentifierObject, toMany, toOne } from '@linkage/core';
import { createServer, type DataSource } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  articles: {
    attributes: { title: z.string().min(1) },
    relationships: { author: toOne('people'), tags: toMany('tags') },
    clientGeneratedIds: true,
  },
  people: { attributes: { name: z.string() } },
  tags: { attributes: { name: z.string() } },
});

interface Row {
  readonly id: string;
  readonly title: string;
  readonly authorId: string | null;
  readonly tagIds: readonly string[];
}
type Linkage = ResourceIdentifierObject | null | readonly ResourceIdentifierObject[];

let rows: ReadonlyMap<string, Row> = new Map();
let last: Promise<unknown> = Promise.resolve();

function save(row: Row) {
  rows = new Map(rows).set(row.id, row);
  return toRecord(row);
}
const toRecord = ({ id, title, authorId, tagIds }: Row) => ({ id, title, author: authorId, tags: tagIds });

const idsOf = (linkage: Linkage): readonly string[] => [linkage ?? []].flat().map(({ id }) => id);

function without(ids: readonly string[], removed: readonly string[]): readonly string[] {
  const gone = new Set(removed);
  return ids.filter((id) => !gone.has(id));
}

/** Returns the columns of relationships. Omitted relationships keep their columns. */
function columnsOf({ author, tags }: { readonly author?: Linkage; readonly tags?: Linkage }) {
  return {
    ...(author === undefined ? {} : { authorId: idsOf(author)[0] ?? null }),
    ...(tags === undefined ? {} : { tagIds: idsOf(tags) }),
  };
}

export const articles: DataSource<typeof api, 'articles'> = {
  find: (ids) => ids.flatMap((id) => rows.get(id) ?? []).map(toRecord),

  create({ id = crypto.randomUUID(), attributes, relationships }) {
    if (rows.has(id)) {
      const source = { pointer: '/data/id' };
      throw new JsonApiError(errorObject('RESOURCE_EXISTS', 'There is an article with this id.', { source }));
    }
    return save({ id, authorId: null, tagIds: [], ...attributes, ...columnsOf(relationships) });
  },

  update(id, { attributes, relationships }) {
    const row = rows.get(id);
    return row === undefined ? null : save({ ...row, ...attributes, ...columnsOf(relationships) });
  },

  delete(id) {
    const left = new Map(rows);
    const existed = left.delete(id);
    rows = left;
    return existed;
  },

  updateRelationship(id, relationship, change) {
    const row = rows.get(id);
    if (row === undefined) return false;
    if ('replace' in change) save({ ...row, ...columnsOf({ [relationship]: change.replace }) });
    // A to-one relationship is always replaced, so these are tags.
    else if ('add' in change) save({ ...row, tagIds: [...new Set([...row.tagIds, ...idsOf(change.add)])] });
    else save({ ...row, tagIds: without(row.tagIds, idsOf(change.remove)) });
    return true;
  },

  // Runs one write after the other. In SQL: (run, call) => db.transaction((trx) => run({ ...call, transaction: trx })).
  transaction(run, call) {
    const result = last.then(async () => {
      const before = rows;
      try {
        return await run(call);
      } catch (error) {
        rows = before;
        throw error;
      }
    });
    last = result.catch(() => undefined);
    return result;
  },
};

// `find` returns existing resources, so linkage to a missing resource is 404.
const known = (...ids: readonly string[]) => ({
  find: (wanted: readonly string[]) => ids.filter((id) => wanted.includes(id)).map((id) => ({ id, name: id })),
});
export const server = createServer(api, { articles, people: known('7', '9'), tags: known('a', 'b') });
