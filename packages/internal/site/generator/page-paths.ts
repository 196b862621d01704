/** The pages of the site: where each file of the repository is published. */
import { existsSync, globSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../../../../scripts/workspace.ts';

/** The folder of the repository's files on the web. */
export const repository = 'https://github.com/linkage-js/linkage';

/** The address of the published site. */
export const published = 'https://linkage-js.github.io/linkage/';

/** The path under which a host serves the site: `/linkage/` on GitHub Pages. */
export const base: string = process.env['SITE_BASE'] ?? '/';

const sources = [
  'README.md',
  'docs/**/*.md',
  'packages/{*,{adapters,sources,tools,internal}/*}/README.md',
  'packages/internal/site/pages/**/*.md',
];

/** Returns the path of a page of the site, such as `guide/errors.md`, for a Markdown file of the repository. */
export function pagePath(file: string): string {
  if (file === 'README.md') return 'index.md';
  if (file === 'docs/README.md') return 'contents.md';
  return file
    .replace(/^packages\/(?:internal\/)?site\/pages\//, '')
    .replace(/^packages\/(?:[^/]+\/)?([^/]+)\/README\.md$/, 'packages/$1.md')
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '/index.md');
}

/** The Markdown files that are pages, from the root of the repository. */
export const pageFiles: ReadonlySet<string> = new Set(
  sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== 'packages/internal/site/README.md' && !file.includes('/node_modules/'))
    .sort(),
);

/** Returns the path of a page's URL: `/guide/errors.html`. */
export function pageUrl(file: string): string {
  return `/${pagePath(file)}`.replace(/\.md$/, '.html').replace(/\/index\.html$/, '/');
}

/**
 * Returns where a link of a Markdown file leads on the site. A file that is not a page leads to the repository. Links to other hosts stay.
 *
 * @throws {Error} If the link leads to a file that does not exist.
 */
export function linkTarget(file: string, link: string): string {
  const local = link.startsWith(`${repository}/blob/main/`)
    ? link.slice(`${repository}/blob/main/`.length)
    : localPath(file, link);
  if (local === undefined) return link;
  const [path = '', fragment] = local.split('#');
  const hash = fragment === undefined ? '' : `#${fragment}`;
  const page = [path, posix.join(path, 'README.md')].find((it) => pageFiles.has(it));
  if (page !== undefined) return pageUrl(page) + hash;
  if (!existsSync(join(root, path))) throw new Error(`${file}: the link ${link} leads to a file that does not exist`);
  const kind = statSync(join(root, path)).isDirectory() ? 'tree' : 'blob';
  return `${repository}/${kind}/main/${path}${hash}`;
}

/** Returns the path of a relative link from the root of the repository, or `undefined` for other links. */
function localPath(file: string, link: string): string | undefined {
  if (/^[a-z][a-z+.-]*:|^\/|^#/i.test(link)) return undefined;
  return posix.join(posix.dirname(file), link).replace(/\/(?=#|$)/, '');
}
