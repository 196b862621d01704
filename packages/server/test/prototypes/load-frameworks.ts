/**
 * Loaded before the prototypes are frozen. `cookies`, which Koa loads, and `@fastify/error` assign to `toString` of objects
 * that inherit it from `Object.prototype`. With a frozen prototype, both throw while they are loaded.
 */
import { createRequire } from 'node:module';

for (const [folder, name] of [
  ['koa', 'koa'],
  ['fastify', 'fastify'],
] as const) {
  createRequire(new URL(`../../../${folder}/package.json`, import.meta.url))(name);
}
