import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import connect from 'connect';
import express from 'express';
import type { NodeHandler } from '../src/index.ts';

/** Express 4, which has the same functions as Express 5 where tests use them. */
const express4: typeof express = createRequire(import.meta.url)('express-4');

/** A middleware, or an error handler with four parameters. */
export type Middleware = NodeHandler | ((...given: never[]) => unknown);

/** An application of Express or Connect, as far as tests use it. */
interface App {
  use(middleware: Middleware): App;
}

const withAll = (app: unknown, all: readonly Middleware[]): RequestListener =>
  all.reduce((host, each) => host.use(each), app as App) as unknown as RequestListener;

/** The hosts that take middleware, by name. */
export const frameworks: Readonly<Record<string, (...all: readonly Middleware[]) => RequestListener>> = {
  'Express 5': (...all) => withAll(quiet(express()), all),
  'Express 4': (...all) => withAll(quiet(express4()), all),
  Connect: (...all) => withAll(connect(), all),
};

/** Without error messages in the console, and without a header of its own. */
function quiet(app: ReturnType<typeof express>) {
  return app.set('env', 'test').disable('x-powered-by');
}

/** Listens at a free port. */
export async function listen(listener: RequestListener) {
  const host = createServer(listener).listen(0);
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  const close = (): void => {
    host.closeAllConnections();
    host.close();
  };
  return { port, origin: `http://localhost:${port}`, close };
}

export { express, express4 };
