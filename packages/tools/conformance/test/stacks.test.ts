/** The lines of docs/guide/conformance-stacks.md that make frameworks of Node parse the media type, and send it without a charset. */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Module, Post, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request, type Response } from 'express';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';

const TYPE = 'application/vnd.api+json';
const guide = readFileSync(new URL('../../../../docs/guide/conformance-stacks.md', import.meta.url), 'utf8');

/** Sends a document, and returns what the server read, with the media type of its response. */
async function posted(url: string): Promise<readonly [status: number, type: string | null, body: string]> {
  const body = JSON.stringify({ data: { type: 'articles' } });
  const response = await fetch(`${url}/articles`, { method: 'POST', headers: { 'content-type': TYPE }, body });
  return [response.status, response.headers.get('content-type'), await response.text()];
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const right = [200, TYPE, '{"data":{"type":"articles"}}'];

test('Express', async () => {
  const app = express();
  app.use(express.json({ type: 'application/vnd.api+json' }));
  app.post('/articles', (request, response) => {
    response.setHeader('content-type', 'application/vnd.api+json');
    response.end(JSON.stringify(request.body));
  });
  const server = app.listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  expect(await posted(urlOf(server))).toEqual(right);
  server.close();
  for (const line of [
    "app.use(express.json({ type: 'application/vnd.api+json' }));",
    "response.setHeader('content-type', 'application/vnd.api+json');",
  ])
    expect(guide).toContain(line);
});

test('Nest', async () => {
  class Articles {
    create(request: Request, response: Response): void {
      response.setHeader('content-type', TYPE);
      response.end(JSON.stringify(request.body));
    }
  }
  Req()(Articles.prototype, 'create', 0);
  Res()(Articles.prototype, 'create', 1);
  Post()(Articles.prototype, 'create', Object.getOwnPropertyDescriptor(Articles.prototype, 'create') as never);
  Controller('articles')(Articles);
  class App {}
  Module({ controllers: [Articles] })(App);
  const app = await NestFactory.create<NestExpressApplication>(App, { logger: false });
  app.useBodyParser('json', { type: 'application/vnd.api+json' });
  await app.listen(0);
  const [status, ...others] = await posted(urlOf(app.getHttpServer()));
  expect([status, ...others]).toEqual([201, ...right.slice(1)]);
  await app.close();
  expect(guide).toContain("app.useBodyParser('json', { type: 'application/vnd.api+json' });");
});

test('Fastify', async () => {
  const app = fastify();
  app.addContentTypeParser(TYPE, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  app.post('/articles', (request, reply) => {
    reply.header('content-type', TYPE).send(Buffer.from(JSON.stringify(request.body)));
  });
  await app.listen({ port: 0 });
  expect(await posted(urlOf(app.server))).toEqual(right);
  await app.close();
  expect(guide).toContain(
    "app.addContentTypeParser(TYPE, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));",
  );
});

test('the guide names the versions of Express, Nest, and Fastify that are tried here', () => {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
  const versionOf = (name: string): string => devDependencies[name].split('.').slice(0, 2).join('.');
  expect(guide).toContain(
    `Express ${versionOf('express')}, Nest ${versionOf('@nestjs/core')}, Fastify ${versionOf('fastify')},`,
  );
});
