/** Runs in a child process, see `expectBoundedBodies`. */
import Koa from 'koa';
import { createNotes, listen } from '../../../server/test/memory-host.ts';
import { jsonApiMiddleware } from '../src/index.ts';

listen(new Koa().use(jsonApiMiddleware(createNotes(), { prefix: '/api' })).callback());
