import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from './api.ts';
import { examples } from './examples.ts';

const template = readFileSync(join(import.meta.dirname, 'start-page.html'), 'utf8');

/** Returns the data of the page: the types of the API and the example requests. */
function fillings(): Readonly<Record<string, string>> {
  const types = [...api.types.keys()].map((name) => ({ title: name, path: `/${name}` }));
  // JSON in a script element must not contain the end tag of the element.
  const data = JSON.stringify({ types, examples }).replaceAll('<', '\\u003c');
  return { data };
}

const page = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => fillings()[name] ?? '');

/** Returns the page at the root of the demo, or undefined for other requests. */
export function startPage({ method, url }: Request): Response | undefined {
  if (new URL(url).pathname !== '/' || (method !== 'GET' && method !== 'HEAD')) return undefined;
  return new Response(method === 'HEAD' ? null : page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'self'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
      'Cache-Control': 'no-cache',
    },
  });
}
