import { buildDocument, serialize, serializeStream, validateDocument } from '@linkage/core';
import fc from 'fast-check';
import { blog, blogNames } from '../blog.ts';
import { wrongError } from '../engine-error.ts';
import type { InputKind } from '../input-kind.ts';
import { mutatedDocuments } from '../mutate-document.ts';
import { revive, wildStrings } from '../wild.ts';

const ada = {
  id: '1',
  name: 'Ada',
  email: 'a',
  friend: { id: 2, name: 'Bo', friend: null },
  articles: ['1', { type: 'articles', id: '2' }],
};
const seeds = [
  {
    id: '1',
    title: 'One',
    words: 1,
    any: { deep: [1, { a: null }] },
    tags: ['a'],
    author: ada,
    comments: [{ id: 5, body: 'b', on: { type: 'people', id: '1' } }],
    related: [],
  },
  [
    { id: 1, title: 'One', author: '1', related: ['2', '3'] },
    { id: '2', title: 'Two', author: { type: 'people', id: '1' }, comments: null },
  ],
  { id: '1', type: 'articles', title: null, createdAt: '$date', words: '$NaN', author: null },
];
const include = ['author.friend', 'comments.on', 'related'] as const;

async function textOf(stream: AsyncIterable<string>): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks.join('');
}

/** The result of a function, or what is wrong with its error. */
async function outcome(run: () => unknown): Promise<{ readonly text?: string; readonly problem?: string | undefined }> {
  try {
    return { text: (await run()) as string };
  } catch (error) {
    return { problem: wrongError(error) };
  }
}

async function write([text, options]: [string, number]): Promise<string | undefined> {
  const given = { ...(options % 2 === 1 && { include }), ...(options > 1 && { baseUrl: '/api' }) } as object;
  const make = (): never => revive(JSON.parse(text)) as never;
  const built = await outcome(() => JSON.stringify(buildDocument(blog, 'articles', make(), given)));
  const serialized = await outcome(() => serialize(blog, 'articles', make(), given));
  const list = Array.isArray(JSON.parse(text));
  const streamed = list ? await outcome(() => textOf(serializeStream(blog, 'articles', make(), given))) : serialized;
  for (const { problem } of [built, serialized, streamed]) if (problem !== undefined) return problem;
  if (built.text !== serialized.text)
    return `serialize differs: ${serialized.text?.slice(0, 200)} ${built.text?.slice(0, 200)}`;
  if (streamed.text !== undefined && JSON.parse(streamed.text) === null) return 'the stream is null';
  if (built.text === undefined) return undefined;
  const { issues } = validateDocument(JSON.parse(built.text), { as: 'response' });
  return issues && `not valid: ${issues[0]?.pointer} ${issues[0]?.message}`;
}

/** Records of an application, written as documents in three ways. */
export const recordKinds: readonly InputKind[] = [
  {
    name: 'records',
    inputs: fc.tuple(
      mutatedDocuments(seeds, {
        names: [...blogNames, 'typeOf'],
        strings: [...wildStrings, ...wildStrings],
        isJson: true,
      }),
      fc.nat(3),
    ),
    open: () => ({ run: write }),
  },
];
