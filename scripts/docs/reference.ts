/** Writes the API reference from the doc comments and signatures of the sources, and from docs/examples. */
import { join } from 'node:path';
import { readPackages } from '../workspace.ts';
import { type Declaration, declarationsOf, exportedNames } from './declarations.ts';
import { pages, tasks } from './reference-pages.ts';
import { usageOf } from './usages.ts';

interface EntryPoint {
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

const HEAD = '<!-- Written by scripts/docs/write-docs.ts; changes by hand are lost. -->\n\n';

const packageOf = (name: string): string => name.split('/').slice(0, 2).join('/');

/** Returns the page of a section of an entry point. */
function pageOf(entry: string, section: string): string {
  const page = pages[`${entry}: ${section}`] ?? pages[entry] ?? pages[packageOf(entry)];
  if (page === undefined) throw new Error(`${entry} does not have a page of the reference.`);
  return page;
}

/** Returns the public entry points, except those for the packages themselves: `internal`, and what only their commands run. */
function entryPoints(): readonly EntryPoint[] {
  const files = readPackages()
    .filter(({ isPublic }) => isPublic)
    .flatMap(({ name, folder, exports }) =>
      Object.entries(exports)
        .filter(([path, file]) => path !== './internal' && !file.endsWith('.js'))
        .map(([path, file]) => [name + path.slice(1), join(folder, file)] as const),
    );
  const importable = files.flatMap(([, file]) => exportedNames(file));
  const shownOf = new Map(files.map(([name]) => [packageOf(name), new Set(importable)]));
  return files.map(([name, file]) => ({
    name,
    declarations: declarationsOf(file, shownOf.get(packageOf(name)) ?? new Set(importable)),
  }));
}

/** Formats a doc comment: tags become paragraphs. Examples of comments are omitted: the page shows tested ones. */
function formatComment(comment: string): string {
  const [text = '', ...tags] = comment.split(/^(?=@\w)/m);
  const lines = tags.flatMap((tag) => {
    const [, kind = '', content = ''] = /^@(\w+)\s*([\s\S]*)$/.exec(tag.trim()) ?? [];
    const words = content.replace(/\s+/g, ' ').trim();
    if (kind === 'param') return `- ${words.replace(/^(\w+)/, '`$1`:')}`;
    if (kind === 'throws') return `- **Throws** ${words.replace(/^\{(\w+)\}/, '`$1`')}`;
    if (kind === 'returns') return `- **Returns** ${words}`;
    if (kind === 'see') return `- **See** <${words}>`;
    return [];
  });
  return [text.trim(), lines.join('\n')].filter(Boolean).join('\n\n');
}

function formatDeclaration({ name, kind, signature, comment }: Declaration): string {
  const usage = kind === 'type' ? undefined : usageOf(name);
  const example =
    usage === undefined
      ? undefined
      : `From [${usage.path.replace('docs/', '')}](../${usage.path.replace('docs/', '')}):\n\n\`\`\`ts\n${usage.code}\n\`\`\``;
  const code = `\`\`\`ts\n${signature}\n\`\`\``;
  return [`### ${name}`, formatComment(comment), code, example].filter(Boolean).join('\n\n');
}

function formatEntryPoint({ name, declarations }: EntryPoint): string {
  const sections = [...new Set(declarations.map(({ section }) => section))];
  const parts = sections.flatMap((section) => {
    const title = sections.length === 1 && section === 'Exports' ? `## ${name}` : `## ${name}: ${section}`;
    return [title, ...declarations.filter((it) => it.section === section).map(formatDeclaration)];
  });
  return parts.join('\n\n');
}

/** Returns the first sentence of a doc comment. */
export function firstSentence(comment: string): string {
  const text = comment.split(/^@\w/m)[0]?.replace(/\s+/g, ' ').trim() ?? '';
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

/** Returns the links to all declarations. Names that differ only in case get numbered fragments, as GitHub does. */
function linksTo(entries: readonly EntryPoint[]): ReadonlyMap<Declaration, string> {
  const counts = new Map<string, number>();
  const links = new Map<Declaration, string>();
  for (const { name: entry, declarations } of entries) {
    const sections = [...new Set(declarations.map(({ section }) => section))];
    for (const declaration of sections.flatMap((section) => declarations.filter((it) => it.section === section))) {
      const target = `${pageOf(entry, declaration.section)}.md#${declaration.name.toLowerCase()}`;
      const count = counts.get(target) ?? 0;
      counts.set(target, count + 1);
      links.set(declaration, `[\`${declaration.name}\`](${target}${count === 0 ? '' : `-${count}`})`);
    }
  }
  return links;
}

function indexOf(entries: readonly EntryPoint[]): string {
  const links = linksTo(entries);
  const parts = entries.map(({ name, declarations }) => {
    const values = declarations.filter(({ kind }) => kind !== 'type');
    const types = declarations.filter(({ kind }) => kind === 'type');
    const link = (it: Declaration) => links.get(it);
    const rows = values.map((it) => `| ${link(it)} | ${firstSentence(it.comment).replaceAll('|', '\\|')} |`);
    const table = ['| Export | Purpose |', '| --- | --- |', ...rows].join('\n');
    return [`## ${name}`, table, types.length === 0 ? '' : `Types: ${types.map(link).join(', ')}`]
      .filter(Boolean)
      .join('\n\n');
  });
  const intro =
    'Every export of every package, from the doc comments of the code, with a tested example for each function.';
  return [`${HEAD}# API reference`, intro, ...parts].join('\n\n');
}

/** Returns every public declaration of every package. */
export function publicDeclarations(): readonly Declaration[] {
  return entryPoints().flatMap(({ declarations }) => declarations);
}

/** Returns the entry points with the declarations of a page. */
function entriesOn(page: string, entries: readonly EntryPoint[]): readonly EntryPoint[] {
  return entries
    .map(({ name, declarations }) => ({
      name,
      declarations: declarations.filter(({ section }) => pageOf(name, section) === page),
    }))
    .filter(({ declarations }) => declarations.length > 0);
}

/** Returns the pages of the reference by path. */
export function referencePages(): ReadonlyMap<string, string> {
  const entries = entryPoints();
  const written = new Map([['docs/reference/README.md', `${indexOf(entries)}\n`]]);
  for (const page of new Set(Object.values(pages))) {
    const members = entriesOn(page, entries);
    const names = [...new Set(members.map(({ name }) => packageOf(name)))].join(', ');
    const title = tasks[page] === undefined ? names : `${names}: ${tasks[page]}`;
    written.set(
      `docs/reference/${page}.md`,
      `${[`${HEAD}# ${title}`, ...members.map(formatEntryPoint)].join('\n\n')}\n`,
    );
  }
  return written;
}
