/** The navigation: the sections of docs/README.md in their order, then the pages that it does not list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { root } from '../../../../scripts/workspace.ts';
import { linkTarget, pageFiles, pageUrl } from './page-paths.ts';

const index = 'docs/README.md';
/** Titles of sections that make sense on their own page only. */
const titles: Readonly<Record<string, string>> = { 'Ten tasks': 'Start' };

interface Entry {
  readonly text: string;
  readonly link: string;
}

/** Returns the first heading of a Markdown file without its marks. */
export function titleOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  return (/^# (.+)$/m.exec(text)?.[1] ?? file).replace(/[`*]/g, '');
}

/** Returns the links of a section to pages, each page once. */
function entriesOf(section: string, seen: Set<string>): readonly Entry[] {
  return [...section.matchAll(/(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g)].flatMap(([, text = '', link = '']) => {
    const target = linkTarget(index, link);
    if (!target.startsWith('/') || target.includes('#') || seen.has(target)) return [];
    seen.add(target);
    return [{ text: text.charAt(0).toUpperCase() + text.slice(1), link: target }];
  });
}

/** Returns the entries of the files that no section has yet. */
function unlisted(isMeant: (file: string) => boolean, seen: Set<string>): readonly Entry[] {
  const files = [...pageFiles].filter((file) => isMeant(file) && !seen.has(pageUrl(file)));
  for (const file of files) seen.add(pageUrl(file));
  return files.map((file) => ({ text: titleOf(file), link: pageUrl(file) }));
}

/** Returns the groups of the navigation, which together contain every page. `text` is that of docs/README.md. */
export function sidebar(text: string = readFileSync(join(root, index), 'utf8')): readonly DefaultTheme.SidebarItem[] {
  const contents = { text: 'All pages', link: pageUrl(index) };
  const seen = new Set(['/', contents.link, pageUrl('packages/internal/site/pages/validate/index.md')]);
  const groups = text
    .split(/^## /m)
    .slice(1)
    .flatMap((section, position) => {
      const title = section.slice(0, section.indexOf('\n'));
      const items = [...(position === 0 ? [contents] : []), ...entriesOf(section, seen)];
      return items.length === 0 ? [] : [{ text: titles[title] ?? title, items: [...items] }];
    });
  // Scripts write pages that the index does not list yet: `docs/reliability.md`.
  const generated = unlisted((file) => /^docs\/[^/]+\.md$/.test(file), seen);
  const complete = groups.map(({ text: title, items }) => ({
    text: title,
    items: [...items, ...(title === 'Reference' ? generated : [])],
  }));
  const others = [
    { text: 'API reference', prefix: 'docs/reference/' },
    { text: 'Packages', prefix: 'packages/' },
    { text: 'Decisions', prefix: 'docs/decisions/' },
    { text: 'Other pages', prefix: '' },
  ].map(({ text: title, prefix }) => ({ text: title, items: [...unlisted((file) => file.startsWith(prefix), seen)] }));
  return [...complete, ...others].filter(({ items }) => items.length > 0);
}
