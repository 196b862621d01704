/** Requests as bytes, which no client library would send, and their responses. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { PATIENCE } from './exchange.ts';

export interface RawResponse {
  readonly status: number;
  readonly fields: string;
  readonly body: string;
}

const HEAD = /^HTTP\/1\.[01] (\d{3})[^\r]*\r\n((?:[^\r\n]+\r\n)*)\r\n/;

/** Takes the body off the beginning of a string. Without a length, it is all that came before the connection closed. */
function takeBody(text: string, status: number, fields: string): readonly [body: string, rest: string] {
  if (status < 200 || status === 204 || status === 304) return ['', text];
  if (!/^transfer-encoding: *chunked/im.test(fields)) {
    const length = Number(/^content-length: *(\d+)/im.exec(fields)?.[1] ?? text.length);
    return [text.slice(0, length), text.slice(length)];
  }
  let body = '';
  let rest = text;
  for (let size = 1; size > 0 && rest !== ''; ) {
    const [line = ''] = rest.split('\r\n', 1);
    size = Number.parseInt(line, 16) || 0;
    const start = line.length + 2;
    body += rest.slice(start, start + size);
    rest = rest.slice(start + size + 2);
  }
  return [body, rest];
}

/** Reads the responses of a connection; none of them is one to HEAD. */
export function readResponses(text: string): readonly RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  for (let head = HEAD.exec(rest); head !== null; head = HEAD.exec(rest)) {
    const [all, code, fields = ''] = head;
    const status = Number(code);
    const [body, next] = takeBody(rest.slice(all.length), status, fields);
    responses.push({ status, fields, body });
    rest = next;
  }
  return responses;
}

/** The parts to send: text, a pause in milliseconds, the end of sending (`end`), or the end of the connection (`reset`). */
export type Step = string | number | 'end' | 'reset';

const isText = (step: Step | undefined): step is string =>
  typeof step === 'string' && step !== 'end' && step !== 'reset';

/** Joins strings that follow each other: if a framework closes before it has read all, the client loses the response. */
function joined(steps: readonly Step[]): readonly Step[] {
  const all: Step[] = [];
  for (const step of steps) {
    const last = all.at(-1);
    if (isText(step) && isText(last)) all.splice(-1, 1, last + step);
    else all.push(step);
  }
  return all;
}

/**
 * Sends steps over one connection and returns all that came back before it closed. Requests should say `Connection: close`.
 *
 * @throws If the framework neither responds nor closes the connection in time.
 */
export async function sendRaw(port: number, steps: readonly Step[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
  socket.on('end', () => socket.end());
  // Not `once`, which rejects if the framework closes while the client writes.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  await once(socket, 'connect');
  for (const step of joined(steps)) {
    if (step === 'end') socket.end();
    else if (step === 'reset') socket.resetAndDestroy();
    else if (typeof step === 'number') await new Promise((resolve) => setTimeout(resolve, step));
    else if (socket.writable) socket.write(step, 'latin1');
  }
  const timer = setTimeout(() => socket.destroy(new Error('The framework does not respond.')), PATIENCE);
  await closed;
  clearTimeout(timer);
  if (socket.errored?.message.startsWith('The framework')) throw socket.errored;
  return Buffer.concat(chunks).toString('latin1');
}
