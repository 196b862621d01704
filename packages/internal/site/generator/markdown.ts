/** Changes to the Markdown of the repository, which GitHub shows as well. */
import type { MarkdownOptions } from 'vitepress';
import { slugOf } from '../../../../scripts/docs/markdown.ts';
import { coverageTarget } from './coverage-links.ts';
import { linkTarget, pageFiles, pagePath } from './page-paths.ts';
import { exampleMark } from './types/type-hints.ts';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];
type Token = ReturnType<MarkdownIt['parse']>[number];

/** The Markdown file of each page, by the path of the page. */
const fileOf = new Map([...pageFiles].map((file) => [pagePath(file), file]));

function allTokens(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => [token, ...(token.children ?? [])]);
}

/** Moves the alignment of table cells from a style, which the content security policy forbids, to a class. */
function alignByClass(token: Token): void {
  const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
  if (align === undefined) return;
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
  token.attrJoin('class', `align-${align}`);
}

/** Gives each cell the heading of its column, which narrow windows show above it. */
function labelCells(tokens: readonly Token[]): void {
  let labels: string[] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') labels = [];
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') {
      const children = tokens[index + 1]?.children ?? [];
      labels.push(
        children
          .map(({ content }) => content)
          .join('')
          .replaceAll(/[<>]/g, ''),
      );
    }
    if (token.type === 'td_open' && labels[column] !== '') token.attrSet('data-label', labels[column] ?? '');
    if (token.type === 'td_open') column++;
  }
}

/** The first section of the README below the first screen, which shows the program, the commands, and the numbers. */
const SECOND = 'What you get';

/** Returns the tokens of the README without what the first screen shows. */
function withoutFirstScreen(tokens: readonly Token[]): Token[] {
  const second = tokens.findIndex(
    ({ type }, index) => type === 'heading_open' && tokens[index + 1]?.content === SECOND,
  );
  if (second === -1) throw new Error(`The README does not have the section "${SECOND}" any more.`);
  return tokens.slice(second);
}

/** Returns the inline tokens with links around the names of rules and files. */
function withCoverageLinks(tokens: readonly Token[], create: (type: string, nesting: -1 | 1) => Token): Token[] {
  return tokens.flatMap((token) => {
    const target = token.type === 'code_inline' ? coverageTarget(token.content) : undefined;
    if (target === undefined) return [token];
    const open = create('link_open', 1);
    open.attrSet('href', target);
    return [open, token, create('link_close', -1)];
  });
}

/** Tells the highlighter which example a code block shows: the comment above the block names it. */
function nameExamples(tokens: readonly Token[]): void {
  for (const [position, token] of tokens.entries()) {
    const comment = tokens[position - 1];
    if (token.type !== 'fence' || comment?.type !== 'html_block') continue;
    const reference = /^<!-- (docs\/examples\/\S+\.ts(?:#\S+)?) -->$/.exec(comment.content.trim())?.[1];
    if (reference !== undefined && /^ts\b/.test(token.info)) token.info += ` ${exampleMark}${reference}`;
  }
}

/** Adapts links, tables, and the first page. */
export function adaptMarkdown(md: MarkdownIt): void {
  md.core.ruler.push('linkage', (state) => {
    const env: { readonly relativePath?: string } = state.env;
    const file = fileOf.get(env.relativePath ?? '');
    nameExamples(state.tokens);
    labelCells(state.tokens);
    for (const token of allTokens(state.tokens)) {
      alignByClass(token);
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null && file !== undefined) token.attrSet('href', linkTarget(file, String(href)));
    }
    if (file === 'docs/coverage.md') {
      for (const token of state.tokens) {
        const create = (type: string, nesting: -1 | 1): Token => new state.Token(type, 'a', nesting);
        if (token.children !== null) token.children = withCoverageLinks(token.children, create);
      }
    }
    if (file === 'README.md') state.tokens = withoutFirstScreen(state.tokens);
  });
}

/** The fragments of headings are those of GitHub, so that a link works on both. */
export const slugify: (heading: string) => string = (heading) => slugOf(heading.trim());
