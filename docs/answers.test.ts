import { expect, test } from 'vitest';
import { someOf } from '../packages/core/test/runs.ts';
import { answersOf } from '../scripts/docs/answers.ts';
import { readPages } from '../scripts/docs/markdown.ts';

const everyPage = readPages(['README.md', 'docs/**/*.md']);
const pages = everyPage.filter(({ text }) => text.includes('<!-- server: '));

test('commands that no server of a page can answer are blocks of text', async () => {
  for (const page of everyPage.filter((it) => !pages.includes(it))) expect(await answersOf(page.text)).toEqual([]);
});

test.concurrent.each(someOf(pages, 3))(
  'the servers of $path give the answers that it shows; otherwise run: node scripts/docs/write-docs.ts',
  async ({ text }) => {
    const answers = await answersOf(text);
    expect(answers.length).toBeGreaterThan(0);
    for (const { block, actual } of answers) expect(actual).toBe(block.code);
  },
);
