import { compare, type Task } from '../measuring/harness.ts';
import { comparisonTable, type Part, type RunOptions, type Table } from '../measuring/table.ts';
import { peerTasks } from '../peers/all.ts';
import type { Peer, PreparedReader } from '../peers/peer.ts';
import { articleAttributes, commentAttributes, personAttributes } from '../workloads/data.ts';
import { firstDifference } from '../workloads/equality.ts';
import { serializeByHand } from '../workloads/limit.ts';
import { readByHand } from '../workloads/limit-reader.ts';
import { readByLinkage } from '../workloads/linkage.ts';
import { makeWorkload } from '../workloads/workload.ts';

type Fields = Readonly<Record<string, unknown>>;

/** JSON text to linked plain objects. */
export const readBackParts: readonly Part[] = [{ name: 'b', run: measure }];

async function measure({ isQuick, withPeers }: RunOptions): Promise<Table> {
  const text = serializeByHand(makeWorkload('b'));
  const remarks: string[] = [];
  const difference = firstDifference(readByHand(text), readByLinkage(text));
  if (difference !== undefined) throw new Error(`Linkage reads something else: ${difference}`);
  const tasks: Task[] = [
    { name: 'hand-written', run: () => readByHand(text) },
    { name: 'JSON.parse alone', run: () => JSON.parse(text) },
    { name: 'Linkage', run: () => readByLinkage(text) },
  ];
  if (withPeers) tasks.push(...(await peerTasks(remarks, (peer) => peerTask(peer, text, remarks))));
  const pace = { rounds: isQuick ? 3 : 9, milliseconds: isQuick ? 35 : 70, batch: 1 };
  return comparisonTable('The text of (b) to plain objects', await compare(tasks, pace), remarks);
}

async function peerTask(peer: Peer, text: string, remarks: string[]): Promise<Task | undefined> {
  const reader = await peer.reader?.();
  if (reader === undefined) return undefined;
  const result = (await reader.run(text)) as readonly Fields[];
  const difference = firstDifference(
    readByHand(text).map((record) => viewOf(record, {})),
    result.map((record) => viewOf(record, reader)),
  );
  if (difference !== undefined) remarks.push(`${peer.name} reads something else: ${difference}`);
  const name = isLinked(result, reader) ? peer.name : `${peer.name} (copies)`;
  return { name, run: () => reader.run(text), isAsync: reader.isAsync ?? false };
}

type Unwrapping = Pick<PreparedReader, 'unwrap'>;

/** The fields that every reader has to find, whatever else its objects carry. */
function viewOf(article: Fields, { unwrap = (value) => value }: Unwrapping): Fields {
  const comments = (unwrap(article['comments']) ?? []) as readonly Fields[];
  return {
    ...pick(article, articleAttributes),
    author: pick(unwrap(article['author']), personAttributes),
    comments: comments.map((comment) => ({
      ...pick(comment, commentAttributes),
      author: pick(unwrap(comment['author']), personAttributes),
    })),
  };
}

function pick(value: unknown, names: readonly string[]): Fields {
  const fields = (value ?? {}) as Fields;
  return Object.fromEntries(['id', ...names].map((name) => [name, fields[name]]));
}

/** Whether articles of one author hold the same object, not copies of it. */
function isLinked(articles: readonly Fields[], { unwrap = (value) => value }: Unwrapping): boolean {
  const people = new Map<unknown, unknown>();
  return articles.every((article) => {
    const author = unwrap(article['author']) as Fields;
    const linkedAuthor = people.get(author['id']) ?? author;
    people.set(author['id'], author);
    return linkedAuthor === author;
  });
}
