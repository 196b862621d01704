import { defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({ readings: { attributes: { celsius: z.number() } } });
const readings = Array.from({ length: 2_000 }, (_, index) => ({ id: index + 1, celsius: index % 40 }));
const sources = createMemorySources(api, { readings });

// #region export
/** `GET /readings` responds with all records, and `GET /readings?page[size]=50` with a page. */
export const server = createServer(api, sources, { stream: { readings: true } });
// #endregion export
