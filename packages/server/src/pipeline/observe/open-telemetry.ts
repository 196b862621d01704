import { context, propagation, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { RequestStart, Tracing } from './observers.ts';

/** The known HTTP methods. Any other text from a client would create its own group. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

const headerGetter = {
  get(headers: RequestStart['headers'], name: string): string | undefined {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    return typeof value === 'object' ? value.at(0) : value;
  },
  keys: (headers: RequestStart['headers']): string[] => Object.keys(headers),
};

function endSpan(span: Span, error: string | undefined): void {
  if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/**
 * Traces requests with OpenTelemetry: one span for each request, with route, type, and operation, and a child span for
 * each call to a source. The parent is the active span of the HTTP server, or else the trace context of the request.
 * Spans do not contain ids, queries, attribute values, or error messages.
 *
 * @param tracer Default: the tracer `@linkage/server` of the global provider.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export function openTelemetryTracing(tracer: Tracer = trace.getTracer('@linkage/server')): Tracing {
  return Object.freeze({
    startRequest({ method, route, headers }) {
      const active = context.active();
      const isInside = trace.getSpan(active) !== undefined;
      const parent = isInside ? active : propagation.extract(active, headers, headerGetter);
      const known = methods.has(method) ? method : '_OTHER';
      const name = `${known === '_OTHER' ? 'HTTP' : known}${route === undefined ? '' : ` ${route}`}`;
      const attributes = {
        'http.request.method': known,
        ...(route === undefined ? {} : { 'http.route': route }),
      };
      const kind = isInside ? SpanKind.INTERNAL : SpanKind.SERVER;
      const span = tracer.startSpan(name, { kind, attributes }, parent);
      const within = trace.setSpan(parent, span);
      return {
        run: (work) => context.with(within, work),
        startCall(type, sourceMethod) {
          const callSpan = tracer.startSpan(
            `${type}.${sourceMethod}`,
            { attributes: { 'jsonapi.type': type, 'jsonapi.source.method': sourceMethod } },
            within,
          );
          return {
            run: (work) => context.with(trace.setSpan(within, callSpan), work),
            end: ({ failed }) => endSpan(callSpan, failed ? '_OTHER' : undefined),
          };
        },
        end({ status, operation, type }) {
          span.setAttribute('http.response.status_code', status);
          if (type !== undefined) span.setAttribute('jsonapi.type', type);
          if (operation !== undefined) span.setAttribute('jsonapi.operation', operation);
          endSpan(span, status >= 500 ? String(status) : undefined);
        },
      };
    },
  } satisfies Tracing);
}
