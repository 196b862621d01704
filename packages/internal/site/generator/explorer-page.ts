/** The explorer as a page of the site, over a server in a worker. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { packagePath } from '../../../../scripts/workspace.ts';

const source = packagePath('site/page/explore');

/** Returns the text of a script of the page. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(source, entry)],
    ...{ bundle: true, write: false, minify: true, format: 'esm', target: 'es2022', legalComments: 'none' },
  });
  return outputFiles[0]?.text ?? '';
}

/** Writes the page and its files into the folder of the site. `base` is the path of the site. */
export async function writeExplorer(outDir: string, base: string): Promise<void> {
  // The package reads its page from the file that this module writes.
  await import('../../../tools/explorer/build-page.ts');
  const { explorerFiles } = await import('@linkage/explorer');
  // A path that the loader of this configuration does not follow: before the first build, there is no such file.
  const { page } = await import(pathToFileURL(packagePath('explorer/dist/page.js')).href);
  const folder = `${base}explore/`;
  const api = `${folder}api`;
  const find = explorerFiles(folder.slice(0, -1), {
    ...{ api, description: `${api}/-describe`, title: 'Explorer' },
    about: 'A server in your browser: 400 issues of three projects. Change what you like: it ends with this page.',
    examples: [
      { title: 'The most urgent open issues', target: '/issues?filter[status]=open&sort=priority&include=assignee' },
      { title: 'A wrong estimate', target: '/issues?filter[hours][gt]=100' },
      { title: 'A misspelled field', target: '/issues?sort=-priorty' },
    ],
  });
  const html = find(folder);
  if (html === undefined) throw new Error('The explorer does not have a page.');
  const scripts = { 'server.js': await bundle('explore-worker.ts'), 'fetch.js': await bundle('explore-fetch.ts') };
  // A policy in a page cannot say who frames it.
  const policy = html.headers['Content-Security-Policy']?.replace(/; frame-ancestors [^;]*/, '');
  const text = html.body
    .replace('<meta charset="utf-8">', `$&\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace('<body ', `<body data-server="${folder}server.js" `)
    .replace('<script type="module"', `<script type="module" src="${folder}fetch.js"></script>\n$&`);
  const files = {
    ...scripts,
    'index.html': text,
    ...Object.fromEntries(Object.keys(page.files).map((name) => [name, find(folder + name)?.body ?? ''])),
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(outDir, 'explore', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
