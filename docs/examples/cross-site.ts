import { timingSafeEqual } from 'node:crypto';
import { createMemorySources, createServer, type ExtensionEndpoint, unauthorized } from '@linkage/server';
import { api } from './core.ts';

const secret = Buffer.from('a secret of the sender');
export const received: string[] = [];

// #region webhook
/** The sender has a key and no cookies, so no site gains anything by letting a browser send this request. */
const webhook: ExtensionEndpoint = {
  name: 'payment-received',
  method: 'POST',
  path: '/-payments/{id}/received',
  statuses: [204],
  headers: ['X-Key'],
  allowsCrossSite: true, // the sender does not send `Content-Type`
  run({ placeholders, headers }) {
    const key = Buffer.from(headers['x-key'] ?? '');
    if (key.length !== secret.length || !timingSafeEqual(key, secret)) throw unauthorized('Key');
    received.push(String(placeholders['id']));
    return { status: 204 };
  },
};
// #endregion
export const server = createServer(api, createMemorySources(api), {
  endpoints: [webhook],
  access: { articles: { read: () => true } },
});
