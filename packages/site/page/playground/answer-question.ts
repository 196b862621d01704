/** Computes the results of the playground. Runs in a worker. */
import type { Api } from '@linkage/core';
import { createMemorySources, createServer, type DescribingServer } from '@linkage/server';
import type { Answer, Question } from './question.ts';
import { readRecords } from './read-records.ts';
import { readDeclaration } from './reader/read-declaration.ts';

/** Answers a question. Does not reject: the answer contains mistakes and failures. */
export async function answerQuestion(question: Question): Promise<Answer> {
  try {
    const { api, mistake } = readDeclaration(question.declaration);
    return api === undefined ? { mistake } : await answerFor(api, question);
  } catch (error) {
    return { failure: `The playground failed. ${String(error)}` };
  }
}

async function answerFor(api: Api, question: Question): Promise<Answer> {
  const read = readRecords(api, question.records);
  const sources = 'sources' in read ? read.sources : createMemorySources(api);
  const server = createServer(api, sources, { onError: () => undefined });
  const description = await server.describe();
  if (!('sources' in read)) return { description, recordsMistake: read.recordsMistake };
  return { description, ...(await respond(server, question.target)) };
}

/** Returns the response to a GET request, with an indented document. */
export async function respond(server: DescribingServer, target: string): Promise<Answer> {
  const headers = { accept: 'application/vnd.api+json' };
  const url = target.startsWith('/') ? target : `/${target}`;
  const { status, body } = await server.handle({ method: 'GET', url, headers });
  return { status, text: body === undefined ? '' : JSON.stringify(JSON.parse(body), null, 2) };
}
