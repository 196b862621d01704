/**
 * The text that an editor shows of the most used functions where an application calls them, as the language service of TypeScript says it. The functions
 * are those that the examples of the documentation call most. Decision 041 says why some have more lines.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type ts from 'typescript-5.9';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../packages/core/test/runs.ts';
import { root } from '../workspace.ts';
import { emitDeclarations } from './declarations.ts';
import { hoverAt, messagesIn, openEditor } from './language-service.ts';

const folder = join(root, '.cache', 'hovers');
/** The width of a line in characters, and the number of lines that an editor shows without scrolling. */
const width = 120;
const maxLines = 6;

const declaration = `defineApi({
  articles: {
    attributes: { title: z.string(), views: attribute(z.int().default(0), { filter: true }) },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  comments: { attributes: { body: z.string(), likes: z.int() }, relationships: { article: toOne('articles') } },
  people: { attributes: { name: z.string(), email: z.email() }, relationships: { articles: toMany('articles') } },
  tags: { attributes: { name: z.string() } },
  teams: { attributes: { name: z.string() }, relationships: { members: toMany('people') } },
});`;
const named = `const declared = ${declaration}
type Declared = typeof declared;
export interface Blog extends Declared {}
export const api: Blog = declared;`;

const applicationOf = (api: string): string => `import { createClient } from '@linkage/client';
import { attribute, buildDocument, defineApi, errorObject, parseCreate, serialize, toMany, toOne, validateDocument } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createKyselySources } from '@linkage/kysely';
import { toNodeHandler } from '@linkage/node';
import { createMemorySources, createServer } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

interface Database {
  readonly article: { readonly id: string; readonly title: string; readonly views: number; readonly author_id: string };
  readonly comment: { readonly id: string; readonly body: string; readonly likes: number; readonly article_id: string };
  readonly person: { readonly id: string; readonly name: string; readonly email: string; readonly team_id: string };
  readonly tag: { readonly id: string; readonly name: string };
  readonly team: { readonly id: string; readonly name: string };
}
declare const db: Kysely<Database>;
${api}
const sources = createKyselySources(api, db, {
  articles: { table: 'article', relationships: { author: { column: 'author_id' }, comments: { foreignKey: 'article_id' } } },
  comments: { table: 'comment', relationships: { article: { column: 'article_id' } } },
  people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
  tags: { table: 'tag' },
  teams: { table: 'team', relationships: { members: { foreignKey: 'team_id' } } },
});
export const memory = createMemorySources(api, { articles: [{ id: '1', title: 'Hello', views: 1, author: '9' }] });
export const server = createServer(api, sources, {
  context: ({ headers }) => ({ tenant: String(headers['x-tenant']) }),
  access: { articles: { read: ({ tenant }) => tenant !== '', create: () => true } },
});
export const handlers = [toFetchHandler(server), toNodeHandler(server)];
export const client = createClient<typeof api>({ baseUrl: '/api' });
const record = { id: '1', title: 'Hello', views: 1, author: '9' };
export const document = buildDocument(api, 'articles', record, { include: ['author'] });
export const text = serialize(api, 'articles', [record], { include: ['comments'] });
export const input = parseCreate(api, 'articles', '');
export const result = validateDocument(document, { as: 'response' });
export const error = errorObject('NOT_FOUND', 'There is no such article.');
`;

/** The functions with more lines, by the form of the API. These numbers can only fall. */
const above: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  named: {
    ...{ createServer: 10, attribute: 8, defineApi: 64, createKyselySources: 15 },
    ...{ serialize: 16, buildDocument: 23 },
  },
  unnamed: {
    ...{ createServer: 36, attribute: 8, defineApi: 64, createMemorySources: 33, createKyselySources: 36 },
    ...{ serialize: 41, buildDocument: 41, parseCreate: 33, createClient: 33 },
  },
};

const functions = [
  ...['createServer', 'attribute', 'defineApi', 'toOne', 'toMany', 'createMemorySources', 'createKyselySources'],
  ...['toFetchHandler', 'toNodeHandler', 'errorObject'],
  ...['validateDocument', 'serialize', 'buildDocument', 'parseCreate', 'createClient'],
];
const applications: Readonly<Record<string, string>> = {
  named: applicationOf(named),
  unnamed: applicationOf(`export const api = ${declaration}`),
};
const fileOf = (form: string): string => join(folder, `${form}.ts`);
let service: ts.LanguageService;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const packages = ['core', 'server', 'client', 'kysely', 'fetch', 'node'].map((it) => `@linkage/${it}`);
  const strings = new Map(Object.entries(applications).map(([form, text]) => [fileOf(form), text]));
  ({ service } = openEditor(strings, folder, await emitDeclarations(packages)));
}, 120_000);

/** Returns the lines of the signature that an editor shows at the call of a function. */
function hoverOf(form: string, name: string): readonly string[] {
  const at = (applications[form] ?? '').search(new RegExp(`(?<=[=:[,] |\\[)${name}[(<]`));
  return hoverAt(service, fileOf(form), at)
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'g')) ?? ['']);
}

describe.skipIf(!isLong).each(Object.keys(applications))(`with an API that is %s${skippedInShort}`, (form) => {
  test('the application compiles', () => {
    expect(messagesIn(service, fileOf(form))).toEqual([]);
  });

  test.each(functions)('the signature of %s', (name) => {
    const lines = hoverOf(form, name);
    expect(lines.join('')).toContain(name);
    const limit = above[form]?.[name];
    if (limit === undefined) expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(maxLines);
    // Fewer lines fail, too: write the new number then.
    else expect(lines.length, lines.join('\n')).toBe(limit);
  });
});
