/** A relationship without members that the user can read runs the same statements, whether it is empty or what it contains is hidden. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, type Sources } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const hidden = z.number();
const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: {
      author: toOne('people'),
      editor: toOne('people'),
      subject: toOne(['people', 'places']),
      tags: toMany('places'),
    },
  },
  people: { attributes: { hidden }, relationships: { boss: toOne('people') } },
  places: { attributes: { hidden }, relationships: {} },
});

const script = `
  create table place (id varchar(9) primary key, hidden integer not null);
  create table person (id varchar(9) primary key, hidden integer not null, boss varchar(9));
  create table article (id integer primary key, title varchar(9) not null, author varchar(9), editor varchar(9), kind varchar(9), subject varchar(9));
  create table tagged (article integer not null, place varchar(9) not null, primary key (article, place));
  insert into place values ('a', 1);
  insert into person values ('1', 1, null), ('2', 0, null), ('3', 0, '1');
  insert into article values (1, 't', null, null, null, null), (2, 't', '1', null, null, null), (3, 't', '1', '1', 'people', '1'),
    (4, 't', null, null, 'places', 'a'), (5, 't', null, '1', null, null), (6, 't', '2', null, null, null), (7, 't', '3', null, null, null);
  insert into tagged values (4, 'a');
`;

const read = () => [{ field: 'hidden' as const, values: [0] }];
const media = 'application/vnd.api+json';
const headers = { accept: media, 'content-type': media };

/** Returns a function that sends a request and returns the status and the statements, with the number of calls. */
function senderOf(sources: Partial<Sources<typeof api>>, statements: string[]) {
  const server = createServer(api, sources as Sources<typeof api>, {
    defaultAccess: 'allow',
    access: { people: { read }, places: { read } },
    onRequest:
      () =>
      ({ sourceCalls }) =>
        void statements.push(`${sourceCalls} calls`),
  });
  return async (line: string, id: string, body?: (id: string) => object) => {
    const [method = '', url = ''] = line.replaceAll('{id}', id).split(' ');
    statements.length = 0;
    const text = body === undefined ? {} : { body: JSON.stringify(body(id)) };
    const { status } = await server.handle({ method, url, headers, ...text });
    // Statements of several types run at the same time.
    return { status, statements: statements.toSorted() };
  };
}

const title = (id: string) => ({ data: { type: 'articles', id, attributes: { title: 'n' } } });
const cases: readonly [line: string, ids: readonly string[], body: ((id: string) => object) | undefined][] = [
  ['GET /articles/{id}', ['1', '2', '3', '4', '5'], undefined],
  ['GET /articles/{id}?include=author', ['1', '2', '3', '5'], undefined],
  ['GET /articles/{id}?include=author,subject', ['1', '2', '3', '4'], undefined],
  ['GET /articles/{id}?include=author.boss,editor', ['1', '2', '3', '5'], undefined],
  ['GET /people/{id}?include=boss', ['2', '3'], undefined],
  ['GET /articles/{id}/author', ['1', '2'], undefined],
  ['GET /articles/{id}/relationships/author', ['1', '2'], undefined],
  ['GET /articles/{id}/relationships/subject', ['1', '3', '4'], undefined],
  ['GET /articles/{id}/tags', ['1', '4'], undefined],
  ['GET /articles?page[size]=1&page[number]={id}', ['2', '3', '4'], undefined],
  ['PATCH /articles/{id}', ['1', '2', '3', '4'], title],
];

function compareAll(senderFor: () => ReturnType<typeof senderOf>): void {
  test.each(cases)('%s', async (line, ids, body) => {
    const send = senderFor();
    const answers = [];
    for (const id of ids) answers.push(await send(line, id, body));
    for (const { status, statements } of answers)
      expect({ status, statements }).toEqual({ status: 200, statements: answers[0]?.statements });
  });
}

describe.each(databases.filter(({ missing }) => missing === undefined))('$name', ({ open }) => {
  const statements: string[] = [];
  const used = useDatabase(open, script, statements);
  compareAll(() =>
    senderOf(
      createKyselySources(api, used.db, {
        articles: {
          table: 'article',
          idType: 'integer',
          relationships: {
            author: { column: 'author' },
            editor: { column: 'editor' },
            subject: { column: 'subject', typeColumn: 'kind' },
            tags: { through: 'tagged', from: 'article', to: 'place' },
          },
        },
        people: { table: 'person', relationships: { boss: { column: 'boss' } } },
        places: { table: 'place' },
      } as never),
      statements,
    ),
  );
});

describe('memory', () => {
  compareAll(() =>
    senderOf(
      createMemorySources(api, {
        articles: [
          { id: '1', title: 't' },
          { id: '2', title: 't', author: '1' },
          { id: '3', title: 't', author: '1', editor: '1', subject: { type: 'people', id: '1' } },
          { id: '4', title: 't', subject: { type: 'places', id: 'a' }, tags: ['a'] },
          { id: '5', title: 't', editor: '1' },
        ],
        people: [
          { id: '1', hidden: 1 },
          { id: '2', hidden: 0 },
          { id: '3', hidden: 0, boss: '1' },
        ],
        places: [{ id: 'a', hidden: 1 }],
      }),
      [],
    ),
  );
});
