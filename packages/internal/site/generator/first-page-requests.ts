/** The requests of the first page with their responses, which a real server computes during the build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeToHtml } from 'shiki';
import { root } from '../../../../scripts/workspace.ts';
import type { FirstScreenData, ShownRequest } from '../page/first-screen/first-screen-data.ts';
import { answerQuestion } from '../page/playground/worker/answer-question.ts';
import { defaultChoices } from '../page/validator/choices.ts';
import { formatFragment } from '../page/validator/fragment.ts';
import { firstNumbers } from './first-numbers.ts';
import { classesForStyles, namedColors } from './highlight.ts';
import { firstExample } from './playground-examples.ts';

const requests: readonly Omit<ShownRequest, 'status' | 'html' | 'fragment'>[] = [
  { label: 'Include the author', method: 'GET', target: '/articles/1?include=author' },
  { label: 'Only some fields', method: 'GET', target: '/articles?fields[articles]=title' },
  { label: 'A page', method: 'GET', target: '/articles?page[size]=1' },
  { label: 'A misspelled name', method: 'GET', target: '/articles?include=autor' },
  {
    label: 'An invalid document',
    method: 'POST',
    target: '/articles',
    body: JSON.stringify({ data: { type: 'articles', attributes: { title: '' } } }),
  },
];

/** Returns a code as HTML with colors. */
function colored(code: string, lang: 'json' | 'ts'): Promise<string> {
  return codeToHtml(code, { lang, theme: namedColors, transformers: [classesForStyles] });
}

/** Returns the lines after the declaration of the first example of the README. */
function serverLines(): string {
  const [, lines] = readFileSync(join(root, 'docs/examples/twelve-lines.ts'), 'utf8').split('\n});\n');
  if (lines === undefined) throw new Error('docs/examples/twelve-lines.ts does not have lines after its declaration.');
  return lines.trim();
}

/** Returns what the first page shows before the playground loads: its declaration, and the requests with their responses. */
export async function firstScreen(): Promise<FirstScreenData> {
  const example = firstExample();
  const shown = requests.map(async (request): Promise<ShownRequest> => {
    const { status, text } = await answerQuestion({ ...example, ...request, view: 'document' });
    if (status === undefined || text === undefined) throw new Error(`The first page does not show: ${request.label}`);
    const choices = { ...defaultChoices, isSparse: request.target.includes('fields[') };
    return { ...request, status, html: await colored(text, 'json'), fragment: await formatFragment({ text, choices }) };
  });
  return {
    example,
    declaration: await colored(example.declaration, 'ts'),
    server: await colored(serverLines(), 'ts'),
    requests: await Promise.all(shown),
    numbers: firstNumbers(),
  };
}
