import { build } from 'esbuild';
import type { FastifyInstance } from 'fastify';

const html =
  '<!doctype html><html><title>Clinic</title><div id="root"></div><script type="module" src="/page.js"></script></html>';

/** Bundles the page when it is first read. */
const load = async () => {
  const entryPoints = [`${import.meta.dirname}/page.tsx`];
  const define = { 'process.env.NODE_ENV': '"production"' };
  const built = await build({ entryPoints, define, bundle: true, write: false, format: 'esm', jsx: 'automatic' });
  return built.outputFiles[0]?.text;
};
let script: ReturnType<typeof load> | undefined;

/** Serves the page, and the form that stores the token in a cookie, which `EventSource` sends. */
export async function addPage(app: FastifyInstance): Promise<void> {
  app.get('/', (_request, reply) => reply.type('text/html').send(html));
  app.get('/page.js', async (_request, reply) => {
    script ??= load();
    return reply.type('text/javascript').send(await script);
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.post<{ Body: URLSearchParams }>('/log-in', ({ body }, reply) => {
    const token = encodeURIComponent(body.get('token') ?? '');
    // No other site can send this cookie, and no script can read it.
    reply.header('set-cookie', `session=${token}; HttpOnly; Secure; SameSite=Strict; Path=/`);
    return reply.redirect('/', 303);
  });
}
