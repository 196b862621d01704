import { DatabaseSync } from 'node:sqlite';
import { createKyselySources, createNodeSqliteDialect, explainStatements } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { firstExample } from '../generator/playground-examples.ts';
import { createDemoServer } from '../page/explore/demo-server.ts';
import { renamedRecords } from '../page/first-screen/renamed-records.ts';
import { clientHtml, statementsHtml } from '../page/first-screen/shown-text.ts';
import { statementsOf } from '../page/first-screen/statements.ts';
import { answerQuestion } from '../page/playground/worker/answer-question.ts';
import { readDeclaration } from '../page/playground/worker/run-declaration.ts';

describe('the statements of the first page', () => {
  const apiOf = (declaration: string) => {
    const { api } = readDeclaration(declaration);
    if (api === undefined) throw new Error('The declaration has a mistake.');
    return api;
  };

  test.each(['/articles/1?include=author', '/articles?fields[articles]=title', '/articles?include=autor'])(
    '%s executes those of a real database',
    async (url) => {
      const api = apiOf(firstExample().declaration);
      const database = new DatabaseSync(':memory:');
      database.exec(`create table people (id text primary key, name text); insert into people values ('9', 'Dan');
        create table articles (id text primary key, title text, author_id text); insert into articles values ('1', 'Hello', '9')`);
      const executed: string[] = [];
      const dialect = explainStatements(createNodeSqliteDialect(database), ({ sql }) => executed.push(sql));
      const mapping = {
        articles: { table: 'articles', relationships: { author: { column: 'author_id' } } },
        people: { table: 'people' },
      };
      const sources = createKyselySources(api, new Kysely<unknown>({ dialect }), mapping as never);
      await createServer(api, sources as never).handle({ method: 'GET', url, headers: {} });
      const shown = await statementsOf(api, { target: url });
      expect(shown.map((it) => it.replaceAll('\n', ' '))).toEqual(executed);
    },
  );

  test('follow relationships of each kind', async () => {
    const api = apiOf(`defineApi({
      articles: { attributes: { title: z.string() }, relationships: { author: toOne('people'), tags: toMany('tags') } },
      people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
      tags: { attributes: { name: z.string() } },
    })`);
    const shown = (await statementsOf(api, { target: '/people?include=articles.tags' })).join(';');
    for (const name of ['"people"', '"articles"', '"author_id"', '"articles_tags"', '"tags"'])
      expect(shown).toContain(name);
  });

  test('are text, and a rejected request says that it has none', () => {
    expect(statementsHtml(['select "a" from b where c < 1'])).toContain('c &lt; 1');
    expect(statementsHtml([])).toContain('rejects');
  });
});

test('a line of the client is marked if it is wrong, and has its type if not', () => {
  const notes = [
    { line: 0, text: 'Array<string>', isError: false },
    { line: 1, text: "Did you mean '<b>'?", isError: true },
  ];
  const html = clientHtml({ lines: ['<i>a</i>', '<i>b</i>'] }, notes);
  expect(html).toContain('<i>a</i> <span class="type">// Array&lt;string&gt;</span>');
  expect(html).toContain(`<span class="wrong"><i>b</i></span>\n<span class="message">Did you mean '&lt;b&gt;'?</span>`);
});

test('the server of the explorer has 400 issues, one with a wrong estimate, and reads and writes in memory', async () => {
  const server = createDemoServer('/explore/api');
  const ask = async (url: string) => {
    const { status, body } = await server.handle({ method: 'GET', url, headers: {} });
    return { status, document: JSON.parse(String(body)) };
  };
  const wrong = await ask('/issues?filter[hours][gt]=100&include=assignee,project,labels');
  expect(wrong.status).toBe(200);
  expect(wrong.document.data.map(({ id }: { readonly id: string }) => id)).toEqual(['272']);
  const counted = await ask('/projects?page[size]=1&include=issues');
  expect(counted.status).toBe(200);
});

test('the records of the first page follow renamed and removed attributes', async () => {
  const example = firstExample();
  const renamed = async (from: string, to: string) => {
    const declaration = example.declaration.replace(from, to);
    const { description } = await answerQuestion({ ...example, declaration, view: 'document' });
    return JSON.parse(renamedRecords(example.records, description));
  };
  expect((await renamed('name:', 'nam:')).people).toEqual([{ id: '9', nam: 'Dan' }]);
  expect((await renamed('name: z.string()', '')).people).toEqual([{ id: '9' }]);
  expect(await renamed('name:', 'name:')).toEqual(JSON.parse(example.records));
});
