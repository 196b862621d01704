import { page } from '#page';
import { type ExplorerOptions, type PageOptions, readExplorerOptions } from './explorer-options.ts';

/** A file of the explorer, for hosts without `Request` and `Response`. */
export interface ExplorerFile {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the file of the explorer at a path, or `undefined` if the path is not below that of the explorer. */
export type FindExplorerFile = (path: string) => ExplorerFile | undefined;

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The logo without its details, which a tab cannot show. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0b57d0"/><path d="M25 16h-4q-6 0-6 6v5q0 5-5 5 5 0 5 5v5q0 6 6 6h4M39 16h4q6 0 6 6v5q0 5 5 5-5 0-5 5v5q0 6-6 6h-4M25 32h14" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/></svg>';

/**
 * Returns a function that finds the files of the explorer: the page at `path`, and its script and style below it. The page
 * loads nothing from other hosts, except the responses of the API.
 *
 * @param path The path of the page on its host, such as `/explorer`. "/" is the root.
 * @throws {TypeError} If the path does not begin with a slash, or an option is unknown or has a wrong value.
 */
export function explorerFiles(path: string, options: ExplorerOptions): FindExplorerFile {
  return createFileFinder('explorerFiles', path, options);
}

/** Does the work of `explorerFiles` for a public function, whose name begins the errors. */
export function createFileFinder(name: string, path: string, options: ExplorerOptions): FindExplorerFile {
  const settings = readExplorerOptions(name, options);
  if (typeof path !== 'string' || !/^\/[^?#]*$/.test(path)) {
    throw new TypeError(
      `${name}: \`path\` must be a path that begins with a slash, but it is ${JSON.stringify(path)}.`,
    );
  }
  const folder = path.endsWith('/') ? path : `${path}/`;
  const html = fileOf('text/html; charset=utf-8', htmlOf(settings, folder), {
    'Content-Security-Policy': policyOf(settings),
    'Cache-Control': 'no-cache',
    Vary: 'Accept',
  });
  const files = new Map<string, ExplorerFile>([
    [path, html],
    [folder, html],
  ]);
  for (const [file, text] of Object.entries(page.files)) {
    const type = contentTypes[file.slice(file.lastIndexOf('.') + 1)] ?? 'text/plain';
    files.set(folder + file, fileOf(type, text, { 'Cache-Control': 'public, max-age=31536000, immutable' }));
  }
  return (requested) => files.get(requested);
}

function fileOf(type: string, body: string, headers: Readonly<Record<string, string>>): ExplorerFile {
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      ...headers,
    },
    body,
  };
}

/** The page can only load its own files, and only send requests to its host and to the hosts of the API and its description. */
function policyOf({ api, description, proxy }: PageOptions): string {
  const origins = [proxy === null ? api : '', description ?? '']
    .filter((url) => /^https?:/.test(url))
    .map((url) => new URL(url).origin);
  const connect = ["'self'", ...new Set(origins)].join(' ');
  return [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "worker-src 'self'", 'img-src data:'],
    ...[`connect-src ${connect}`, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join('; ');
}

function htmlOf(settings: PageOptions, folder: string): string {
  const title = escaped(settings.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="stylesheet" href="${escaped(folder + page.style)}">
</head>
<body data-options="${escaped(JSON.stringify(settings))}" data-worker="${escaped(folder + page.worker)}">
<div id="app"></div>
<noscript>The explorer needs JavaScript.</noscript>
<script type="module" src="${escaped(folder + page.script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
