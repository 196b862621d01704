/**
 * Loaded before the prototypes are frozen. `cookies`, which Koa loads, and `@fastify/error` assign to `toString` of objects
 * that inherit it from `Object.prototype`. A dependency of Express assigns to `bind` of a function. With a frozen prototype,
 * all three throw while they are loaded.
 */
import { createRequire } from 'node:module';

for (const [folder, name] of [
  ['node', 'express'],
  ['koa', 'koa'],
  ['fastify', 'fastify'],
] as const) {
  createRequire(new URL(`../../${folder}/package.json`, import.meta.url))(name);
}
