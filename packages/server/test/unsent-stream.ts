import { createServer, type Server } from '@linkage/server';
import { expect } from 'vitest';
import { blog, blogSources } from './blog.ts';

/** A server whose only stream begins after its host has responded itself. */
export interface UnsentStream {
  readonly server: Server;
  /** Whether the source of the stream is closed. */
  readonly isClosed: () => boolean;
  /** Lets the first record arrive. */
  readonly begin: () => void;
}

/** Creates a server whose stream waits for `begin`. */
export function unsentStream(): UnsentStream {
  let closed = false;
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  async function* stream() {
    try {
      await begun;
      for (let id = 1; id <= 5000; id++) yield { id, title: `Article ${id}`, views: id, author: 7 };
    } finally {
      closed = true;
    }
  }
  const sources = { ...blogSources(), articles: { ...blogSources().articles, stream } };
  return { server: createServer(blog, sources, { stream: { articles: true } }), isClosed: () => closed, begin };
}

/** Expects that the source is closed when the host at a URL has responded itself. */
export async function expectClosed({ isClosed, begin }: UnsentStream, url: string): Promise<void> {
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([503, 'too late']);
  begin();
  await expect.poll(() => isClosed()).toBe(true);
}
