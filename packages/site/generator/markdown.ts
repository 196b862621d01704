/** Changes to the Markdown of the repository, which GitHub shows as well. */
import type { MarkdownOptions } from 'vitepress';
import { slugOf } from '../../../scripts/docs/markdown.ts';
import { linkTarget, pageFiles, pagePath } from './page-paths.ts';

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

/** Returns the tokens after the first heading and the paragraph below it: the first page shows them in large letters. */
function withoutOpening(tokens: Token[]): Token[] {
  const end = tokens.findIndex(({ type }) => type === 'paragraph_close');
  return tokens.slice(end + 1);
}

/** Adapts links, tables, and the first page. */
export function adaptMarkdown(md: MarkdownIt): void {
  md.core.ruler.push('linkage', (state) => {
    const env: { readonly relativePath?: string } = state.env;
    const file = fileOf.get(env.relativePath ?? '');
    for (const token of allTokens(state.tokens)) {
      alignByClass(token);
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null && file !== undefined) token.attrSet('href', linkTarget(file, String(href)));
    }
    if (file === 'README.md') state.tokens = withoutOpening(state.tokens);
  });
}

/** The fragments of headings are those of GitHub, so that a link works on both. */
export const slugify: (heading: string) => string = (heading) => slugOf(heading.trim());
