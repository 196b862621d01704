const mediaType = 'application/vnd.api+json';

/** A request that creates an order, with an idempotency key. */
export const orderRequest = {
  method: 'POST',
  url: '/orders',
  headers: { accept: mediaType, 'content-type': mediaType, 'idempotency-key': 'k' },
  body: JSON.stringify({ data: { type: 'orders', attributes: { reference: 'killed' } } }),
};
