/** The navigation: the sections of docs/README.md in their order. What only some readers need is closed at the end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { root } from '../../../../scripts/workspace.ts';
import { linkTarget, pageFiles, pageUrl } from './page-paths.ts';

const index = 'docs/README.md';
/** The section that repeats the pages of others, for readers of the index. */
const FIRST_TASKS = 'Ten tasks';

type Entry = DefaultTheme.SidebarItem;

/** Returns the first heading of a Markdown file without its marks. */
export function titleOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  return (/^# (.+)$/m.exec(text)?.[1] ?? file).replace(/[`*]/g, '');
}

/** Returns the pages of a line, each page of the navigation once. */
function pagesOf(line: string, seen: Set<string>): readonly Entry[] {
  return [...line.matchAll(/(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g)].flatMap(([, text = '', link = '']) => {
    const target = linkTarget(index, link);
    if (!target.startsWith('/') || target.startsWith('/packages/') || target.includes('#') || seen.has(target))
      return [];
    seen.add(target);
    return [{ text: text.charAt(0).toUpperCase() + text.slice(1), link: target }];
  });
}

/** Returns an entry for each row of a section, with the other pages of the row below it, and one for a paragraph with a bold name. */
function entriesOf(section: string, seen: Set<string>): readonly Entry[] {
  return section.split(/\n(?=\|)|\n\n/).flatMap((part): readonly Entry[] => {
    const [first, ...others] = pagesOf(part, seen);
    const title = /^\s*\*\*(.+?):\*\*/.exec(part)?.[1];
    if (first === undefined) return [];
    if (title !== undefined) return [{ text: title, collapsed: true, items: [first, ...others] }];
    return [others.length === 0 ? first : { ...first, collapsed: true, items: others }];
  });
}

/** Returns a closed group of the pages that no section has yet. */
function unlisted(title: string, isMeant: (file: string) => boolean, seen: Set<string>): readonly Entry[] {
  const files = [...pageFiles].filter((file) => isMeant(file) && !seen.has(pageUrl(file)));
  for (const file of files) seen.add(pageUrl(file));
  const items = files.map((file) => ({ text: titleOf(file), link: pageUrl(file) }));
  return items.length === 0 ? [] : [{ text: title, collapsed: true, items }];
}

/** Returns the groups of the navigation, which together contain every page. `text` is that of docs/README.md. */
export function sidebar(text: string = readFileSync(join(root, index), 'utf8')): readonly Entry[] {
  const contents = { text: 'All pages', link: pageUrl(index) };
  const seen = new Set(['/', contents.link, pageUrl('packages/internal/site/pages/validate/index.md')]);
  const groups = text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const title = section.slice(0, section.indexOf('\n'));
      if (title === FIRST_TASKS) return [];
      const items = entriesOf(section.slice(title.length), seen);
      return items.length === 0 ? [] : [{ text: title, items: [...items] }];
    });
  const [learn, ...others] = groups;
  if (learn === undefined) throw new Error(`${index} has no sections with pages.`);
  const isContributing = ({ text: title }: Entry): boolean => title === 'Contributing';
  return [
    { ...learn, items: [contents, ...learn.items] },
    ...others.filter((it) => !isContributing(it)),
    ...unlisted('API reference', (file) => file.startsWith('docs/reference/'), seen),
    ...unlisted('Packages', (file) => file.startsWith('packages/'), seen),
    ...others.filter(isContributing).map((it) => ({ ...it, collapsed: true })),
    ...unlisted('Decisions', (file) => file.startsWith('docs/decisions/'), seen),
    ...unlisted('Other pages', () => true, seen),
  ];
}

/** Returns all entries of the navigation with a page, in its order. */
export function allEntries(
  entries: readonly Entry[] = sidebar(),
): readonly { readonly text: string; readonly link: string }[] {
  return entries.flatMap(({ text = '', link, items = [] }) => [
    ...(link === undefined ? [] : [{ text, link }]),
    ...allEntries(items),
  ]);
}
