import { once } from 'node:events';
import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import type { Send } from './exchange.ts';

/** Sends requests over HTTP/2, without TLS. */
export function sendHttp2(port: number): Send {
  return async ({ method, target, headers = {}, body }) => {
    const session = connect(`http://127.0.0.1:${port}`);
    try {
      // The client of Node takes one value for most fields.
      const fields = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
      const stream = session.request({ ':method': method, ':path': target, ...Object.fromEntries(fields) });
      if (body === undefined) stream.end();
      else stream.end(body);
      const [response] = await once(stream, 'response');
      const given = Object.entries(response).filter(([name]) => !name.startsWith(':'));
      const lines = given.map(([name, value]) => [name, String(value)]);
      return { status: Number(response[':status']), headers: Object.fromEntries(lines), body: await text(stream) };
    } finally {
      session.destroy();
    }
  };
}
