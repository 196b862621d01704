/** Ids and values of every type of column: what a response shows is what a request finds, on every database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnTypes, openTypes, rejectedIds } from '../test/column-types-world.ts';
import { databases } from '../test/databases.ts';
import { hrefOf } from '../test/requests.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents as tests look at them
type AnyDocument = any;
type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof openTypes>>>>;

const filterOf = (name: string, operator: string, value: unknown): string =>
  `filter[${name}][${operator}]=${encodeURIComponent(String(value).replaceAll('\\', '\\\\'))}`;

/** Walks through a collection with cursors, one record at a time. */
async function walk({ paged }: Opened, sort: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let link: string | null = `/events?sort=${sort}&page[size]=1`;
  while (link !== null && ids.length < 20) {
    const { status, document }: AnyDocument = await paged(`GET ${link}`);
    expect([link, status]).toEqual([link, 200]);
    ids.push(...document.data.map(({ id }: AnyDocument) => id));
    link = hrefOf(document.links.next);
  }
  return ids;
}

async function checkIds(opened: Opened, count: number): Promise<void> {
  const { send, paged } = opened;
  const list = await send('GET /events?include=notes');
  expect([list.status, list.document.data?.length, list.document.included?.length]).toEqual([200, count, count]);
  const shown: readonly string[] = list.document.data.map(({ id }: AnyDocument) => id);
  expect(new Set(shown).size).toBe(count);
  for (const { id, links, relationships } of list.document.data) {
    const [note] = relationships.notes.data;
    expect([links.self, await send(`GET ${links.self}`)]).toMatchObject([links.self, { status: 200, ids: id }]);
    expect(await send(`GET ${relationships.notes.links.related}`)).toMatchObject({ status: 200, ids: note.id });
    expect(await send(`GET /notes/${note.id}?include=event`)).toMatchObject({
      status: 200,
      document: { data: { relationships: { event: { data: { id } } } }, included: [{ id }] },
    });
    expect(await send(`GET /notes/${note.id}/event`)).toMatchObject({ status: 200, ids: id });
    expect([id, (await send(`GET /notes?${filterOf('event', 'eq', id)}`)).ids]).toEqual([id, note.id]);
    const change = { type: 'events', id, attributes: { label: `${note.id} changed` } };
    expect([id, (await send(`PATCH ${links.self}`, change)).document.data?.id]).toEqual([id, id]);
  }
  expect((await paged('GET /events?include=notes')).document.included).toHaveLength(count);
  expect(await walk(opened, 'id')).toEqual(shown);
  expect(await walk(opened, '-id')).toEqual(shown.toReversed());
  const [first, second] = list.document.data;
  // The only note of the second event moves to the first.
  const [note] = second.relationships.notes.data;
  expect((await send(`POST ${first.relationships.notes.links.self}`, [note])).status).toBe(204);
  expect((await send(`GET /notes/${note.id}/event`)).ids).toBe(first.id);
  expect((await send(`PATCH /notes/${note.id}/relationships/event`, { type: 'events', id: second.id })).status).toBe(
    204,
  );
  expect((await send(`GET /notes/${note.id}/event`)).ids).toBe(second.id);
  expect((await send(`DELETE /notes/${note.id}`)).status).toBe(204);
  expect((await send(`DELETE ${second.links.self}`)).status).toBe(204);
  const again = { type: 'events', id: second.id, attributes: { label: 'again' } };
  expect((await send('POST /events', again)).document).toMatchObject({ data: { id: second.id } });
  expect((await send('POST /events', again)).status).toBe(409);
  expect((await send(`GET ${second.links.self}`)).status).toBe(200);
}

async function checkValues(opened: Opened): Promise<void> {
  const { send } = opened;
  const { document } = await send('GET /events?sort=value');
  const shown: readonly AnyDocument[] = document.data;
  for (const [index, { id, attributes }] of shown.entries()) {
    const found = async (operator: string) =>
      (await send(`GET /events?sort=value&${filterOf('value', operator, attributes.value)}`)).document.data?.map(
        (it: AnyDocument) => it.id,
      );
    const about = (operator: string) => `${operator} ${attributes.value}`;
    expect([about('eq'), await found('eq')]).toEqual([about('eq'), [id]]);
    const behind = shown.slice(index + 1).map((it) => it.id);
    expect([about('gt'), await found('gt')]).toEqual([about('gt'), behind]);
    expect([about('le'), await found('le')]).toEqual([about('le'), shown.slice(0, index + 1).map((it) => it.id)]);
    // A value that a client read and writes is the value.
    const copy = { type: 'events', id, attributes: { value: attributes.value } };
    const self = shown[index].links.self;
    expect((await send(`PATCH ${self}`, copy)).document.data?.attributes.value).toBe(attributes.value);
    expect([about('eq'), await found('eq')]).toEqual([about('eq'), [id]]);
    expect((await send(`GET /events?filter[doubled]=${attributes.doubled}`)).ids).toBe(id);
  }
  const ids = shown.map(({ id }) => id);
  expect(await walk(opened, 'value')).toEqual(ids);
  expect(await walk(opened, '-value')).toEqual(ids.toReversed());
  expect((await walk(opened, '-doubled')).length).toBe(ids.length);
}

describe.each(databases)('$name', (database) => {
  const { name, missing } = database;
  describe.skipIf(missing !== undefined)(missing ?? 'types of columns', () => {
    let fill: Awaited<ReturnType<typeof openTypes>>;
    beforeAll(async () => {
      fill = await openTypes(database);
    });
    afterAll(() => fill?.close());

    for (const typed of columnTypes[name]) {
      for (const isComposite of [false, true]) {
        // A number with a fraction has no exact text in the text of a longer id of SQLite.
        if (name === 'SQLite' && typed.type === 'real' && isComposite) continue;
        test(`${typed.type}${isComposite ? ', as the second column of an id' : ''}`, async () => {
          const opened = await fill(typed, { isComposite, hasDatabaseSchema: true });
          if (typed.isIdOnly !== true) await checkValues(opened);
          await checkIds(opened, typed.values.length);
          expect(opened.failures).toEqual([]);
        }, 30_000);
      }
    }

    test.each(rejectedIds[name])('an id of the type %s is an error at start', async (type) => {
      await expect(fill({ type, values: [] }, { isComposite: false, hasDatabaseSchema: true })).rejects.toThrow(
        /mapping\.events: the column "id" of the table "event" cannot be an id: /,
      );
    });
  });
});
