/** The configuration of VitePress. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, type Logger } from 'vite';
import { type DefaultTheme, defineConfig, type UserConfig } from 'vitepress';
import { root } from '../../../../scripts/workspace.ts';
import { deadLinks } from './check-links.ts';
import { compilerAssets, compilerFiles } from './client-compiler.ts';
import { externalScripts } from './content-policy.ts';
import { examples } from './examples.ts';
import { writeExplorer } from './explorer-page.ts';
import { firstScreen } from './first-page-requests.ts';
import { classesForStyles, namedColors } from './highlight.ts';
import { adaptMarkdown, slugify } from './markdown.ts';
import { base, pageFiles, pagePath, published, repository } from './page-paths.ts';
import { playgroundExamples } from './playground-examples.ts';
import { englishZod, mainLandmarks, sidebarButtons, vueOfTheSite } from './plugins.ts';
import { projectArchives } from './project-packages.ts';
import { sidebar } from './sidebar.ts';
import { canonicalUrl, descriptionOf, isGenerated, writeTextPages } from './text-pages.ts';
import { typeHints } from './types/type-hints.ts';

/** The warnings so far, and the logger that collects them. */
interface Warnings {
  readonly logger: Logger;
  readonly strings: readonly string[];
}

/** Creates a logger that keeps each warning, and still writes it. */
function createWarnings(logger: Logger = createLogger()): Warnings {
  const strings: string[] = [];
  const keep =
    (write: Logger['warn']): Logger['warn'] =>
    (text, options) => {
      strings.push(text);
      write(text, options);
    };
  return { logger: { ...logger, warn: keep(logger.warn), warnOnce: keep(logger.warnOnce) }, strings };
}

const folder = join(root, 'packages/internal/site');
/** The first page: the README below the first screen. */
const firstPage = {
  title: 'JSON:API 1.1 for TypeScript',
  description: 'Declare your types once. Get the server, its checks, and a typed client.',
  frontmatter: { layout: 'home' },
};
const scripts = new Map<string, string>();
const warnings = createWarnings();
const compiled = compilerFiles();
const [compiler, archives] = [compilerAssets(compiled), await projectArchives()];

/** VitePress over the Markdown files of the repository. */
export const config: UserConfig<DefaultTheme.Config> = defineConfig({
  title: 'Linkage',
  description: 'JSON:API 1.1 server, serializer, and validator for TypeScript',
  lang: 'en-US',
  base,
  srcDir: root,
  outDir: process.env['SITE_OUT'] ?? join(folder, 'dist'),
  cacheDir: join(root, '.cache/site'),
  srcExclude: [
    '.changeset/**',
    '.cache/**',
    'tarballs/**',
    'SECURITY.md',
    '**/CHANGELOG.md',
    '**/fixtures/**',
    'packages/internal/site/README.md',
  ],
  rewrites: (file) => pagePath(file),
  // One page at a time: the index of the search has the order in which pages are read, and two builds must be equal.
  buildConcurrency: 1,
  // One file for what all pages share, instead of an inline script in each.
  metaChunk: true,
  // The index of the search and the reference of core are large, and load only when a reader needs them.
  vite: {
    publicDir: join(folder, 'public'),
    plugins: [vueOfTheSite, mainLandmarks, sidebarButtons],
    build: {
      chunkSizeWarningLimit: 2_000,
      // Zod has comments for another bundler.
      rollupOptions: { onwarn: (it, warn) => (it.code === 'INVALID_ANNOTATION' ? undefined : warn(it)) },
    },
    // A worker of the sandbox is one file, because its frame can load nothing.
    worker: { format: 'iife', plugins: () => [englishZod], rollupOptions: { output: { inlineDynamicImports: true } } },
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
    customLogger: warnings.logger,
    define: {
      SITE_EXAMPLES: JSON.stringify(examples()),
      SITE_FIRST_SCREEN: JSON.stringify(await firstScreen(compiled, archives.example.name)),
      SITE_COMPILER: JSON.stringify({ compiler: base + compiler.compiler.name, files: base + compiler.files.name }),
      SITE_PACKAGES: JSON.stringify(base + archives.packages.name),
      PLAYGROUND_EXAMPLES: JSON.stringify(playgroundExamples()),
    },
  },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:image', content: `${published}social-card.png` }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ],
  // The transition would need an inline style sheet.
  appearance: { disableTransition: false },
  markdown: {
    theme: namedColors,
    codeTransformers: [typeHints, classesForStyles],
    anchor: { slugify },
    config: adaptMarkdown,
  },
  themeConfig: {
    logo: '/logo.svg',
    outline: [2, 3],
    search: { provider: 'local', options: { detailedView: false } },
    sidebar: [...sidebar()],
    nav: [
      { text: 'Contents', link: '/contents' },
      { text: 'Playground', link: '/playground/' },
      // Not a page of VitePress, which would look for it in itself.
      { text: 'Explorer', link: '/explore/', target: '_self' },
      { text: 'Validator', link: '/validate/' },
      { text: 'API', link: '/reference/' },
      { text: 'Rules', link: '/rules' },
      { text: 'Errors', link: '/errors' },
    ],
    notFound: {
      title: 'This page does not exist',
      quote: 'Search for it, or begin on the first page.',
      linkText: 'First page',
      // By default, a screen reader reads another string than the link has.
      linkLabel: 'First page',
    },
    editLink: { pattern: `${repository}/edit/main/:path`, text: 'Edit this page' },
    socialLinks: [{ icon: 'github', link: repository }],
  },
  lastUpdated: true,
  sitemap: { hostname: published },
  transformPageData: (page) => {
    const file = page.filePath;
    // A package has the same heading.
    const title = file.startsWith('docs/reference/') ? `Reference: ${page.title}` : page.title;
    const frontmatter = isGenerated(file) ? { ...page.frontmatter, editLink: false } : page.frontmatter;
    return {
      ...page,
      title,
      description: descriptionOf(file),
      frontmatter,
      ...(page.relativePath === 'index.md' ? firstPage : {}),
    };
  },
  transformHead: ({ page, title, description }) => {
    if (page === '404.md') return [];
    const address = canonicalUrl(page);
    return [
      ['link', { rel: 'canonical', href: address }],
      ['meta', { property: 'og:title', content: title }],
      ['meta', { property: 'og:description', content: description }],
      ['meta', { property: 'og:url', content: address }],
    ];
  },
  transformHtml: (html) => externalScripts(html, base, scripts),
  buildEnd: async ({ outDir }) => {
    mkdirSync(join(outDir, 'assets'), { recursive: true });
    for (const [name, text] of scripts) writeFileSync(join(outDir, 'assets', name), text);
    for (const { name, content } of [...Object.values(compiler), ...Object.values(archives)])
      writeFileSync(join(outDir, name), content);
    writeTextPages(outDir);
    await writeExplorer(outDir, base);
    const dead = deadLinks(outDir, base);
    if (dead.length > 0) throw new Error(`The site has ${dead.length} dead links:\n${dead.join('\n')}`);
    if (warnings.strings.length > 0) throw new Error(`The build has warnings:\n${warnings.strings.join('\n')}`);
    if (pageFiles.size === 0) throw new Error('The site does not have pages');
  },
});
