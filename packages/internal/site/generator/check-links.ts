/** Finds dead links in the built pages: a file or a fragment that does not exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Returns the fragments that a link to a page can have. */
function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
}

/** Returns one line for each dead link of the pages in a folder. */
export function deadLinks(folder: string, base: string): readonly string[] {
  const files = globSync('**/*.html', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  const pages = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const anchors = new Map([...pages].map(([file, html]) => [file, anchorsOf(html)]));
  return [...pages].flatMap(([file, html]) => {
    const links = [...html.matchAll(/<(?:a|img|link|script)\b[^>]*? (?:href|src)="([^"]*)"/g)];
    const targets = new Set(links.map(([, link = '']) => link.replaceAll('&amp;', '&')));
    return [...targets].flatMap((link) => {
      if (/^(?:https?|data|mailto):/.test(link)) return [];
      const [path = '', fragment] = link.split('#');
      const rooted =
        path === '' ? file : path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(file), path);
      const target = decodeURI(rooted === '' || rooted.endsWith('/') ? `${rooted}index.html` : rooted);
      if (path.startsWith('/') && !path.startsWith(base)) return [`${file}: ${link} is outside of ${base}`];
      if (!existsSync(join(folder, target))) return [`${file}: ${link} does not exist`];
      // The validator and the playground have their state in the fragment.
      const isState = /^(?:validate|playground)\/index\.html$/.test(target) && /^1\.[\w-]+$/.test(fragment ?? '');
      const isFound =
        fragment === undefined || fragment === '' || isState || anchors.get(target)?.has(decodeURIComponent(fragment));
      return isFound ? [] : [`${file}: ${link} has no such heading`];
    });
  });
}
