/** Computes the results of the playground. Runs in a worker. */
import type { Api, ResourceType } from '@linkage/core';
import { createMemorySources, createServer, type DescribingServer, type ServerDescription } from '@linkage/server';
import { compactJson } from '../../../../../../scripts/docs/compact-json.ts';
import { readDescription } from '../../../../../tools/explorer/page/state/description.ts';
import { typeAt } from '../../../../../tools/explorer/page/state/knowledge.ts';
import { parseTarget } from '../../../../../tools/explorer/page/state/query.ts';
import type { Answer, Inputs, Question } from '../model/question.ts';
import { openApiPart } from './open-api-part.ts';
import { readRecords } from './read-records.ts';
import { readDeclaration } from './run-declaration.ts';
import { accessOf, type Users, usersOf } from './users.ts';

/** The number of characters of a line of a document: those that half of a window shows. */
const WIDTH = 64;

/** Answers a question. Does not reject: the answer contains mistakes and failures. */
export async function answerQuestion(question: Question): Promise<Answer> {
  try {
    const declaration = readDeclaration(question.declaration);
    if (declaration.api === undefined) return { mistake: declaration.mistake };
    const { api } = declaration;
    const users = usersOf(declaration.users);
    const answer = await answerFor(api, users, question);
    return users === undefined ? answer : { ...answer, users: [...users.keys()] };
  } catch (error) {
    return { failure: `The playground failed. ${String(error)}` };
  }
}

async function answerFor(api: Api, users: Users | undefined, question: Question): Promise<Answer> {
  const read = readRecords(api, question.records);
  const sources = 'sources' in read ? read.sources : createMemorySources(api);
  const server = createServer(api, sources, {
    onError: () => undefined,
    ...(users !== undefined && accessOf(api, users, question.user)),
  });
  const description = await server.describe();
  const type = typeOf(api, description, question.target);
  if (question.view === 'types') return { description, type: type.name, note: noteOn(type) };
  if (question.view === 'openapi') {
    return { description, text: openApiPart(description, type), note: noteOn(type) };
  }
  if (!('sources' in read)) return { description, recordsMistake: read.recordsMistake };
  return { description, ...(await respond(server, question)) };
}

function noteOn({ name }: ResourceType): string {
  return `The part of "${name}", the type of the request`;
}

/** Returns the type of the primary data of a request, or the first type. */
function typeOf(api: Api, description: ServerDescription, target: string): ResourceType {
  const { path } = parseTarget(target);
  const name = typeAt(readDescription(description).types, path.startsWith('/') ? path : `/${path}`)?.name;
  const [first] = api.types.values();
  // The reader rejects declarations without types.
  return (name === undefined ? undefined : api.types.get(name)) ?? (first as ResourceType);
}

/** Returns the response to the request, with a formatted document. */
export async function respond(
  server: DescribingServer,
  { target, method = 'GET', body = '' }: Pick<Inputs, 'target' | 'method' | 'body'>,
): Promise<Answer> {
  const mediaType = 'application/vnd.api+json';
  const hasBody = method !== 'GET' && body.trim() !== '';
  const { status, body: text } = await server.handle({
    method,
    url: target.startsWith('/') ? target : `/${target}`,
    headers: { accept: mediaType, ...(hasBody && { 'content-type': mediaType }) },
    ...(hasBody && { body }),
  });
  return { status, text: text === undefined ? '' : compactJson(JSON.parse(text), WIDTH) };
}
