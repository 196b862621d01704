import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type TextMapGetter,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import type { JsonApiRequest } from '../../http.ts';
import { createServer } from '../create-server.ts';
import { openTelemetryTracing } from './open-telemetry.ts';

interface Recorded {
  readonly name: string;
  readonly kind: SpanKind | undefined;
  readonly attributes: Record<string, unknown>;
  readonly parent: string | undefined;
  status?: SpanStatusCode;
  ended: number;
}

/** A tracer that keeps what it is told; a span is known by its name. */
function recorder() {
  const spans: Recorded[] = [];
  const startSpan = (
    name: string,
    { kind, attributes }: SpanOptions = {},
    within: Context = context.active(),
  ): Span => {
    const parent = (trace.getSpan(within) as AnyDocument)?.recorded?.name;
    const remote = trace.getSpanContext(within)?.traceId;
    const recorded: Recorded = { name, kind, attributes: { ...attributes }, parent: parent ?? remote, ended: 0 };
    spans.push(recorded);
    const span: AnyDocument = {
      recorded,
      spanContext: () => ({ traceId: `trace of ${name}`, spanId: name, traceFlags: 1 }),
      setAttribute: (key: string, value: unknown) => {
        recorded.attributes[key] = value;
        return span;
      },
      setStatus: ({ code }: { code: SpanStatusCode }) => {
        recorded.status = code;
        return span;
      },
      end: () => recorded.ended++,
    };
    return span;
  };
  return { spans, tracer: { startSpan } as unknown as Tracer };
}

/** A propagator that reads the id of the trace from the headers. */
function propagatorOf(
  read: (carrier: unknown, getter: TextMapGetter) => string | string[] | undefined,
): TextMapPropagator {
  return {
    extract: (within, carrier, getter) => {
      const traceId = read(carrier, getter);
      return typeof traceId === 'string'
        ? trace.setSpanContext(within, { traceId, spanId: 'remote', traceFlags: 1, isRemote: true })
        : within;
    },
    inject: () => undefined,
    fields: () => ['traceparent'],
  };
}

beforeAll(() => {
  const storage = new AsyncLocalStorage<Context>();
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (within, work, self, ...given) => storage.run(within, () => work.call(self as never, ...given)),
    bind: (_, target) => target,
    enable: () => context as never,
    disable: () => context as never,
  });
  propagation.setGlobalPropagator(propagatorOf((carrier, getter) => getter.get(carrier, 'traceparent')));
});
afterAll(() => {
  context.disable();
  propagation.disable();
});

test('creates a span for the request and for each call, with type, route, and operation', async () => {
  const { spans, tracer } = recorder();
  const server = createServer(blog, blogSources(), { tracing: openTelemetryTracing(tracer) });
  await send(server, 'GET /articles/1?include=author', undefined, { traceparent: 'from outside' });
  expect(spans).toEqual([
    {
      name: 'GET /articles/{id}',
      kind: SpanKind.SERVER,
      parent: 'from outside',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/articles/{id}',
        'http.response.status_code': 200,
        'jsonapi.type': 'articles',
        'jsonapi.operation': 'fetch-resource',
      },
      ended: 1,
    },
    ...['articles', 'people'].map((type) => ({
      name: `${type}.find`,
      kind: undefined,
      parent: 'GET /articles/{id}',
      attributes: { 'jsonapi.type': type, 'jsonapi.source.method': 'find' },
      ended: 1,
    })),
  ]);
});

test('spans of a source belong to its call, and the span of the HTTP server is the parent', async () => {
  const { spans, tracer } = recorder();
  const people = {
    async list() {
      await Promise.resolve();
      tracer.startSpan('select').end();
      return { records: [] };
    },
  };
  const server = createServer(blog, withRest(blog, { people }), { tracing: openTelemetryTracing(tracer) });
  const outer = tracer.startSpan('http');
  await context.with(trace.setSpan(ROOT_CONTEXT, outer), () => send(server, 'GET /people'));
  expect(spans.map(({ name, parent, kind }) => [name, parent, kind])).toEqual([
    ['http', undefined, undefined],
    ['GET /people', 'http', SpanKind.INTERNAL],
    ['people.list', 'GET /people', undefined],
    ['select', 'people.list', undefined],
  ]);
});

test('spans mark failures without their strings', async () => {
  const { spans, tracer } = recorder();
  const people = { list: () => Promise.reject(new Error('secret')) };
  const options = { tracing: openTelemetryTracing(tracer), onError: () => undefined };
  const server = createServer(blog, { ...blogSources(), people } as AnyDocument, options);
  await send(server, 'GET /people?filter[name]=secret');
  await send(server, 'GET /articles/secret');
  await send(server, 'BREW /articles');
  await send(server, 'GET /secret');
  expect(spans.map(({ name, status, attributes }) => [name, status, attributes['error.type']])).toEqual([
    ['GET /people', SpanStatusCode.ERROR, '500'],
    ['people.list', SpanStatusCode.ERROR, '_OTHER'],
    ['GET /articles/{id}', undefined, undefined],
    ['articles.find', undefined, undefined],
    ['HTTP /articles', undefined, undefined],
    ['GET', undefined, undefined],
  ]);
  expect(spans.every(({ ended }) => ended === 1)).toBe(true);
  expect(JSON.stringify(spans)).not.toContain('secret');
});

test('writes: no value, id or query is in any span', async () => {
  const { spans, tracer } = recorder();
  const server = createServer(blog, blogSources(), { tracing: openTelemetryTracing(tracer) });
  const secret = { type: 'people', id: 'secret', attributes: { name: 'secret' } };
  expect((await send(server, 'POST /people?fields[people]=name', { data: secret })).status).toBe(201);
  expect((await send(server, 'PATCH /people/secret?include=friend', { data: secret })).status).toBe(200);
  expect((await send(server, 'DELETE /people/secret')).status).toBe(204);
  expect(spans.length).toBeGreaterThan(6);
  expect(JSON.stringify(spans)).not.toMatch(/secret|fields|include/);
});

test('without a provider nothing is traced, and nothing fails', async () => {
  const server = createServer(blog, blogSources(), { tracing: openTelemetryTracing() });
  expect((await send(server, 'GET /articles')).status).toBe(200);
});

describe('the parent of a request', () => {
  const parentOf = async (headers: JsonApiRequest['headers']) => {
    const { spans, tracer } = recorder();
    const server = createServer(blog, blogSources(), { tracing: openTelemetryTracing(tracer) });
    await send(server, 'GET /articles', undefined, headers);
    return spans.at(0)?.parent;
  };

  test.each<[string, JsonApiRequest['headers'], string | undefined]>([
    ['a header', { traceparent: 'one' }, 'one'],
    ['the first of several headers with the same name', { traceparent: ['first', 'second'] }, 'first'],
    ['no header', {}, undefined],
    ['a name of `Object.prototype`', JSON.parse('{"__proto__": {"traceparent": "inherited"}}'), undefined],
  ])('comes from %s', async (_, headers, expected) => {
    expect(await parentOf(headers)).toBe(expected);
  });

  test('comes from a header whose name the propagator does not know in advance', async () => {
    const byPrefix = (carrier: unknown, getter: TextMapGetter) => {
      const name = getter.keys(carrier).find((it) => it.startsWith('trace-'));
      return name === undefined ? undefined : getter.get(carrier, name);
    };
    propagation.disable();
    propagation.setGlobalPropagator(propagatorOf(byPrefix));
    expect(await parentOf({ accept: '*/*', 'trace-of-the-proxy': 'one' })).toBe('one');
  });
});
