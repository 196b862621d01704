import { describeValue, type OptionTable, readOptions } from '@linkage/core/internal';
import { type Answer, createAnswer, partsOf } from './answer.ts';
import type { CheckedWrite } from './checks.ts';
import { resourceWriteTable, type WriteOptions, writeOptionTable } from './client-options.ts';
import { exchange } from './exchange.ts';
import { waiterOf } from './job.ts';
import { withQuery } from './links.ts';
import type { Call, Setup } from './setup.ts';

/** Creates a key of 128 random bits, for the option `idempotencyKey`. */
export function createIdempotencyKey(): string {
  // `randomUUID` does not exist on pages without TLS.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Returns the value of `Idempotency-Key`: a structured string. */
function keyHeader(where: string, key: unknown): string | undefined {
  if (key === undefined) return undefined;
  const text = key === true ? createIdempotencyKey() : key;
  if (typeof text === 'string' && /^[ -~]{1,255}$/.test(text)) return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  throw new TypeError(
    `${where}: \`idempotencyKey\` must be true or 1 to 255 printable ASCII characters, but it is ${describeValue(key)}.`,
  );
}

/** Returns the parts of a request that the options of a write decide. */
export function writeCall(
  setup: Setup,
  where: string,
  options: WriteOptions = {},
  table: OptionTable = writeOptionTable,
): Pick<Call, 'headers' | 'signal'> & { readonly query: object } {
  const { ifMatch, idempotencyKey, signal, ...query } = readOptions(where, options, table);
  if (ifMatch === undefined && Object.hasOwn(options, 'ifMatch'))
    throw new TypeError(`${where}: \`ifMatch\` must not be undefined.`);
  const key = keyHeader(where, idempotencyKey ?? (setup.idempotencyKeys || undefined));
  return { headers: { 'If-Match': ifMatch, 'Idempotency-Key': key }, signal, query };
}

/** Sends a write with a document. Without one, sends a request without a body. */
export async function write(
  setup: Setup,
  about: CheckedWrite,
  method: Call['method'],
  url: string,
  document: object | undefined,
  options: WriteOptions | undefined,
): Promise<Answer<unknown>> {
  const body = document === undefined ? null : JSON.stringify(document, setup.dates?.write);
  const [name] = about;
  const table = name === 'create' || name === 'update' ? resourceWriteTable : writeOptionTable;
  const { query, ...call } = writeCall(setup, `client.${name}`, options, table);
  await setup.checks?.(about, body);
  const { reply, document: answered } = await exchange(setup, { ...call, method, url: withQuery(url, query), body });
  const wait = reply.status === 202 ? waiterOf(setup, reply, answered) : undefined;
  return createAnswer(answered, partsOf(reply, wait));
}
