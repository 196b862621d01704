import { readdirSync, readFileSync } from 'node:fs';

const packages = new URL('../../', import.meta.url);
/** Names by which the language reads any object: a property with them changes the meaning of all code. */
const ofTheLanguage: ReadonlySet<string> = new Set(['then', 'toJSON', 'get', 'set', 'value', 'writable', 'enumerable']);

/**
 * Returns the names of all optional members in the interfaces of core and the server: options, members of documents and requests, and
 * values inside. Code that reads them without a check would find a property of `Object.prototype`.
 */
export function optionalMembers(): readonly string[] {
  const names = new Set<string>();
  for (const folder of ['core/src', 'server/src']) {
    for (const file of readdirSync(new URL(folder, packages), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.includes('.test')) continue;
      const text = readFileSync(new URL(`${folder}/${file}`, packages), 'utf8');
      for (const [, name = ''] of text.matchAll(/^\s*(?:readonly )?'?([\w$-]+)'?\?(?::|\(|<)/gm)) names.add(name);
    }
  }
  return [...names].filter((name) => !ofTheLanguage.has(name));
}
