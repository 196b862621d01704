/** Reads the Markdown pages of the repository: code blocks, headings, links, and sentences. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.ts';

/** A fenced code block. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** The text of an HTML comment on the line above the block, or undefined if there is none. */
  readonly comment: string | undefined;
  /** Where the code begins and ends in the page. */
  readonly start: number;
  readonly end: number;
}

/** A page, by its path from the root of the repository. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** The pages that scripts write from the code or from measurements. */
export const generatedPages: ReadonlySet<string> = new Set([
  'docs/benchmarks.md',
  'docs/compatibility.md',
  'docs/coverage.md',
  'docs/databases.md',
  'docs/errors.md',
  'docs/reliability.md',
  'docs/requirements.md',
  'docs/rules.md',
  'docs/changes.md',
]);

/** Returns the pages that match the patterns, in the order of their paths. */
export function readPages(patterns: readonly string[]): readonly Page[] {
  return [...patterns]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Returns the code blocks of a page, in order. */
export function blocksOf(text: string): readonly Block[] {
  const fences = /^(?:<!-- (?<comment>[^\n]*) -->\n)?(?<open>```(?<language>[\w-]*)\n)(?<code>[\s\S]*?)^```$/gm;
  return [...text.matchAll(fences)].map((match) => {
    const { comment, language = '', code = '', open = '' } = match.groups ?? {};
    const start = match.index + match[0].indexOf(open) + open.length;
    return { language, code, comment, start, end: start + code.length };
  });
}

/** Returns a page without its code blocks and comments. */
export function proseOf(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/<!--[\s\S]*?-->/g, '');
}

/** Returns the fragment of a heading, as GitHub derives it. */
export function slugOf(heading: string): string {
  const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-');
}

/** Returns every fragment that a link to this page can have. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set([...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name = '']) => name));
  const counts = new Map<string, number>();
  for (const [, heading = ''] of proseOf(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugOf(heading.trim());
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

/** Returns the targets of all links and images of a page. */
export function linksOf(text: string): readonly string[] {
  const prose = proseOf(text).replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** Returns the sentences of the prose, each table cell and list item on its own. */
export function sentencesOf(text: string): readonly string[] {
  const plain = proseOf(text)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[.!?|]/g, '').replace(/\s+/g, '_'));
  const parts = plain.split(/\n\s*\n|\n(?=\s*(?:[-*>#|]|\d+\.) ?)|(?<!\\)\|/);
  return parts
    .map((part) => part.replace(/^[\s>#*-]+/, '').replace(/\s+/g, ' '))
    .flatMap((part) => part.split(/(?<=[.!?])\s+(?=\S)/))
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** Returns the number of words of a sentence. */
export function wordCount(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
