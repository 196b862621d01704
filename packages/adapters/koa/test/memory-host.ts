/** Runs in a child process, see `expectBoundedPayloads`. */
import Koa from 'koa';
import { createNotes, listen } from '../../../server/test/memory-host.ts';
import { jsonApiMiddleware } from '../src/index.ts';

listen(new Koa().use(jsonApiMiddleware(createNotes(), { prefix: '/api' })).callback());
