/** Writes the site for programs and search engines: descriptions, pages as Markdown, and lists of all pages. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedPages, proseOf } from '../../../../scripts/docs/markdown.ts';
import { root } from '../../../../scripts/workspace.ts';
import { linkTarget, pageFiles, pagePath, pageUrl, published } from './page-paths.ts';
import { allEntries, sidebar, titleOf } from './sidebar.ts';

/** The numbers of characters of a description: search engines cut longer ones. */
const MIN_DESCRIPTION = 40;
const MAX_DESCRIPTION = 200;
/** The pages of more characters are only listed in `llms-full.txt`: they are tables to look something up. */
const MAX_FULL = 60_000;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const summary =
  'JSON:API 1.1 for TypeScript: a server over SQL, a serializer, a validator, a client, and conformance tests.';

/** Returns the text of Markdown without its marks, for an attribute of HTML. */
function withoutMarks(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replaceAll('"', "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the description of a page: its first sentence without marks, or two if the first one is short. */
export function descriptionOf(file: string): string {
  if (file.startsWith('docs/reference/') && !file.endsWith('/README.md'))
    return `The exports of ${titleOf(file)}: what each does, and an example for each function.`;
  const paragraphs = proseOf(readFileSync(join(root, file), 'utf8'))
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim());
  const first = paragraphs.find((paragraph) => /^(?:\p{L}|\d|`|\*\*|\[[^\]]+\]\()/u.test(paragraph)) ?? '';
  let text = '';
  for (const { segment } of sentences.segment(withoutMarks(first.replace(/^\*\*Decision\.\*\*/, '')))) {
    if (text.length >= MIN_DESCRIPTION) break;
    text += segment;
  }
  text = text.trim();
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, text.lastIndexOf(' ', MAX_DESCRIPTION - 1))}…`;
}

/** Whether a script writes a page, so that nobody edits it by hand. */
export function isGenerated(file: string): boolean {
  return generatedPages.has(file) || file.startsWith('docs/reference/');
}

/** Returns the URL that stands for a page in search engines. */
export function canonicalUrl(page: string): string {
  return published + page.replace(/\.md$/, '.html').replace(/(^|\/)index\.html$/, '$1');
}

/** Returns a page as Markdown. Its links lead to the Markdown of other pages, and to the repository. */
export function markdownOf(file: string): string {
  const inText = (text: string): string =>
    text.replace(/(\]\()([^)\s]+)(?=\))/g, (_, open: string, link: string) => {
      const target = linkTarget(file, link);
      if (!target.startsWith('/')) return open + target;
      const [path = '', fragment] = target.slice(1).split('#');
      const page = path === '' || path.endsWith('/') ? `${path}index.md` : path.replace(/\.html$/, '.md');
      return `${open}${published}${page}${fragment === undefined ? '' : `#${fragment}`}`;
    });
  const parts = readFileSync(join(root, file), 'utf8').split(/(^```[\s\S]*?^```$)/m);
  return parts.map((part) => (part.startsWith('```') ? part : inText(part))).join('');
}

/** Writes each page as Markdown, `llms.txt` with a line for each page, and `llms-full.txt` with the pages that people read from top to bottom. */
export function writeTextPages(folder: string): void {
  const files = new Map([...pageFiles].map((file) => [pageUrl(file), file]));
  for (const file of pageFiles) {
    const path = join(folder, pagePath(file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, markdownOf(file));
  }
  const lines = ['# Linkage', '', `> ${summary}`, ''];
  const full = [...lines];
  for (const { text: title, items } of sidebar()) {
    lines.push(`## ${title}`, '');
    for (const { text, link } of allEntries(items)) {
      const file = files.get(link) as string;
      lines.push(`- [${text}](${published}${pagePath(file)}): ${descriptionOf(file)}`);
      const markdown = markdownOf(file);
      if (markdown.length <= MAX_FULL && !/^docs\/(?:decisions|reference)\//.test(file)) full.push(markdown, '');
    }
    lines.push('');
  }
  writeFileSync(join(folder, 'llms.txt'), lines.join('\n'));
  writeFileSync(join(folder, 'llms-full.txt'), full.join('\n'));
}
