/** Runs in a runtime of the matrix, in a project with the packed packages: starts an example, and prints its port. */
import { listeners } from './listen.ts';

const [, , framework = ''] = process.argv;

/** The servers of the runtimes, as far as this file calls them. */
// biome-ignore lint/suspicious/noExplicitAny: these globals exist in one runtime each
const { Bun, Deno } = globalThis as any;

// A JavaScript file at run time, next to this one.
const example = await import(new URL(`./${framework}.js`, import.meta.url).href);
const started: { readonly port: number } =
  framework === 'bun'
    ? Bun.serve({ ...example.options, port: 0, hostname: '127.0.0.1' })
    : framework === 'deno'
      ? Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => undefined }, example.app.fetch).addr
      : await listeners[framework]?.(example);
console.log(`port ${started.port}`);
