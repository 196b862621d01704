/** The server of the explorer. It answers the requests that the page would send to a host. */
import { createDemoServer } from './demo-server.ts';
import type { DemoAnswer, DemoRequest } from './explore-fetch.ts';

let server: ReturnType<typeof createDemoServer> | undefined;

addEventListener('message', async ({ data: { id, api, description, ...request } }: MessageEvent<DemoRequest>) => {
  server ??= createDemoServer(api);
  const answer = async (): Promise<Omit<DemoAnswer, 'id'>> => {
    if (request.url === description) {
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(await server?.describe()),
      };
    }
    const {
      status = 500,
      headers = {},
      body,
    } = (await server?.handle({ ...request, url: request.url.slice(api.length) })) ?? {};
    return {
      status,
      headers: headers as Readonly<Record<string, string>>,
      body: body === undefined ? null : String(body),
    };
  };
  postMessage({ id, ...(await answer()) } satisfies DemoAnswer);
});
