/** Sends all requests to a framework, and names those with an unexpected response. */
import { type Exceptions, exceptions } from './additions.ts';
import { attack } from './attack.ts';
import { differences } from './compare.ts';
import type { Send } from './exchange.ts';
import { hostile } from './hostile.ts';
import { requests } from './requests.ts';

/** The problems, by the title of the request. */
export type Findings = Readonly<Record<string, readonly string[]>>;

const messageOf = (error: unknown): readonly string[] => [error instanceof Error ? error.message : String(error)];

/** An exception without a difference is no longer one: it is a finding as well. */
function keep(found: Record<string, readonly string[]>, title: string, wrong: readonly string[], known: Exceptions) {
  const isKnown = known[title] !== undefined;
  if (isKnown && wrong.length === 0) found[title] = ['additions.ts has an exception that is not needed'];
  if (!isKnown && wrong.length > 0) found[title] = wrong;
}

/** Compares the responses of a framework with those of the server itself. */
export async function compareResponses(send: Send, direct: Send, known: Exceptions): Promise<Findings> {
  const found: Record<string, readonly string[]> = {};
  for (const request of requests) {
    const expected = await direct(request);
    const wrong = await send(request).then((given) => differences(request, given, expected), messageOf);
    keep(found, request.title, wrong, known);
  }
  return found;
}

/** Sends the hostile requests to a port. */
export async function attackAll(port: number, known: Exceptions): Promise<Findings> {
  const found: Record<string, readonly string[]> = {};
  for (const request of hostile) {
    keep(found, request.title, await attack(port, request).catch(messageOf), known);
  }
  return found;
}

/** The exceptions of a framework, and of the runtime that it runs on. */
export function exceptionsOf(framework: string, runtime = 'node'): Exceptions {
  return { ...exceptions[framework], ...exceptions[runtime], ...exceptions[`${framework} on ${runtime}`] };
}
