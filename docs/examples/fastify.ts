import { jsonApiFrameworkErrors, jsonApiNotFound, jsonApiPlugin } from '@linkage/fastify';
import Fastify from 'fastify';
import { server } from './writing-source.ts';

// A path with a malformed percent-encoding, such as /articles/%zz: 400
export const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors({ server }) });
await app.register(jsonApiPlugin, { server });
// A method that Fastify does not route, such as PROPFIND: 405. Only for an API without a prefix.
app.setNotFoundHandler(jsonApiNotFound({ server }));
