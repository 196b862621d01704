/**
 * Answers one exchange again and again without a socket, in a process of its own: `loop-task.ts <checkout> <exchange>`. Each
 * message is a number of milliseconds; the reply is the time of one request in microseconds.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createArticlesServer, exchanges } from './articles-server.ts';

interface ArticlesModule {
  readonly createArticlesServer: typeof createArticlesServer;
  readonly exchanges: typeof exchanges;
}

const [root = '', name = ''] = process.argv.slice(2);
const file = join(root, 'packages/internal/bench/src/server/articles-server.ts');
const articles: ArticlesModule = await import(pathToFileURL(file).href);
const server = articles.createArticlesServer();
const request = articles.exchanges[name]?.request;
if (request === undefined) throw new Error(`${root} does not have the exchange ${name}.`);

process.on('message', async (milliseconds: number) => {
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < milliseconds; count++) {
    const { status } = await server.handle(request);
    if (status >= 300) throw new Error(`The request to measure is answered with ${status}.`);
  }
  process.send?.(((performance.now() - started) * 1000) / count);
});
