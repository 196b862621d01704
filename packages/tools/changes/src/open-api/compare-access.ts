import { isObject } from '@linkage/core/internal';
import type { Report } from '../description/report.ts';
import { member } from '../schema/json-schema.ts';
import type { OpenApiDocument, Operation } from './operation.ts';
import { isMetBy } from './security.ts';

/** Returns the URLs of servers, with the default values of their variables. An absent or empty list means the root. */
function serverUrls(servers: unknown): readonly string[] {
  const list = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }];
  return list.filter(isObject).flatMap((server) => {
    const url = member(server, 'url');
    if (typeof url !== 'string') return [];
    const read = url.replace(/\{([^{}]*)\}/g, (text, name: string) => {
      const value = member(member(member(server, 'variables'), name), 'default');
      return typeof value === 'string' ? value : text;
    });
    return [read.replace(/(?<!\/)\/+$/, '') || '/'];
  });
}

/** Returns the path of a URL of a server, with or without a host. */
function pathOf(url: string): string {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Adds the changes of the URLs below which an API begins. Paths matter more than hosts: a document can list other hosts. */
export function compareServerUrls(
  before: unknown,
  after: unknown,
  { name, pointer }: { readonly name: string; readonly pointer: string },
  { add }: Report,
): void {
  const [urls, others] = [serverUrls(before), serverUrls(after)];
  const [paths, otherPaths] = [urls, others].map((list) => new Set(list.map(pathOf))) as [Set<string>, Set<string>];
  for (const path of paths) {
    if (otherPaths.has(path)) continue;
    const message = `${name} no longer begins at ${path}.`;
    add('base-url-changed', pointer, message, { before: urls, after: others });
    return;
  }
  const missing = urls.find((url) => !others.includes(url) && others.some((other) => pathOf(other) === pathOf(url)));
  if (missing !== undefined) add('server-removed', pointer, `${name} is no longer at ${missing}.`, { before: missing });
  const added = others.find((url) => !urls.includes(url));
  if (added !== undefined && missing === undefined)
    add('server-added', pointer, `${name} is at ${added}, too.`, { after: added });
}

/** Adds the changes of the servers of all operations. Operations with servers of their own are compared one by one. */
export function compareBaseUrls(before: OpenApiDocument, after: OpenApiDocument, report: Report): void {
  const place = { name: 'The API', pointer: '/servers' };
  compareServerUrls(member(before, 'servers'), member(after, 'servers'), place, report);
}

/** Adds the changes of the credentials that requests need. */
export function compareSecurity(before: Operation, after: Operation, { add }: Report): void {
  const [was, is] = [before.security, after.security];
  const { name } = after;
  const pointer = `${after.pointer}/security`;
  if (!isMetBy(was, is)) add('security-required', pointer, `Requests to ${name} need other credentials.`);
  else if (!isMetBy(is, was))
    add('security-optional', pointer, `Requests to ${name} can have other credentials, or fewer.`);
}
