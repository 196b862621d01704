import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { createGzip } from 'node:zlib';
import { base } from '../generator/page-paths.ts';

/** A site that a test has started. */
export interface ServedSite {
  /** The URL of the site, without a slash at the end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Serves the files of a folder, as a host of static files does. */
export async function serveSite(folder: string): Promise<ServedSite> {
  const host = createServer(({ url = '/' }, response) => {
    const path = decodeURI(new URL(url, 'http://localhost').pathname);
    const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path));
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      response.writeHead(404, { 'Content-Type': 'text/html' });
      createReadStream(join(folder, '404.html')).pipe(response);
      return;
    }
    const type = types[extname(file)];
    const encoding = type === undefined || type === 'image/png' ? {} : { 'Content-Encoding': 'gzip' };
    response.writeHead(200, { 'Content-Type': type ?? 'application/octet-stream', ...encoding });
    const content = createReadStream(file);
    ('Content-Encoding' in encoding ? content.pipe(createGzip()) : content).pipe(response);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${base.slice(0, -1)}`,
    close: () =>
      new Promise((resolve) => {
        host.close(() => resolve());
        host.closeAllConnections();
      }),
  };
}
