import type { Server } from '@linkage/server';

/** The parts of a response that tests compare. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read documents of any form
  readonly document: any;
  /** The ids of the primary data, joined by commas; null for null. */
  readonly ids: string | null | undefined;
}

/** Returns a function that sends requests such as `GET /articles` to a server. */
export function requestsTo(server: Pick<Server, 'handle'>) {
  return async (line: string, data?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const [method = '', url = ''] = line.split(' ');
    const type = data === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
    const body = data === undefined ? undefined : JSON.stringify({ data });
    const response = await server.handle({ method, url, headers: { ...headers, ...type }, body });
    const document = JSON.parse(response.body ?? '{}');
    const { data: found } = document;
    const ids =
      found === undefined || found === null
        ? found
        : [found]
            .flat()
            .map((it: { id: string }) => it.id)
            .join();
    return { status: response.status, document, ids };
  };
}

/** Returns the URL of a link, or null without a link. */
export function hrefOf(link: string | { readonly href: string } | null | undefined): string | null {
  return typeof link === 'object' ? (link?.href ?? null) : (link ?? null);
}
