/** The requests of the first page with their responses, which a real server computes during the build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeToHtml } from 'shiki';
import { root } from '../../../../scripts/workspace.ts';
import { clientNotes } from '../page/compiler/check-client.ts';
import { type CompilerFiles, createCompile } from '../page/compiler/compile.ts';
import type { FirstScreenData, ShownRequest } from '../page/first-screen/first-screen-data.ts';
import { statementsOf } from '../page/first-screen/statements.ts';
import { answerQuestion } from '../page/playground/worker/answer-question.ts';
import { readDeclaration } from '../page/playground/worker/run-declaration.ts';
import { defaultChoices } from '../page/validator/choices.ts';
import { formatFragment } from '../page/validator/fragment.ts';
import { compiler } from './client-compiler.ts';
import { firstNumbers } from './first-numbers.ts';
import { classesForStyles, namedColors } from './highlight.ts';
import { firstExample } from './playground-examples.ts';

type Request = Pick<ShownRequest, 'label' | 'method' | 'target' | 'body'> & { readonly call: string };

const requests: readonly Request[] = [
  {
    label: 'Include the author',
    method: 'GET',
    target: '/articles/1?include=author',
    call: "get('articles', '1', { include: ['author'] });\ndata.title;\ndata.author?.name;",
  },
  {
    label: 'Only some fields',
    method: 'GET',
    target: '/articles?fields[articles]=title',
    call: "list('articles', { fields: { articles: ['title'] } });\ndata[0]?.title;\ndata[0]?.author;",
  },
  {
    label: 'A page',
    method: 'GET',
    target: '/articles?page[size]=1',
    call: "list('articles', { page: { size: 1 } });\ndata[0]?.title;",
  },
  {
    label: 'A misspelled name',
    method: 'GET',
    target: '/articles?include=autor',
    call: "list('articles', { include: ['autor'] });",
  },
  {
    label: 'An invalid document',
    method: 'POST',
    target: '/articles',
    body: JSON.stringify({ data: { type: 'articles', attributes: { title: '' } } }),
    call: "create('articles', { attributes: { title: '' } });\ndata.title;",
  },
];

/** Returns a code as HTML with colors. */
function colored(code: string, lang: 'json' | 'ts'): Promise<string> {
  return codeToHtml(code, { lang, theme: namedColors, transformers: [classesForStyles] });
}

/** Returns the lines after the declaration of the first example of the README. */
function serverLines(): string {
  return readFileSync(join(root, 'docs/examples/short-server.ts'), 'utf8')
    .replace(/^.*= declared;/s, '')
    .trim();
}

/** Returns the lines of a client with colors. */
async function clientLines(code: string): Promise<readonly string[]> {
  const html = await colored(code, 'ts');
  return html.replace(/^.*?<code>|<\/code>.*$/gs, '').split('\n');
}

/** Returns what the first page shows before the playground loads: its declaration, and the requests with their responses. */
export async function firstScreen(compiled: CompilerFiles, project: string): Promise<FirstScreenData> {
  const example = firstExample();
  const { api } = readDeclaration(example.declaration);
  if (api === undefined) throw new Error('The declaration of the first page has a mistake.');
  const compile = createCompile(compiler, compiled);
  const shown = requests.map(async ({ call, ...request }): Promise<ShownRequest> => {
    const { status, text } = await answerQuestion({ ...example, ...request, view: 'document' });
    if (status === undefined || text === undefined) throw new Error(`The first page does not show: ${request.label}`);
    const choices = { ...defaultChoices, isSparse: request.target.includes('fields[') };
    const code = `const client = createClient<typeof api>({ baseUrl: '/' });\nconst { data } = await client.${call}`;
    return {
      ...request,
      status,
      html: await colored(text, 'json'),
      fragment: await formatFragment({ text, choices }),
      client: {
        code,
        lines: await clientLines(code),
        notes: clientNotes(compiler, compile, example.declaration, code),
      },
      statements: await statementsOf(api, request),
    };
  });
  return {
    example,
    declaration: await colored(example.declaration, 'ts'),
    server: await colored(serverLines(), 'ts'),
    requests: await Promise.all(shown),
    project,
    numbers: firstNumbers(),
  };
}
