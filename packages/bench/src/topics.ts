import { buildParts } from './build.ts';
import { linearParts } from './linear.ts';
import { memoryParts } from './memory.ts';
import { readBackParts } from './read-back.ts';
import { requestsParts } from './requests.ts';
import { scalingParts } from './scaling.ts';
import { serializeParts } from './serialize.ts';
import { serverParts } from './server.ts';
import { streamParts } from './stream.ts';
import type { Part } from './table.ts';
import { validateParts } from './validate.ts';

export interface Topic {
  readonly title: string;
  readonly text: string;
  readonly parts: readonly Part[];
}

/** What there is to measure, by the name that the command line knows. */
export const topics: Readonly<Record<string, Topic>> = {
  serialize: {
    title: 'Writing: records to text',
    text: '`serialize`, in relation to a hand-written mapper with one `JSON.stringify`.',
    parts: serializeParts,
  },
  build: {
    title: 'Building: records to a frozen document',
    text: '`buildDocument`, in relation to the same tree made by hand and not frozen.',
    parts: buildParts,
  },
  'read-back': {
    title: 'Reading: text to linked objects',
    text: 'In relation to a hand-written reader, `JSON.parse` included. "Copies": a resource is not one object.',
    parts: readBackParts,
  },
  validate: {
    title: 'Validating',
    text: '`validateDocument`, in relation to `JSON.parse` of the same text.',
    parts: validateParts,
  },
  requests: {
    title: 'Reading requests',
    text: 'What a server does with each request before it looks for an answer, in relation to the least a hand-written one does.',
    parts: requestsParts,
  },
  linear: {
    title: 'Hostile requests',
    text: 'Inputs that make careless readers slow. Linear means: twice the input takes twice the time, not four times.',
    parts: linearParts,
  },
  server: {
    title: 'Serving',
    text: 'Requests a second over eight connections that are kept, memory source, in relation to a bare handler on the same framework that sends the same finished document.',
    parts: serverParts,
  },
  scaling: {
    title: 'Size',
    text: 'Long texts cost more for each resource even by hand: caches and the collector. Beyond that, linear is flat.',
    parts: scalingParts,
  },
  memory: {
    title: 'Memory',
    text: 'Growth is the peak of the process above what it held before the call; V8 reuses what it holds already.',
    parts: memoryParts,
  },
  stream: {
    title: 'Streaming',
    text: '`serializeStream`: its time in relation to `serialize` of the same records, and the memory it takes.',
    parts: streamParts,
  },
};
