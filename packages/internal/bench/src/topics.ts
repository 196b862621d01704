import type { Part } from './measuring/table.ts';

export interface Topic {
  readonly title: string;
  readonly text: string;
  /** Loaded when they are measured: what other topics load would leave its traces in V8. */
  readonly parts: () => Promise<readonly Part[]>;
}

/** The benchmarks by their name on the command line. */
export const topics: Readonly<Record<string, Topic>> = {
  serialize: {
    title: 'Writing: records to text',
    text: '`serialize`, in relation to a hand-written mapper with one `JSON.stringify`.',
    parts: async () => (await import('./topics/serialize.ts')).serializeParts,
  },
  'read-back': {
    title: 'Reading: text to linked objects',
    text: 'In relation to a hand-written reader, `JSON.parse` included. "Copies": a resource is not one object.',
    parts: async () => (await import('./topics/read-back.ts')).readBackParts,
  },
  validate: {
    title: 'Validating',
    text: '`validateDocument`, in relation to `JSON.parse` of the same text.',
    parts: async () => (await import('./topics/validate.ts')).validateParts,
  },
  server: {
    title: 'Serving',
    text: "Requests a second over eight connections that are kept, memory source, in relation to bare handlers on the same framework that send the same answer. What a server has to do anyway is to read a request document and to write a document, so the first ratio is to a handler that has the finished document as an object and does just that for each request; the second is to one that has the finished text, which shows what is left of the framework itself. The bare handlers are written as applications write them: on Fastify, bodies are read with `parseAs: 'string'`, and the text of the document is sent as a string.",
    parts: async () => (await import('./topics/server.ts')).serverParts,
  },
  stream: {
    title: 'Streaming',
    text: '`serializeStream`: its time in relation to `serialize` of the same records, and the memory of a server with it.',
    parts: async () => (await import('./topics/stream.ts')).streamParts,
  },
};
