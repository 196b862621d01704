import type { FrameworkRequest } from '@linkage/server';
import { logFailure } from '@linkage/server/adapter';
import type { Context } from 'koa';

/** The part of a request that comes from Koa. `ctx` has `state`, `session`, `ip`, and everything that your middleware adds. */
export interface KoaFramework {
  readonly ctx: Context;
}

/**
 * Emits `error` of the application with the error, the context, and the id in the response. If only the listener of Koa
 * would receive it, which writes errors without the id, it goes to the console.
 */
export function logToKoa(error: unknown, id: string, { framework: { ctx } }: FrameworkRequest<KoaFramework>): void {
  const { app } = ctx;
  if (app.silent) return;
  if (app.listeners('error').every((listener) => listener === app.onerror)) logFailure(error, id);
  else app.emit('error', error instanceof Error ? error : new Error(String(error), { cause: error }), ctx, id);
}
