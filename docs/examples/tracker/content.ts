import { Readable } from 'node:stream';
import type { SourceCall } from '@linkage/server';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type FileContentOptions, handleContent } from '../file-content.ts';
import type { createTracker } from './server.ts';
import type { Session } from './sessions.ts';
import type { TrackerSources } from './sources.ts';

type Server = Awaited<ReturnType<typeof createTracker>>['server'];

const fields = { attributes: new Set(['name', 'mediaType', 'size'] as const), relationships: new Set<never>() };
/** The signed link is the permission, so no rule decides again. */
const context: Session = { user: '', organization: '', role: 'guest' };

/** Connects the recipe of files with the resources that describe the files. */
export const contentOf = (server: Server, { files }: TrackerSources): Pick<FileContentOptions, 'find' | 'complete'> => {
  const find = async (id: string, call: SourceCall<Session>) => (await files.find([id], fields, call))[0];
  return {
    find: (id) => find(id, { context, signal: AbortSignal.timeout(5_000) }),
    complete: (id, received, store) =>
      server.transaction({ context }, async ({ writes, call }) => {
        const file = await find(id, { ...call, forUpdate: true });
        if (file?.size !== null) return false;
        await writes.withoutRules.update('files', id, { attributes: received });
        await store();
        return true;
      }),
  };
};

// #region routes
/** Serves the contents of files in Fastify, beside the API. Bodies of any type are streams here. */
export const contentRoutes =
  (options: FileContentOptions): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const handler = ({ method, url, body }: FastifyRequest) => {
      const stream = body === undefined ? {} : { body: Readable.toWeb(body as Readable), duplex: 'half' };
      return handleContent(options, new Request(`http://localhost${url}`, { method, ...stream } as RequestInit));
    };
    app.route({ method: ['GET', 'PUT'], url: '/api/files/:id/-content', exposeHeadRoute: false, handler });
  };
// #endregion routes
